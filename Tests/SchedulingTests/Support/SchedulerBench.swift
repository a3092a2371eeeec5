import Diagnostics
import Pipelines
import Platform
import Schedules
import Synchronization

@testable import Scheduling

/// A scheduler whose runs sleep on a stub clock, and what it does.
final class SchedulerBench: Sendable {
    private struct State {
        var events: [SimulationEvent] = []
        var runs: [String] = []
        var definitions: [String] = []
        var logs: [LogEntry] = []
        var isEnding = false
    }

    let clock: StubClock
    let store: any ScheduleStore
    let scheduler: Scheduler
    private let state: Mutex<State>

    /// - Parameter duration: how long every run takes.
    init(
        at start: Timestamp, store: any ScheduleStore = MemoryStore(), duration: Duration = .zero,
        longestWait: Duration = .seconds(30)
    ) {
        let clock = StubClock(start)
        let state = Mutex(State())
        // The closures need what is not there before they are made.
        let box = Box()
        self.clock = clock
        self.store = store
        scheduler = Scheduler(
            store: store,
            launch: { slot, pipeline, began in
                box.bench?.began(slot, pipeline)
                began()
                let isDone = await clock.rest(for: duration, name: Self.name(slot))
                if box.bench?.isEnding ?? false { return nil }
                return SlotEnd(isDone ? .succeeded : .cancelled)
            },
            cancel: { slot in
                box.bench?.record(SimulationEvent(kind: .cancelled, slot: slot, time: clock.now))
                clock.wake(Self.name(slot))
            }, clock: clock.clock, log: Log { box.bench?.add($0) }, longestWait: longestWait)
        self.state = state
        box.set(self)
    }

    private final class Box: Sendable {
        private let value = Mutex<Weak>(Weak())
        private struct Weak: Sendable { weak var bench: SchedulerBench? }
        var bench: SchedulerBench? { value.withLock { $0.bench } }
        func set(_ bench: SchedulerBench) { value.withLock { $0.bench = bench } }
    }

    private static func name(_ slot: ScheduleSlot) -> String { "\(slot.pipeline) \(slot.at)" }

    private func began(_ slot: ScheduleSlot, _ pipeline: Pipeline) {
        state.withLock { state in
            state.events.append(
                SimulationEvent(kind: slot.isCaughtUp ? .caughtUp : .fires, slot: slot, time: clock.now))
            state.runs.append(slot.run ?? "")
            state.definitions.append(pipeline.hash)
        }
    }

    private func record(_ event: SimulationEvent) {
        state.withLock { $0.events.append(event) }
    }

    private func add(_ entry: LogEntry) {
        state.withLock { $0.logs.append(entry) }
    }

    /// What was started and cancelled.
    var events: [SimulationEvent] { state.withLock { $0.events } }
    var started: [Timestamp] { events.filter { $0.kind != .cancelled }.map(\.slot.at) }
    var runs: [String] { state.withLock { $0.runs } }
    /// The hashes of the pipelines that were started.
    var definitions: [String] { state.withLock { $0.definitions } }
    var logs: [LogEntry] { state.withLock { $0.logs } }
    var isEnding: Bool { state.withLock { $0.isEnding } }

    func logs(_ event: String) -> [LogEntry] { logs.filter { $0.event == event } }

    /// Runs the scheduler beside `body`, and ends it.
    func run(_ jobs: [Scheduler.Job], _ body: () async throws -> Void) async throws {
        let task = Task { await scheduler.run(jobs) }
        await quiet()
        try await body()
        // What goes on is left for another process, as in a shutdown.
        state.withLock { $0.isEnding = true }
        scheduler.stop()
        clock.wakeAll()
        await task.value
    }

    /// Lets time pass, from one thing to do to the next.
    func pass(_ duration: Duration) async {
        let end = clock.now.advanced(by: duration)
        while let pause = clock.pause, clock.now.advanced(by: pause) <= end {
            clock.advance(by: pause)
            await quiet()
        }
        if clock.now < end {
            clock.advance(by: end - clock.now)
            await quiet()
        }
    }

    /// Waits until the scheduler has done all that it can do at this time: what it takes for running sleeps.
    func quiet() async {
        await clock.settled { [scheduler] sleepers in
            let phases = scheduler.state.withLock { state in
                state.entries.values.flatMap { $0.track.active.map(\.phase) }
            }
            return !phases.contains(.ending) && phases.count { $0 == .running } == sleepers
        }
    }
}

/// A pipeline without stages.
func pipeline(_ name: String = "p", hash: String = "0f") -> Pipeline {
    Pipeline(
        name: name, description: nil, file: "\(name).yaml", source: "name: \(name)", hash: hash, inputs: [], env: [],
        concurrency: nil, stages: [], onSuccess: [], onFailure: [], onRejected: [], finally: [])
}

func job(
    _ cron: String, _ zone: String? = nil, of name: String = "p", hash: String = "0f",
    _ change: (inout ScheduleTrigger) -> Void = { _ in }
) -> Scheduler.Job {
    var trigger = ScheduleTrigger(cron: cron)
    trigger.timezone = zone
    change(&trigger)
    return Scheduler.Job(trigger, of: pipeline(name, hash: hash))
}

/// A time in UTC: "2026-01-01T00:00".
func time(_ text: String, _ zone: String = "UTC") throws -> Timestamp {
    try TimeZone(named: zone).timestamp(reading: text)
}

extension Timestamp {
    func advanced(minutes: Int) -> Timestamp { advanced(by: .seconds(minutes * 60)) }
}
