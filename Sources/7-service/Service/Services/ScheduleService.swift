internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Scheduling
internal import Workspaces

/// Starts what schedules ask for.
final class ScheduleService: Service {
    let name = "schedules"
    private let context: UpContext
    private let scheduler: Scheduler

    /// - Parameter work: does what a slot asks for.
    init(_ context: UpContext, work: SlotWork) {
        self.context = context
        scheduler = Scheduler(
            store: context.workspace.schedules, launch: { await work.run($0, of: $1, began: $2) },
            cancel: { work.cancel($0) },
            log: context.log)
    }

    func run() async throws {
        await scheduler.run(Scheduler.Job.all(of: context.current.pipelines))
    }

    func stop() {
        scheduler.stop()
    }

    /// From now on with the schedules of these; the same ones keep their state.
    func replace(_ pipelines: [Pipeline]) {
        scheduler.replace(Scheduler.Job.all(of: pipelines))
    }

    func status() -> [ScheduleStatus] { scheduler.status() }
}
