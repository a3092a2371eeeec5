public import Pipelines
public import Platform

/// What a watched folder waits for, for people and programs.
public struct IntakeStatus: Sendable {
    /// A file that is not taken, and why.
    public struct Waiting: Sendable, Hashable {
        public enum Reason: String, Sendable, CaseIterable, Hashable {
            case openForWriting = "open-for-writing"
            case settling
            case empty
            case incomplete
            case blocked
            /// Whole, and waiting for its turn.
            case queued
            /// Its run goes on.
            case running
            /// The marker of `done-file` is missing.
            case unmarked
            /// Its run has ended, and it could not be moved or deleted.
            case stuck
        }

        public let path: Path
        public let reason: Reason
        /// For people: "the box `moov` is missing".
        public let detail: String
        public let since: Timestamp
        /// In bytes.
        public let size: Int64

        public init(path: Path, reason: Reason, detail: String, since: Timestamp, size: Int64) {
            self.path = path
            self.reason = reason
            self.detail = detail
            self.since = since
            self.size = size
        }
    }

    /// A file that will not be taken, and why: "a temporary name", "a symbolic link".
    public struct Ignored: Sendable, Hashable {
        public let path: Path
        public let reason: String

        public init(path: Path, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    public enum State: String, Sendable, CaseIterable, Hashable {
        case starting, watching
        /// The folder is not there.
        case missing
        /// Taking files has stopped for a reason that is expected to pass: a full disk, a server that is down.
        case paused
        case stopped
    }

    public var pipeline = ""
    /// As the pipeline writes it.
    public var path = ""
    public var state = State.starting
    /// Why it is in that state; nil: nothing to say.
    public var detail: String?
    /// When a paused intake tries again.
    public var resumesAt: Timestamp?
    /// Whether events wake it; otherwise only `rescan` does, for the reason in `pollingReason`.
    public var hasEvents = true
    public var pollingReason: String?
    public var folders = 0
    public var lastScan: Timestamp?
    /// Since the process began.
    public var taken = 0
    public var overflows = 0
    /// The oldest first, at most `maxListed`; `waitingCount` counts all.
    public var waiting: [Waiting] = []
    public var waitingCount = 0
    public var ignored: [Ignored] = []
    public var ignoredCount = 0

    /// More are counted and not listed.
    public static let maxListed = 10_000

    public init() {}
}

/// What became of the files that a look through a folder has taken.
public struct IntakeTally: Sendable, Hashable {
    public var counts: [RunStatus: Int] = [:]
    /// Duplicates of documents that were there before.
    public var duplicates = 0
    /// Not taken: not whole in time, or the intake had stopped.
    public var waiting = 0
    /// Files and folders that could not be read, most often for want of rights.
    public var unreadable = 0
    /// The folder to begin at, when it was not there at the end; absolute.
    public var missing: Path?

    public init() {}
}
