package import Engine
internal import Pipelines
internal import Platform

/// Carries on what processes that died have left: at the start, now and then, and whenever a run waits for one whose process
/// may be gone.
package final class RecoveryService: Service {
    /// What becomes of the work once the service is asked to end.
    package enum Ending: Sendable {
        /// All that is abandoned is carried on, but for what only waits.
        case finish
        /// No further run is taken, and those that go on come to their end.
        case leave
        /// Runs that go on are left to the next process that looks.
        case suspend
    }

    package let name = "recovery"
    private let workspace: @Sendable () -> Workspace
    private let engine: @Sendable () -> Engine
    private let first: [String]
    private let interval: Duration?
    private let ending: Ending
    private let observe: @Sendable (HostEvent) -> Void
    private let waker = AsyncSignal()
    private let interruption = AsyncSignal()

    /// - Parameters:
    ///   - workspace, engine: as they are at a time: both may be replaced meanwhile.
    ///   - first: what `takeOver` has returned.
    ///   - interval: how often it looks without a reason; nil: never.
    package init(
        workspace: @escaping @Sendable () -> Workspace, engine: @escaping @Sendable () -> Engine, first: [String],
        interval: Duration?, ending: Ending, observe: @escaping @Sendable (HostEvent) -> Void
    ) {
        self.workspace = workspace
        self.engine = engine
        self.first = first
        self.interval = interval
        self.ending = ending
        self.observe = observe
    }

    /// Takes abandoned runs over. To be called before new runs begin, which may be about the same documents.
    ///
    /// - Throws: the journal's errors.
    package static func takeOver(_ workspace: Workspace, engine: Engine) async throws -> [String] {
        try await Recovery(engine: engine, leases: workspace.leases) { try await workspace.pipeline(pinnedFor: $0) }
            .takeOver()
    }

    package func run() async {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.work()
                return true
            }
            group.addTask {
                while await self.interruption.wait(atMost: nil) {}
                return false
            }
            // Whichever ends first ends the other one.
            _ = await group.next()
            group.cancelAll()
        }
        // One that was interrupted has not been asked to end yet.
        while await waker.wait(atMost: nil) {}
    }

    package func stop() {
        waker.stop()
        if ending == .suspend { interruption.stop() }
    }

    /// Has it look at once.
    package func look() {
        waker.wake()
    }

    /// Leaves runs that go on to the next process that looks, and takes no other.
    package func interrupt() {
        interruption.stop()
    }

    private func work() async {
        await withDiscardingTaskGroup { group in
            let (stalls, waker) = (engine().stalls, waker)
            group.addTask {
                for await _ in stalls { waker.wake() }
            }
            // Each look on its own: one that waits for an hour's retry keeps none from being found.
            group.addTask { [first] in await self.carryOn(first) }
            while await waker.wait(atMost: interval) {
                do {
                    let runs = try await recovery().takeOver()
                    let owes = try await workspace().leases.debts() > 0
                    if !runs.isEmpty || owes { group.addTask { await self.carryOn(runs) } }
                } catch {
                    if !Task.isCancelled { observe(.recoveryTrouble(error)) }
                }
            }
            // Where the work is given up, its own runs that wait are cancelled and not left.
            if !interruption.isStopped { engine().suspendWaiting() }
        }
    }

    private func carryOn(_ runs: [String]) async {
        if !runs.isEmpty { observe(.carryingOn(runs.count)) }
        do {
            try await recovery().run(runs) { result in
                if !result.isAbandoned { await workspace().clear(after: result, observe) }
                observe(.carriedOn(result))
            }
        } catch {
            if !Task.isCancelled { observe(.recoveryTrouble(error)) }
        }
    }

    private func recovery() -> Recovery {
        let (workspace, observe) = (workspace, observe)
        return Recovery(
            engine: engine(), leases: workspace().leases,
            isStopping: { [waker, interruption, ending] in
                interruption.isStopped || (ending != .finish && waker.isStopped)
            },
            settled: { observe(.settled($0)) }, pipeline: { try await workspace().pipeline(pinnedFor: $0) })
    }
}

extension Workspace {
    /// Clears away what a run that ended leaves: the entry of quarantine that it goes on from, and what processes that died
    /// have left of its objects.
    package func clear(after result: RunResult, _ observe: @Sendable (HostEvent) -> Void) async {
        do {
            try await Settlement(workspace: self).settleOrigin(of: result.run)
            try await sweepObjects(of: result)
        } catch {
            observe(.notCleared(result, error))
        }
    }
}
