internal import Glibc

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
