internal import Glibc
internal import Platform
internal import Synchronization

/// Tells the service manager how a service does: the protocol of sd_notify(3).
///
/// No call waits and none fails. What the manager has no room for now is sent again until it has, if it is about start,
/// reload or end: without its `READY=1` a manager ends a service that works. Other messages are lost, as all are when it does
/// not listen at all; `lost` counts them.
final class ServiceNotifier: Sendable {
    /// How often the manager has to hear that the service is alive; nil: it does not ask.
    let watchdog: Duration?

    private let socket: FileDescriptor?
    private let address: UnixAddress?
    private let lostMessages = Mutex(0)
    /// What there was no room for, oldest first.
    private let backlog = Mutex<[[UInt8]]>([])
    private static let maxKept = 16
    private static let pause = Duration.milliseconds(50)
    private let alarm = Mutex<Alarm?>(nil)

    /// Why there is a `NOTIFY_SOCKET` that cannot be used; nil: nothing is wrong.
    let problem: String?

    /// - Parameters:
    ///   - environment: looks a variable up: `NOTIFY_SOCKET`, `WATCHDOG_USEC`, `WATCHDOG_PID`.
    ///   - process: this one's id.
    init(environment: (String) -> String? = LogFormat.processVariable, process: Int32 = getpid()) {
        var parts: (FileDescriptor, UnixAddress)?
        var problem: String?
        if let notation = environment("NOTIFY_SOCKET"), !notation.isEmpty {
            do throws(SystemError) {
                parts = (try UnixSocket.datagram(), try UnixAddress(notation: notation))
            } catch {
                problem = "NOTIFY_SOCKET cannot be used, so nothing is reported to the service manager: \(error)"
            }
        }
        (socket, address) = (parts?.0, parts?.1)
        self.problem = problem
        watchdog = parts == nil ? nil : Self.watchdog(environment, process)
    }

    /// Whether somebody wants to be told.
    var isListenedTo: Bool { socket != nil }

    /// How many messages could not be delivered.
    var lost: Int { lostMessages.withLock { $0 } }

    /// The service works, for the first time or after a reload.
    func ready(_ status: String? = nil) {
        send(["READY=1"], status, isKept: true)
    }

    /// The definitions are being read anew; `ready` follows.
    func reloading() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let microseconds = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
        send(["RELOADING=1", "MONOTONIC_USEC=\(microseconds)"], nil, isKept: true)
    }

    /// The service ends.
    func stopping(_ status: String? = nil) {
        send(["STOPPING=1"], status, isKept: true)
    }

    /// What `systemctl status` shows.
    func status(_ text: String) {
        send([], text)
    }

    /// A start, reload or stop needs this much time from now on.
    func extendTimeout(_ time: Duration) {
        send(["EXTEND_TIMEOUT_USEC=\(Int64(time / .microseconds(1)))"], nil, isKept: true)
    }

    /// Feeds the watchdog at half of its interval from now on, each time that the heart beats. One that has stopped feeds
    /// nothing, so that the manager starts the service anew. Without a watchdog nothing is done.
    ///
    /// - Parameter beats: whether the main loops have made progress since the last call; called on the alarms' thread, so
    ///   it must not block.
    func feedWatchdog(
        while beats: @escaping @Sendable () -> Bool,
        alarm set: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm = {
            AlarmClock.shared.set(after: $0, $1)
        }
    ) {
        guard let watchdog else { return }
        if beats() { send(["WATCHDOG=1"], nil) }
        alarm.withLock { $0 = Alarm.stopped }
        schedule(after: watchdog / 2, while: beats, set)
    }

    /// Feeds it no longer.
    func stopFeeding() {
        alarm.withLock { alarm in
            alarm?.stop()
            alarm = nil
        }
    }

    private func schedule(
        after time: Duration, while beats: @escaping @Sendable () -> Bool,
        _ set: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm
    ) {
        let next = set(time) { [weak self] in
            guard let self, self.alarm.withLock({ $0 != nil }) else { return }
            if beats() { self.send(["WATCHDOG=1"], nil) }
            self.schedule(after: time, while: beats, set)
        }
        alarm.withLock { alarm in
            if alarm == nil { next.stop() } else { alarm = next }
        }
    }

    private func send(_ assignments: [String], _ status: String?, isKept: Bool = false) {
        guard let socket, let address else { return }
        // A line break would begin another assignment.
        let text = assignments + (status.map { ["STATUS=" + Printable.text($0)] } ?? [])
        let message = Array(text.joined(separator: "\n").utf8)
        let isSettled = backlog.withLock { backlog in
            // In the order in which they were said.
            if backlog.isEmpty {
                do throws(SystemError) {
                    try UnixSocket.send(message, from: socket, to: address, waits: false)
                    return true
                } catch {
                    guard isKept, error.code == EAGAIN || error.code == ENOBUFS else { return false }
                }
            }
            guard isKept, backlog.count < Self.maxKept else { return false }
            backlog.append(message)
            if backlog.count == 1 { sendLater() }
            return true
        }
        if !isSettled { lostMessages.withLock { $0 += 1 } }
    }

    private func sendLater() {
        _ = AlarmClock.shared.set(after: Self.pause) { [weak self] in self?.sendBacklog() }
    }

    private func sendBacklog() {
        guard let socket, let address else { return }
        let lost = backlog.withLock { backlog in
            while let message = backlog.first {
                do throws(SystemError) {
                    try UnixSocket.send(message, from: socket, to: address, waits: false)
                    backlog.removeFirst()
                } catch {
                    if error.code == EAGAIN || error.code == ENOBUFS {
                        sendLater()
                        return 0
                    }
                    defer { backlog = [] }
                    return backlog.count
                }
            }
            return 0
        }
        lostMessages.withLock { $0 += lost }
    }

    /// The watchdog of another process, which this one has inherited the variables of, is none.
    private static func watchdog(_ environment: (String) -> String?, _ process: Int32) -> Duration? {
        guard let text = environment("WATCHDOG_USEC"), let microseconds = Int64(text), microseconds > 0 else {
            return nil
        }
        if let owner = environment("WATCHDOG_PID"), owner != String(process) { return nil }
        return .microseconds(microseconds)
    }
}
