public import Digests
public import Platform

/// Where the bytes of documents live.
public protocol ObjectStore: Sendable {
    /// Stores a source's bytes under a key. The object appears whole or not at all, and is on disk on return. The same
    /// bytes under the same key are success with `created` false.
    ///
    /// - Parameter progress: called now and then with the number of bytes stored so far, from any thread.
    /// - Throws: `ObjectStoreError`; whatever the source throws; `CancellationError`.
    func put(
        _ source: any ObjectSource, at key: ObjectKey, progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> StoredObject

    /// Opens an object; nil when there is none.
    func open(_ key: ObjectKey) async throws -> (any ObjectReader)?

    /// Deletes an object, durably on return.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func delete(_ key: ObjectKey) async throws -> Bool

    /// The address of an object that is there.
    ///
    /// - Parameter duration: how long the address leads to it; nil: an address that stays, which the catalog keeps as the
    ///   file's URL. It is the one that `put` tells.
    /// - Throws: `ObjectStoreError`, of code `noLink` when the store has no such address.
    func link(for key: ObjectKey, validFor duration: Duration?) async throws -> String

    /// Removes what processes that died while they stored an object have left of it, now that nobody goes on with it.
    /// The default does nothing: many stores leave nothing.
    func sweep(_ key: ObjectKey) async throws

    /// Removes what is left of an owner beside objects, such as empty folders of theirs. The default does nothing.
    ///
    /// - Parameter segment: the first of the keys of the owner's objects.
    func removeEmptyFolders(of segment: String) async throws
}

extension ObjectStore {
    public func sweep(_ key: ObjectKey) async throws {}

    public func removeEmptyFolders(of segment: String) async throws {}

    /// Opens what a process that has died may have stored. Where it has not, removes what it left of it.
    ///
    /// - Throws: as `open` and `sweep`.
    public func recover(_ key: ObjectKey) async throws -> (any ObjectReader)? {
        if let object = try await open(key) { return object }
        try await sweep(key)
        return nil
    }
}

/// An open object; valid while it is referenced.
public protocol ObjectReader: Sendable {
    /// In bytes.
    var size: Int64 { get }

    /// Reads up to `count` bytes at `offset`; empty at the end.
    func read(at offset: Int64, count: Int) async throws -> [UInt8]
}

/// An open object that is a file of this machine, so that its bytes need not pass through this process to be sent.
public protocol FileObjectReader: ObjectReader {
    /// For reading, from byte 0 to `size`; valid while it is referenced, whatever becomes of the object.
    var file: FileDescriptor { get }
}

/// Where an object store is: opened when it is needed, since its disk or its network may be away.
public protocol ObjectStorePlace: Sendable {
    /// For people; never a secret.
    var description: String { get }

    /// What the addresses of its objects begin with, the key being their end; nil: they are made otherwise, or it cannot be
    /// told without the store, as where there is none yet. Opens nothing.
    var address: String? { get }

    /// Opens the store for storing and deleting.
    ///
    /// - Parameter isExpected: whether the catalog has documents whose bytes lie there: a store that is not there, or in which
    ///   nothing was ever stored, is away then, and is not made anew in its place.
    /// - Throws: `ObjectStoreError`; of code `elsewhere` when it is away.
    func open(isExpected: Bool) async throws -> any ObjectStore

    /// Opens the store for reading alone, and makes nothing.
    ///
    /// - Returns: nil when there is none.
    /// - Throws: `ObjectStoreError`
    func openExisting() async throws -> (any ObjectStore)?
}

extension ObjectStorePlace {
    public var address: String? { nil }
}

/// An object that is in the store, durably.
public struct StoredObject: Sendable, Hashable {
    public let key: ObjectKey
    /// Its address that stays; see `ObjectStore.link`.
    public let url: String
    /// In bytes.
    public let size: Int64
    /// Lower-case hexadecimal.
    public let sha256: String
    /// Whether this call made it; false when the same bytes were already there.
    public let created: Bool

    public init(key: ObjectKey, url: String, size: Int64, sha256: String, created: Bool) {
        self.key = key
        self.url = url
        self.size = size
        self.sha256 = sha256
        self.created = created
    }
}

/// A source whose bytes are those of an open file from its beginning, so that a store may read the file in its own way, or
/// share its blocks.
public protocol FileObjectSource: ObjectSource {
    var descriptor: FileDescriptor { get }
}

/// Bytes to be stored, read once from front to back.
public protocol ObjectSource: Sendable {
    /// In bytes; a source that turns out shorter or longer has changed.
    var size: Int64 { get }

    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end. May block; called on one thread at a time.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int

    /// All of them, where they are in memory anyway, given away: the source does not keep them. nil: they are to be read.
    func takeBytes() -> [UInt8]?

    /// - Throws: when what was read may not be what was validated.
    func verifyUnchanged() throws

    /// Called after the last byte was read and before the object becomes visible. May block. The default is
    /// `verifyUnchanged()`.
    ///
    /// - Parameter digest: of what was read.
    /// - Throws: as `verifyUnchanged()`, also when the source does not have these bytes now.
    func verifyUnchanged(as digest: SHA256Digest) throws
}

extension ObjectSource {
    /// None: most sources have nothing in memory.
    public func takeBytes() -> [UInt8]? { nil }

    public func verifyUnchanged(as digest: SHA256Digest) throws { try verifyUnchanged() }
}
