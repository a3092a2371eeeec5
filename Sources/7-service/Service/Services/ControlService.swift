internal import Diagnostics
internal import Glibc
internal import Platform
internal import Representations
internal import Synchronization
internal import WatchedFolders

/// Answers what the process does: on its socket, to the service manager, and to its watchdog.
final class ControlService: Service {
    let name = "control"
    private let reporter: any ServiceReporting
    private let notifier: ServiceNotifier
    private let socket: ControlSocket?
    private let waker = AsyncSignal()
    private let isAlive = Mutex(true)

    private static let interval = Duration.seconds(10)

    /// Listens from the return on; a socket that cannot be made is told and done without.
    init(root: Path, reporter: any ServiceReporting, notifier: ServiceNotifier, log: Log) {
        self.reporter = reporter
        self.notifier = notifier
        let path = root == "." ? ControlSocket.name : root.appending(ControlSocket.name)
        do {
            socket = try ControlSocket(path, of: reporter, log: log)
        } catch {
            socket = nil
            log.warning(
                "control-socket", "The control socket cannot be made, so `status` cannot reach this process",
                .init("path", path), .init("reason", error))
        }
        if let problem = notifier.problem { log.warning("service-manager", problem) }
    }

    func run() async {
        // That this loop goes on shows that the threads of the services are not all stuck.
        let interval = notifier.watchdog.map { min(Self.interval, $0 / 4) } ?? Self.interval
        notifier.feedWatchdog(while: { [self] in
            isAlive.withLock { isAlive in
                defer { isAlive = false }
                return isAlive
            }
        })
        var told: String?
        repeat {
            isAlive.withLock { $0 = true }
            if notifier.isListenedTo {
                let status = Self.status(reporter.report())
                // A manager that is slow to read has room for few messages, which others need more.
                if status != told { notifier.status(status) }
                told = status
            }
        } while await waker.wait(atMost: interval)
        notifier.stopFeeding()
        await socket?.close()
    }

    func stop() {
        waker.stop()
    }

    /// What `systemctl status` shows.
    static func status(_ report: ServiceReport) -> String {
        let waiting = report.intakes.map(\.waitingCount).reduce(0, +)
        var parts = [
            "\(HumanFormat.count(report.active, "run"))", "\(report.queued) queued",
            "\(HumanFormat.count(waiting, "file")) waiting",
        ]
        let paused = report.intakes.count { $0.state == .paused }
        if paused > 0 { parts.append("\(HumanFormat.count(paused, "watched folder")) paused") }
        if report.outboxWaiting > 0 {
            parts.append("\(HumanFormat.count(report.outboxWaiting, "notification")) waiting")
        }
        if report.lastReload?.problems != nil { parts.append("the last reload refused some files") }
        return parts.joined(separator: ", ")
    }
}
