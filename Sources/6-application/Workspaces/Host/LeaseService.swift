package import Engine
internal import Pipelines
internal import Platform

/// Keeps the lease of the process, and passes on what other processes want of its runs.
package final class LeaseService: Service {
    package let name = "leases"
    private let engine: Engine
    private let leases: any RunLeases
    private let observe: @Sendable (HostEvent) -> Void
    private let waker = AsyncSignal()

    package init(_ workspace: Workspace, engine: Engine, observe: @escaping @Sendable (HostEvent) -> Void) {
        self.engine = engine
        leases = workspace.leases
        self.observe = observe
    }

    package func run() async {
        let observe = observe
        let keeper = LeaseKeeper(
            engine: engine, leases: leases, report: { observe(.leaseTrouble($0)) },
            recovered: { observe(.leaseRenewed(after: $0)) })
        await withDiscardingTaskGroup { group in
            group.addTask { await keeper.run() }
            while await waker.wait(atMost: nil) {}
            group.cancelAll()
        }
    }

    package func stop() {
        waker.stop()
    }
}
