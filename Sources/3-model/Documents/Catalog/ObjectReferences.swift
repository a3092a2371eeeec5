public import Platform

/// What needs which objects, for whoever holds the database against the object store.
public protocol ObjectReferences: Sendable {
    /// Of some keys, those that nothing needs: no version, no rendition, no run that goes on or has something to take back, and no
    /// deletion that is queued.
    ///
    /// A run has its key on record before it stores anything. So of an object that was there before this is asked, the
    /// answer is true, and stays true: no later run has its key.
    func unneeded(_ keys: [String]) async throws -> [String]

    /// The SHA-256 of the objects of versions, in lower-case hexadecimal, by their keys; keys that no version has are left out.
    func digests(of keys: [String]) async throws -> [String: String]

    /// Whether there is a version of this id, also in the trash. One that is erased goes before its object does.
    func isKnown(version id: String) async throws -> Bool

    /// Queues those of some keys for deletion that nothing needs, as `unneeded` has it, in one transaction.
    ///
    /// - Returns: how many.
    func queueUnneeded(_ keys: [String]) async throws -> Int

    /// When what the database knows last has happened: the newest run, version, upload or change by a person. nil: it knows of
    /// none. Objects that it does not know and that are newer came after it: it is older than its object store.
    func newestRecord() async throws -> Timestamp?

    /// The objects of all versions, those in the trash included, in the order in which the versions were made.
    ///
    /// - Parameter row: where the last page ended, from its last entry; 0: the first page.
    func versionObjects(after row: Int64, limit: Int) async throws -> [VersionObject]

    /// All renditions, by the keys of their objects.
    ///
    /// - Parameter key: of the last one of the former page; empty: the first page.
    func renditions(after key: String, limit: Int) async throws -> [Rendition]

    /// Enters where the object store is now, which is what the addresses of its objects begin with: a workspace may have been
    /// moved. The catalog tells the addresses of its versions by it, those of the present and those of the past.
    ///
    /// - Parameter address: of the store, as `ObjectStorePlace.address` has it.
    func setObjectAddress(_ address: String) async throws

    /// Versions that stand although the run that made them did not succeed, no run went on from it, and it owes nothing:
    /// what is left of a run that earlier releases stopped taking back.
    func leftBehind(limit: Int) async throws -> [LeftBehindVersion]

    /// Has runs that have ended and left versions behind take back what they did, by the next process that looks.
    ///
    /// - Returns: how many.
    func oweAgain(_ runs: [String]) async throws -> Int
}

/// A version's object.
public struct VersionObject: Sendable, Hashable {
    public let row: Int64
    /// The version's id.
    public let id: String
    public let key: String
    /// In bytes.
    public let size: Int64

    public init(row: Int64, id: String, key: String, size: Int64) {
        self.row = row
        self.id = id
        self.key = key
        self.size = size
    }
}

/// A version of a run that did not succeed.
public struct LeftBehindVersion: Sendable, Hashable {
    /// The version's id.
    public let id: String
    public let run: String

    public init(id: String, run: String) {
        self.id = id
        self.run = run
    }
}

/// An object store that can tell what it holds.
public protocol ObjectListing: Sendable {
    /// Goes through all objects whose keys are those of uploads, in no order, and hands them over in pages. What is being
    /// stored or deleted meanwhile may be told or not. Memory does not grow with the store. Blocks; give it a thread.
    ///
    /// - Returns: how many other files and folders were met. What is being stored now is none of them.
    /// - Throws: `ObjectStoreError`; what `body` throws.
    func forEachPage(of size: Int, _ body: ([ListedObject]) async throws -> Void) async throws -> Int
}

/// An object as it lies in its store.
public struct ListedObject: Sendable, Hashable {
    public let key: ObjectKey
    /// In bytes.
    public let size: Int64
    /// When its bytes were written.
    public let modified: Timestamp

    public init(key: ObjectKey, size: Int64, modified: Timestamp) {
        self.key = key
        self.size = size
        self.modified = modified
    }
}
