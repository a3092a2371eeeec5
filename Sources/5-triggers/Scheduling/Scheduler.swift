public import Diagnostics
public import Engine
public import Pipelines
public import Platform
public import Schedules

/// Starts what schedules ask for, each slot once.
///
/// A slot is claimed on disk, with the id of what will run, before that begins. What process, machine or clock did in the
/// meantime is no matter: what is due follows from the position on record and the time now.
public final class Scheduler: Sendable {
    /// A schedule of a pipeline.
    public struct Job: Sendable {
        public let pipeline: Pipeline
        public let trigger: ScheduleTrigger

        public init(_ trigger: ScheduleTrigger, of pipeline: Pipeline) {
            self.trigger = trigger
            self.pipeline = pipeline
        }
    }

    /// Runs what a slot asks for, under the id that the slot has, unless the journal has it already; nil: the process is
    /// ending, and it is to be started again at the next start.
    public typealias Launch = @Sendable (ScheduleSlot, Pipeline) async -> RunStatus?

    /// - Parameters:
    ///   - launch: returns when it has ended.
    ///   - cancel: ends what runs for a slot; for `overlap: replace`.
    public init(
        store: any ScheduleStore, launch: @escaping Launch,
        cancel: @escaping @Sendable (ScheduleSlot) async -> Void, clock: EngineClock = .system, log: Log
    ) {}

    /// Starts what is due until `stop`, or until the task is cancelled; returns when what it started has ended.
    ///
    /// - Throws: the store's errors at the start; later ones are told and tried again.
    public func run(_ jobs: [Job]) async throws {}

    /// From now on with these. Schedules whose pipeline and text are the same keep their position; a new one's first
    /// slot is its next, and nothing fires at once.
    public func replace(_ jobs: [Job]) {}

    /// Starts nothing more. Doing it twice does no harm.
    public func stop() {}

    /// Each job with its next times and what goes on.
    public func status() -> [ScheduleStatus] { [] }
}
