internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization
internal import Workspaces

/// The runs of the process at its end: none begins any more, and those that go on get their time.
final class RunService: Service {
    let name = "runs"
    private let context: UpContext
    private let waker = AsyncSignal()
    private let alarm = Mutex(Alarm.stopped)

    init(_ context: UpContext) {
        self.context = context
    }

    func run() async {
        while await waker.wait(atMost: nil) {}
    }

    func stop() {
        if waker.isStopped { return }
        let engine = context.engine
        let grace = context.workspace.definition.shutdownGrace
        context.stop()
        let load = context.dispatcher.load
        context.log.info(
            "stopping", "Nothing new begins, and running runs get their time", .init("active", load.active),
            .init("waiting", load.waiting), .init("grace", grace))
        // What only waits would wait for longer than anybody gives it.
        engine.suspendWaiting()
        let log = context.log
        alarm.withLock { alarm in
            alarm.stop()
            alarm = AlarmClock.shared.set(after: grace.duration) {
                log.warning("grace-over", "Runs are left unfinished for the next start", .init("grace", grace))
                engine.suspendAll()
            }
        }
        waker.stop()
    }

    /// All runs have ended.
    func end() {
        alarm.withLock { $0.stop() }
    }
}
