public import Platform

/// What watched folders remember of their files. It shares the journal's database: what is committed here before a run
/// starts is on disk whenever that run's start is.
///
/// It is this machine's: a file is what the machine's file system says that it is, and its path leads nowhere else. A
/// database that several machines share keeps a ledger for each, by the machine's name.
public protocol WatchLedger: Sendable {
    /// The number of a watched folder, made at the first call. It stays while pipeline and path stay.
    ///
    /// - Parameter path: as the pipeline writes it.
    func register(pipeline: String, path: String) async throws -> Int64

    /// In the order of `File`, for looking through all of them.
    ///
    /// - Parameters:
    ///   - states: any of these; empty: all.
    ///   - after: the last one of the former page.
    func entries(
        ofWatch watch: Int64, states: [LedgerEntry.State], after: LedgerEntry.File?, limit: Int
    ) async throws -> [LedgerEntry]

    func entry(ofWatch watch: Int64, file: LedgerEntry.File) async throws -> LedgerEntry?

    /// Adds entries, or replaces those of the same watch and file; all or none. Committed on return, so that they survive
    /// the end of the process; on disk with the next durable write of the journal.
    func put(_ entries: [LedgerEntry]) async throws

    /// Forgets files that are gone. As durable as `put`.
    func forget(_ files: [LedgerEntry.File], ofWatch watch: Int64) async throws

    /// Forgets those entries that still are what they were when they were read: one that was put since is of a file that is
    /// there after all. As durable as `put`.
    ///
    /// - Returns: the files of those that it has forgotten.
    func forgetUnchanged(_ entries: [LedgerEntry]) async throws -> [LedgerEntry.File]
}

/// A file that a watched folder has taken, and what became of it.
public struct LedgerEntry: Sendable, Hashable {
    /// Which file it is, whatever it is called.
    public struct File: Sendable, Hashable {
        public let device: UInt64
        public let inode: UInt64
        /// When the file was made, nanoseconds since 1970, so that a reused inode is another file; 0 where the file system
        /// does not tell.
        public let born: Int64

        public init(device: UInt64, inode: UInt64, born: Int64) {
            self.device = device
            self.inode = inode
            self.born = born
        }
    }

    /// How far it is.
    public enum State: String, Sendable, CaseIterable, Hashable {
        /// Its run has an id, and may have begun.
        case taken
        /// Its run has ended, and the file is still to be moved or deleted.
        case ended
        /// Nothing is left to do.
        case settled
    }

    /// `WatchLedger.register`.
    public let watch: Int64
    public let file: File
    /// Absolute; bytes, since a name need not be text.
    public var path: Path
    /// In bytes.
    public var size: Int64
    /// Nanoseconds since 1970.
    public var modified: Int64
    /// Nanoseconds since 1970; a difference in it, or in those above, asks for a look at the bytes.
    public var changed: Int64
    /// Of the contents that a run has processed, in lower-case hexadecimal: the last ones, whatever the file has become
    /// since; nil: none were, or it is not known.
    public var sha256: String?
    /// Of the contents that `run` is to process, where they were read before it; nil: they were not, or its run has ended.
    public var takenSHA256: String?
    /// The id of the run, fixed before it begins, so that it begins once.
    public var run: String
    public var state: State
    /// How the run ended; nil: not known yet.
    public var status: RunStatus?
    /// How many runs there were for these contents, from 1.
    public var attempts: Int
    /// Where the file is being moved to; nil: it is not.
    public var target: Path?
    /// Why the file could not be moved or deleted; nil: nothing is wrong.
    public var note: String?
    public var takenAt: Timestamp

    public init(
        watch: Int64, file: File, path: Path, size: Int64, modified: Int64, changed: Int64, sha256: String? = nil,
        takenSHA256: String? = nil, run: String, state: State = .taken, status: RunStatus? = nil, attempts: Int = 1,
        target: Path? = nil,
        note: String? = nil, takenAt: Timestamp
    ) {
        self.watch = watch
        self.file = file
        self.path = path
        self.size = size
        self.modified = modified
        self.changed = changed
        self.sha256 = sha256
        self.takenSHA256 = takenSHA256
        self.run = run
        self.state = state
        self.status = status
        self.attempts = attempts
        self.target = target
        self.note = note
        self.takenAt = takenAt
    }
}
