public import Diagnostics
public import Engine
public import FileIntake
public import Pipelines
public import Platform

/// Takes the files of one watched folder: each once, when it is whole.
///
/// The folder is the truth: it is looked through at the start, after every event that may have been missed, and every
/// `rescan`; events only make that happen earlier.
public final class FolderIntake: Sendable {
    /// Runs a pipeline for a file as soon as there is room; nil: the process is ending and the run did not begin.
    public typealias Launch = @Sendable (RunRequest, Pipeline) async -> RunResult?

    /// What it works with.
    public struct Surroundings: Sendable {
        /// The workspace's folder; the watch's path is relative to it.
        public var root: Path
        public var ledger: any WatchLedger
        public var journal: any Journal
        public var quarantine: any Quarantine
        public var launch: Launch
        /// How many of its files may be on their way at a time.
        public var width: Int
        public var clock: EngineClock
        public var log: Log

        public init(
            root: Path, ledger: any WatchLedger, journal: any Journal, quarantine: any Quarantine,
            launch: @escaping Launch, width: Int, clock: EngineClock = .system, log: Log
        ) {
            self.root = root
            self.ledger = ledger
            self.journal = journal
            self.quarantine = quarantine
            self.launch = launch
            self.width = width
            self.clock = clock
            self.log = log
        }
    }

    /// - Parameter trigger: one of the pipeline's.
    public init(_ trigger: WatchTrigger, of pipeline: Pipeline, in surroundings: Surroundings) {}

    /// Takes files until `stop`, or until the task is cancelled; returns when those that were taken have ended.
    ///
    /// - Throws: what makes it impossible to begin: the ledger's errors, `SystemError`.
    public func run() async throws {}

    /// Takes what is there, waits for what is not whole yet as `settle` and `patience` say, and returns. For cron users.
    ///
    /// - Throws: as `run`.
    public func runOnce() async throws -> IntakeTally { IntakeTally() }

    /// Takes no further file; what was taken goes on. Doing it twice does no harm.
    public func stop() {}

    /// From now on with another definition of the same watch; files on their way stay with the former one.
    public func replace(_ trigger: WatchTrigger, of pipeline: Pipeline) {}

    /// Looks through the folder soon: a schedule asks for it.
    public func rescan() {}

    /// What it waits for now.
    public func status() -> IntakeStatus { IntakeStatus() }
}
