internal import Accounts
internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// Erasures of people that a face asks for. One that has begun cannot be taken back, so each goes on with a task of this service
/// until its end, whether or not whoever asked for it still listens. At the end of the process they get the time that runs
/// have; what is left then is for whoever asks for the same again.
final class RequestedErasures: Service {
    private final class Work: Sendable {
        let erasure: PersonErasure
        let actor: Actor
        /// For whoever waits for the result.
        let signal = AsyncSignal()
        private let ending = Mutex<Result<ErasureReport, any Error>?>(nil)

        init(_ erasure: PersonErasure, _ actor: Actor) {
            (self.erasure, self.actor) = (erasure, actor)
        }

        var result: Result<ErasureReport, any Error>? { ending.withLock { $0 } }

        func end(with result: Result<ErasureReport, any Error>) {
            ending.withLock { $0 = result }
            signal.wake()
        }
    }

    private struct State {
        /// By the person who is erased.
        var works: [String: Work] = [:]
        /// Nobody is to wait any more.
        var isDismissed = false
        var alarm = Alarm.stopped
    }

    let name = "requested-erasures"
    private let context: UpContext
    private let works: AsyncStream<Work>
    private let submit: AsyncStream<Work>.Continuation
    private let state = Mutex(State())
    /// Wakes when one has ended, and stops when the time of all is over.
    private let waker = AsyncSignal()

    init(_ context: UpContext) {
        self.context = context
        (works, submit) = AsyncStream.makeStream()
    }

    /// Has a person erased, and waits for the end of that.
    ///
    /// - Throws: what the erasure throws; `Problem` when the same person is being erased, or when the process ends;
    ///   `CancellationError` when the task is cancelled. The erasure goes on behind the last two.
    func perform(_ erasure: PersonErasure, by actor: Actor) async throws -> ErasureReport {
        let work = Work(erasure, actor)
        try add(work)
        while true {
            let goesOn = await work.signal.wait(atMost: nil)
            if let result = work.result { return try result.get() }
            if goesOn { continue }
            context.log.info(
                "erasure-unheard", "The client that asked for an erasure has left; the erasure continues",
                .init("by", actor.name))
            try Task.checkCancellation()
            throw Problem(
                .cancelled,
                "The service is ending, and the erasure continues for a while. Ask again afterwards whether anything is left."
            )
        }
    }

    private func add(_ work: Work) throws {
        let person = work.erasure.person
        let isDismissed = try state.withLock { state in
            guard state.works[person] == nil else {
                throw Problem.refused(
                    "`\(Printable.text(person))` is being erased already. Look again when that has come to its end.")
            }
            state.works[person] = work
            return state.isDismissed
        }
        guard !context.isStopping, case .enqueued = submit.yield(work) else {
            state.withLock { _ = $0.works.removeValue(forKey: person) }
            throw Problem.refused("The service is ending; nothing new begins.")
        }
        if isDismissed { work.signal.stop() }
    }

    /// Whoever waits for the end of an erasure is let go; the erasure goes on.
    func dismiss() {
        let works = state.withLock { state in
            state.isDismissed = true
            return state.works.values.map(\.self)
        }
        for work in works { work.signal.stop() }
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            for await work in works { group.addTask { await self.carryOut(work) } }
            while !isIdle, await waker.wait(atMost: nil) {}
            group.cancelAll()
        }
        state.withLock { $0.alarm.stop() }
    }

    private var isIdle: Bool { state.withLock { $0.works.isEmpty } }

    private func carryOut(_ work: Work) async {
        context.log.info("erasure-begun", "A person is being erased", .init("by", work.actor.name))
        do {
            let report = try await work.erasure.perform(by: work.actor)
            context.log.info("erasure-ended", "A person was erased", .init("by", work.actor.name))
            work.end(with: .success(report))
        } catch {
            context.log.warning(
                "erasure-unfinished",
                "An erasure did not come to its end, and is to be asked for again: "
                    + (error is CancellationError ? "the service ends" : "\(Problem(error))"),
                .init("by", work.actor.name))
            work.end(with: .failure(error))
        }
        state.withLock { _ = $0.works.removeValue(forKey: work.erasure.person) }
        waker.wake()
    }

    func stop() {
        let count = state.withLock { $0.works.count }
        submit.finish()
        if count == 0 || waker.isStopped { return }
        let grace = context.workspace.definition.shutdownGrace
        context.log.info(
            "erasures-go-on", "Running erasures get their time", .init("erasures", count), .init("grace", grace))
        let waker = waker
        state.withLock { state in
            state.alarm.stop()
            state.alarm = AlarmClock.shared.set(after: grace.duration) { waker.stop() }
        }
    }
}
