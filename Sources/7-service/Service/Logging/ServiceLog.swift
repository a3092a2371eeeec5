package import Diagnostics
internal import Glibc
package import Platform
internal import Synchronization

/// The log of a long-lived process. Whoever tells something never waits: entries are written on a thread of their own, and
/// when a thousand wait for a slow reader, further ones are let go, counted, and their number told as soon as it is
/// possible. A reader that is gone costs the entries and nothing else.
package final class ServiceLog: Sendable {
    /// For services.
    package let log: Log

    private enum Item: Sendable {
        case entry(LogEntry, Timestamp)
        /// Everything before it has been written.
        case mark(@Sendable () -> Void)
    }

    private struct State: Sendable {
        var waiting = 0
        var lost = 0
    }

    private let thread: SerialThread<Item>

    /// How many entries wait at most.
    static let capacity = 1_000

    /// - Parameters:
    ///   - level: what matters less is not written.
    ///   - now: stamps entries.
    package init(
        to destination: any LogDestination, level: LogEntry.Level = .info, capacity: Int = ServiceLog.capacity,
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }
    ) {
        let state = SharedState()
        let thread = SerialThread<Item>(name: "log") { items in
            for item in items {
                switch item {
                case .entry(let entry, let time):
                    state.value.withLock { $0.waiting -= 1 }
                    Self.write(entry, at: time, to: destination, state)
                case .mark(let reached): reached()
                }
            }
        }
        self.thread = thread
        log = Log { entry in
            guard entry.level >= level else { return }
            let hasRoom = state.value.withLock { state in
                if state.waiting >= capacity {
                    state.lost += 1
                    return false
                }
                state.waiting += 1
                return true
            }
            if hasRoom { thread.put(.entry(entry, now())) }
        }
    }

    /// A log on standard error.
    ///
    /// - Parameters:
    ///   - format: `auto` finds out.
    ///   - isInteractive, style: what standard error leads to, and how text is coloured there.
    ///   - shown: a time in text for people.
    package convenience init(
        _ format: LogFormat, level: LogEntry.Level, errors: FileDescriptor, isInteractive: Bool, style: Style,
        shown: @escaping @Sendable (Timestamp) -> String = { $0.description },
        journal: Path = JournalDestination.standardSocket,
        environment: (String) -> String? = LogFormat.processVariable
    ) {
        let resolved = format.resolved(errors: errors, isInteractive: isInteractive, environment: environment)
        if resolved != .journald {
            let line = StreamDestination.line(resolved, style: style, shown: shown)
            self.init(to: StreamDestination(errors.number, line: line), level: level)
            return
        }
        let isRead = LogFormat.journalReads(errors, environment: environment)
        let plain = isInteractive ? LogFormat.text : .logfmt
        let fallback = StreamDestination(
            errors.number, line: StreamDestination.line(isRead ? .journald : plain, style: style, shown: shown))
        do {
            self.init(to: try JournalDestination(socket: journal, fallback: fallback), level: level)
        } catch {
            self.init(to: fallback, level: level)
            log.error(
                "journal-unreachable", "The journal cannot be reached; the log goes to standard error",
                .init("reason", error))
        }
    }

    /// Waits until what was told before is written, but no longer than `timeout`: a reader that hangs keeps nobody.
    ///
    /// - Returns: whether all is written.
    @discardableResult
    package func flush(within timeout: Duration) async -> Bool {
        await withCheckedContinuation { continuation in
            let once = Once(continuation)
            thread.put(.mark { once.resume(true) })
            once.alarm(AlarmClock.shared.set(after: timeout) { once.resume(false) })
        }
    }

    private static func write(
        _ entry: LogEntry, at time: Timestamp, to destination: any LogDestination, _ state: SharedState
    ) {
        do throws(SystemError) {
            let lost = state.value.withLock { $0.lost }
            if lost > 0 {
                let note = LogEntry(
                    .warning, "log-lines-lost", "The log's reader was too slow or gone, and lines were lost",
                    [.init("lines", lost)])
                try destination.write(note, at: time)
                state.value.withLock { $0.lost -= lost }
            }
            try destination.write(entry, at: time)
        } catch {
            state.value.withLock { $0.lost += 1 }
        }
    }

    /// What those who tell and the thread that writes share.
    private final class SharedState: Sendable {
        let value = Mutex(State())
    }

    /// Resumes a continuation the first time.
    private final class Once: Sendable {
        private let state: Mutex<(continuation: CheckedContinuation<Bool, Never>?, alarm: Alarm)>

        init(_ continuation: CheckedContinuation<Bool, Never>) {
            state = Mutex((continuation, .stopped))
        }

        func alarm(_ alarm: Alarm) {
            state.withLock { $0.alarm = alarm }
        }

        func resume(_ value: Bool) {
            let (continuation, alarm) = state.withLock { state in
                defer { state.continuation = nil }
                return (state.continuation, state.alarm)
            }
            alarm.stop()
            continuation?.resume(returning: value)
        }
    }
}
