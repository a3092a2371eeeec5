internal import Glibc
internal import Platform

/// What a long-lived process is told by signals.
package struct ServiceSignals: Sendable {
    /// The signal that asks it to end; finishes after it.
    package let ending: AsyncStream<Int32>
    /// `SIGHUP`, as often as it comes.
    package let others: AsyncStream<Int32>

    package init(ending: AsyncStream<Int32>, others: AsyncStream<Int32>) {
        self.ending = ending
        self.others = others
    }
}

/// What people call a signal.
enum SignalName {
    static func of(_ signal: Int32) -> String {
        switch signal {
        case SIGHUP: "SIGHUP"
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        default: "\(signal)"
        }
    }
}

/// Whether a process is about to be no more.
enum ProcessEnd {
    /// PF_EXITING of the kernel's include/linux/sched.h: it gives back what it has.
    private static let exiting: UInt64 = 0x4

    /// Whether a process is gone, is ending, or is dead and not reaped; proc_pid_stat(5).
    static func isNear(_ process: Int32) -> Bool {
        guard let bytes = try? Files.read(Path("/proc/\(process)/stat"), limit: 4_096) else { return true }
        // Its name is in parentheses and may hold any byte.
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return false }
        let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
        guard let state = fields.first else { return false }
        if ["Z", "X", "x"].contains(state) { return true }
        return fields.count > 6 && (UInt64(fields[6]) ?? 0) & exiting != 0
    }
}
