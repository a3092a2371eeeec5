internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// Carries on what processes that died have left: at the start, every half a minute, and whenever a run waits for one whose
/// process may be gone.
final class RecoveryService: Service {
    let name = "recovery"
    private let context: UpContext
    private let first: [String]
    private let waker = Waker()

    private static let interval = Duration.seconds(30)

    /// - Parameter first: what was taken over already.
    init(_ context: UpContext, first: [String]) {
        self.context = context
        self.first = first
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            let (context, waker) = (context, waker)
            group.addTask {
                for await _ in context.engine.stalls { waker.wake() }
            }
            // Each look on its own: one that waits for an hour's retry keeps none from being found.
            group.addTask { [first] in await self.carryOn(first) }
            while await waker.wait(atMost: Self.interval) {
                do {
                    let runs = try await recovery().takeOver()
                    let owes = try await context.workspace.leases.debts() > 0
                    if !runs.isEmpty || owes { group.addTask { await self.carryOn(runs) } }
                } catch {
                    tell(error)
                }
            }
            context.engine.suspendWaiting()
        }
    }

    func stop() {
        waker.stop()
    }

    private func carryOn(_ runs: [String]) async {
        if !runs.isEmpty {
            context.log.info(
                "recovery", "Runs that another process has left unfinished are carried on", .init("runs", runs.count))
        }
        do {
            try await recovery().run(runs) { result in
                if result.isAbandoned { return }
                await context.settle(result)
                context.log.info(
                    "run-recovered", "A run that another process had left unfinished was carried on",
                    RunMonitor.fields(result.run) + [.init("status", result.run.status.rawValue)])
            }
        } catch {
            tell(error)
        }
    }

    private func recovery() -> Recovery {
        let (context, waker) = (context, waker)
        return Recovery(
            engine: context.engine, leases: context.workspace.leases, isStopping: { waker.isStopped },
            settled: { result in
                guard let message = SettlementText.sentence(result) else { return }
                if result.run.debt == nil {
                    context.log.info("taken-back", message, .init("run", result.run.id))
                } else {
                    context.log.warning("owed-undo", message, .init("run", result.run.id))
                }
            },
            pipeline: { try await context.workspace.pipeline(pinnedFor: $0) })
    }

    private func tell(_ error: any Error) {
        context.log.error(
            "recovery-trouble", "Unfinished runs cannot be carried on now; it is tried again: \(error)")
    }
}
