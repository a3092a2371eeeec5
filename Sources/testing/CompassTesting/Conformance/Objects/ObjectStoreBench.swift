internal import Documents
internal import Platform

/// A store of a fresh place, and other stores of the same place.
struct ObjectStoreBench: Sendable {
    let store: any ObjectStore
    private let place: any TestedObjectPlace

    init(_ place: any TestedObjectPlace) async throws {
        self.place = place
        store = try await place.open()
    }

    /// - Throws: `ConformanceError` when the store cannot tell what it holds.
    var listing: any ObjectListing {
        get throws {
            guard let listing = store as? any ObjectListing else {
                throw ConformanceError(description: "the store is no `ObjectListing`")
            }
            return listing
        }
    }

    /// As another process.
    func open() async throws -> any ObjectStore { try await place.open() }

    @discardableResult
    func put(
        _ source: any ObjectSource, at key: ObjectKey, in store: (any ObjectStore)? = nil
    ) async throws -> StoredObject {
        try await (store ?? self.store).put(source, at: key, progress: { _ in })
    }

    @discardableResult
    func put(_ bytes: [UInt8], at key: ObjectKey, in store: (any ObjectStore)? = nil) async throws -> StoredObject {
        try await put(TestSource(bytes), at: key, in: store)
    }

    /// An object's bytes, read piece by piece; nil when there is none.
    func bytes(at key: ObjectKey, in store: (any ObjectStore)? = nil) async throws -> [UInt8]? {
        guard let object = try await (store ?? self.store).open(key) else { return nil }
        var bytes: [UInt8] = []
        while true {
            let piece = try await object.read(at: Int64(bytes.count), count: 1 << 20)
            if piece.isEmpty { break }
            bytes += piece
        }
        try expect(object.size, is: Int64(bytes.count), "the size that an open object tells is that of its bytes")
        return bytes
    }

    /// Neither an object nor a part of one.
    func expectNothing(at key: ObjectKey, _ why: String, file: StaticString = #fileID, line: UInt = #line) async throws
    {
        try await expect(bytes(at: key) == nil, "no object: \(why)", file: file, line: line)
        try await expect(place.leftovers(), is: [], why, file: file, line: line)
    }

    /// Puts an object whose source waits, after its last byte was read, until `body` is through.
    func putting<Result>(
        _ bytes: [UInt8], at key: ObjectKey, _ body: () async throws -> Result
    ) async throws -> (stored: StoredObject, result: Result) {
        let (isRead, isOver) = (Gate(), WorkQueue<Void>())
        let source = TestSource(
            bytes,
            verify: {
                isRead.open()
                _ = isOver.take()
            })
        async let stored = put(source, at: key)
        // Before the put is waited for, whatever happens.
        defer { isOver.close() }
        await isRead.wait()
        let result = try await body()
        isOver.close()
        return (try await stored, result)
    }
}

func objectKey(_ text: String) throws -> ObjectKey { try require(ObjectKey(text)) }

/// A source's own error.
struct SourceFailure: Error {}
