package import Documents

/// An object store for those that only look. The store may be away: it is opened once an object is asked for and not before,
/// so that what the database knows can be told meanwhile.
package struct ReadOnlyObjects: ObjectStore, ObjectListing {
    private let name: String
    private let away: ObjectStoreError
    private let opening: Opening

    /// - Parameters:
    ///   - name: of the store, for messages.
    ///   - away: what is told to who cannot do without an object while the store is away.
    ///   - open: opens the store, and changes nothing; nil while it is away. Called once, when the store is first asked for
    ///     something: what it returns or throws holds for all that is asked, unless it was cancelled.
    package init(
        _ name: String, away: ObjectStoreError,
        open: @escaping @Sendable () async throws -> (any ObjectStore)?
    ) {
        self.name = name
        self.away = away
        opening = Opening(open)
    }

    /// For who can do nothing without an object.
    ///
    /// - Throws: `away` when the store is away; what opening it throws.
    package func verify() async throws {
        if try await opening.store == nil { throw away }
    }

    package func put(
        _ source: any ObjectSource, at key: ObjectKey, progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> StoredObject {
        throw refusal
    }

    package func open(_ key: ObjectKey) async throws -> (any ObjectReader)? {
        try await opening.store?.open(key)
    }

    package func delete(_ key: ObjectKey) async throws -> Bool {
        throw refusal
    }

    package func forEachPage(of size: Int, _ body: ([ListedObject]) async throws -> Void) async throws -> Int {
        guard let store = try await opening.store else { return 0 }
        guard let listing = store as? any ObjectListing else {
            throw ObjectStoreError(.other, "The object store \(name) cannot tell which objects it holds.")
        }
        return try await listing.forEachPage(of: size, body)
    }

    package func link(for key: ObjectKey, validFor duration: Duration?) async throws -> String {
        guard let store = try await opening.store else { throw away }
        return try await store.link(for: key, validFor: duration)
    }

    private var refusal: ObjectStoreError {
        ObjectStoreError(
            .readOnly,
            "The object store \(name) was opened for reading alone, so nothing is written. "
                + "This is a mistake in the program; report it with this message.")
    }
}

/// Opens a store once, however many ask for it at the same time.
private actor Opening {
    private let open: @Sendable () async throws -> (any ObjectStore)?
    private var result: Result<(any ObjectStore)?, any Error>?
    private var isOpening = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ open: @escaping @Sendable () async throws -> (any ObjectStore)?) {
        self.open = open
    }

    var store: (any ObjectStore)? {
        get async throws {
            while true {
                if let result { return try result.get() }
                if isOpening {
                    await withCheckedContinuation { waiting.append($0) }
                } else {
                    try await begin()
                }
            }
        }
    }

    /// - Throws: `CancellationError`; then the next one opens it.
    private func begin() async throws {
        isOpening = true
        defer {
            isOpening = false
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
        do {
            result = .success(try await open())
        } catch let error as CancellationError {
            throw error
        } catch {
            result = .failure(error)
        }
    }
}
