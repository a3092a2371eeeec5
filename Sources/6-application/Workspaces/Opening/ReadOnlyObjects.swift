package import Documents

/// An object store for those that only look. The store may be away: it is opened once an object is asked for and not before,
/// so that what the database knows can be told meanwhile.
package struct ReadOnlyObjects: ObjectStore, ObjectListing {
    let place: any ObjectStorePlace
    private let opening: Opening

    /// - Parameter place: opened once, when the store is first asked for something: what that gives or throws holds for all
    ///   that is asked, unless it was cancelled.
    package init(_ place: any ObjectStorePlace) {
        self.place = place
        opening = Opening(place)
    }

    /// For who can do nothing without an object.
    ///
    /// - Throws: `ObjectStoreError` of code `elsewhere` when the store is away; what opening it throws.
    package func verify() async throws {
        if try await opening.store == nil { throw ObjectStoreError.away(place, "is not there") }
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
            throw ObjectStoreError(.other, "The object store \(place.description) cannot list its objects.")
        }
        return try await listing.forEachPage(of: size, body)
    }

    package func link(for key: ObjectKey, validFor duration: Duration?) async throws -> String {
        guard let store = try await opening.store else { throw ObjectStoreError.away(place, "is not there") }
        return try await store.link(for: key, validFor: duration)
    }

    private var refusal: ObjectStoreError {
        ObjectStoreError(
            .readOnly,
            "The object store \(place.description) was opened for reading alone, so nothing is written. "
                + "This is a mistake in the program; report it with this message.")
    }
}

/// Opens a store once, however many ask for it at the same time.
private actor Opening {
    private let place: any ObjectStorePlace
    private var result: Result<(any ObjectStore)?, any Error>?
    private var isOpening = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ place: any ObjectStorePlace) {
        self.place = place
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
            result = .success(try await place.openExisting())
        } catch let error as CancellationError {
            throw error
        } catch {
            result = .failure(error)
        }
    }
}
