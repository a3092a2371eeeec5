internal import Diagnostics
internal import Engine
internal import Platform
internal import Workspaces

/// Keeps the lease of the process, and passes on what other processes want of its runs.
final class LeaseService: Service {
    let name = "leases"
    private let context: UpContext
    private let waker = Waker()

    init(_ context: UpContext) {
        self.context = context
    }

    func run() async {
        let log = context.log
        let keeper = LeaseKeeper(
            engine: context.engine, leases: context.workspace.leases,
            report: { log.error("lease-trouble", "The lease of this process could not be renewed: \($0)") },
            recovered: {
                log.info(
                    "lease-renewed", "The lease of this process can be renewed again", .init("after", $0))
            })
        await withDiscardingTaskGroup { group in
            group.addTask { await keeper.run() }
            while await waker.wait(atMost: nil) {}
            group.cancelAll()
        }
    }

    func stop() {
        waker.stop()
    }
}
