public import Diagnostics
public import Engine
public import Pipelines
internal import Platform
public import Schedules
internal import Synchronization

/// Starts what schedules ask for, each slot once.
///
/// A slot is claimed on disk, with the id of what will run, before that begins. What process, machine or clock did in
/// the meantime is no matter: what is due follows from the position on record and the time now.
///
/// It waits with an alarm of at most half a minute and then looks at the clock again. A timer of the kernel that is
/// cancelled when the clock is set would tell sooner; but half a minute is less than a slot may be late, costs
/// nothing, and needs no descriptor and no thread of its own.
public final class Scheduler: Sendable {
    /// Runs what a slot asks for, under the id that the slot has, unless the journal has it already; nil: the process
    /// is ending, and it is to be started again at the next start. Calls the third parameter when it really begins,
    /// and not for what a former process has begun.
    public typealias Launch = @Sendable (ScheduleSlot, Pipeline, @escaping @Sendable () -> Void) async -> SlotEnd?
    /// Ends what runs for a slot, also when that has not begun yet.
    public typealias Cancel = @Sendable (ScheduleSlot) async -> Void

    /// The longest wait before the clock is looked at again.
    static let longestWait = Duration.seconds(30)

    let store: any ScheduleStore
    let launch: Launch
    let cancel: Cancel
    let clock: SchedulerClock
    let log: Log
    let longestWait: Duration
    let makeDecider: @Sendable (Job) throws -> SlotDecider
    let state = Mutex(SchedulerState())

    /// - Parameters:
    ///   - launch: returns when it has ended.
    ///   - cancel: ends what runs for a slot; for `overlap: replace`.
    public convenience init(
        store: any ScheduleStore, launch: @escaping Launch, cancel: @escaping Cancel, clock: EngineClock = .system,
        log: Log
    ) {
        self.init(store: store, launch: launch, cancel: cancel, clock: SchedulerClock(clock), log: log)
    }

    /// - Parameters:
    ///   - longestWait: nil: the alarm is set for the next slot, however far that is.
    ///   - makeDecider: what decides a job's slots.
    init(
        store: any ScheduleStore, launch: @escaping Launch, cancel: @escaping Cancel, clock: SchedulerClock, log: Log,
        longestWait: Duration = Scheduler.longestWait,
        makeDecider: @escaping @Sendable (Job) throws -> SlotDecider = { try $0.decider() }
    ) {
        self.store = store
        self.launch = launch
        self.cancel = cancel
        self.clock = clock
        self.log = log
        self.longestWait = longestWait
        self.makeDecider = makeDecider
    }

    /// Starts what is due until `stop`, or until the task is cancelled; returns when what it started has ended.
    ///
    /// Slots that a former process has claimed and not finished are started again under their ids. What the store cannot do is
    /// told and tried again. Call it once.
    public func run(_ jobs: [Job]) async {
        let (events, yield) = AsyncStream<SchedulerEvent>.makeStream()
        state.withLock { $0.wake = { yield.yield(.wake) } }
        defer { state.withLock { $0.wake = nil } }
        await withDiscardingTaskGroup { group in
            var loop = SchedulerLoop(scheduler: self, jobs, events: yield)
            var iterator = events.makeAsyncIterator()
            while !state.withLock({ $0.isStopped }), !Task.isCancelled {
                await loop.turn(&group)
                let alarm = loop.setAlarm()
                let event = await iterator.next()
                alarm.stop()
                switch event {
                case .ended(let slot): state.withLock { $0.end(slot, isLeft: false) }
                case .left(let slot): state.withLock { $0.end(slot, isLeft: true) }
                case .wake, nil: break
                }
            }
        }
    }

    /// From now on with these. Schedules whose pipeline and text are the same keep their position and what goes on; a
    /// new one's first slot is its next, and nothing fires at once. Of one that is gone, what runs goes on with the
    /// definition that it began with, and what waits is skipped.
    public func replace(_ jobs: [Job]) {
        let wake = state.withLock { state in
            state.replacement = jobs
            return state.wake
        }
        wake?()
    }

    /// Starts nothing more. Doing it twice does no harm.
    public func stop() {
        let wake = state.withLock { state in
            state.isStopped = true
            return state.wake
        }
        wake?()
    }

    /// Each job with its next times and what goes on.
    public func status() -> [ScheduleStatus] {
        let (entries, trouble) = state.withLock { state in
            (state.keys.compactMap { state.entries[$0] }, state.trouble)
        }
        return entries.map { entry in
            ScheduleStatus(
                pipeline: entry.job.pipeline.name, cron: entry.job.trigger.cron, timezone: entry.job.trigger.zoneName,
                next: entry.isRemoved ? nil : entry.track.next, active: entry.track.active.map(\.slot),
                trouble: trouble ?? entry.endTroubles.min { $0.key < $1.key }?.value)
        }
    }
}

extension Scheduler {
    /// A schedule of a pipeline.
    public struct Job: Sendable {
        public let pipeline: Pipeline
        public let trigger: ScheduleTrigger

        public init(_ trigger: ScheduleTrigger, of pipeline: Pipeline) {
            self.trigger = trigger
            self.pipeline = pipeline
        }

        /// Every schedule of some pipelines, in their order.
        public static func all(of pipelines: [Pipeline]) -> [Job] {
            pipelines.flatMap { pipeline in pipeline.triggers.schedules.map { Job($0, of: pipeline) } }
        }

        var key: ScheduleKey { ScheduleKey(trigger, ofPipeline: pipeline.name) }

        /// - Throws: `CronError`, `TimeZoneError`
        func decider() throws -> SlotDecider {
            SlotDecider(key: key, times: try trigger.schedule(ofPipeline: pipeline.name), rules: SlotRules(trigger))
        }
    }
}

extension ScheduleTrigger {
    /// When it is due.
    ///
    /// - Parameter pipeline: its name, which `H` stands for.
    /// - Throws: `CronError`, `TimeZoneError`; lint finds both, but the system's zones may have changed since.
    public func schedule(ofPipeline pipeline: String) throws -> Schedule {
        Schedule(try CronExpression(cron, seed: pipeline), in: try TimeZone(named: zoneName))
    }
}

/// The clocks that a scheduler needs: the one that people set, and one that nobody sets.
struct SchedulerClock: Sendable {
    var now: @Sendable () -> Timestamp
    /// Since some moment; never goes back and does not follow the clock on the wall.
    var uptime: @Sendable () -> Duration
    var sleep: @Sendable (Duration) async throws -> Void
    var alarm: @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm
}

extension SchedulerClock {
    init(_ clock: EngineClock) {
        let origin = ContinuousClock.now
        self.init(
            now: clock.now, uptime: { ContinuousClock.now - origin }, sleep: clock.sleep, alarm: clock.alarm)
    }
}

/// Notices when the clock on the wall is put forward or back.
struct ClockWatch {
    /// Less than that is what time servers correct all day.
    private static let tolerance = Duration.seconds(60)

    private let clock: SchedulerClock
    private var wall: Timestamp
    private var uptime: Duration

    init(_ clock: SchedulerClock) {
        self.clock = clock
        (wall, uptime) = (clock.now(), clock.uptime())
    }

    /// - Returns: by how much the clock was put forward since the last look, negative: back; nil: by nothing to speak
    ///   of.
    mutating func step() -> Duration? {
        let (former, elapsed) = (wall, clock.uptime() - uptime)
        (wall, uptime) = (clock.now(), clock.uptime())
        let step = (wall - former) - elapsed
        return step > Self.tolerance || step < .zero - Self.tolerance ? step : nil
    }
}
