internal import Platform
internal import Workspaces

/// How times are shown: to people at a terminal by the clock where they are, elsewhere in UTC, as RFC 3339 has it. A day has no
/// zone that could be told, so it is by the clock everywhere, as the options read it that take one.
struct TimeText: Sendable {
    let isLocal: Bool

    /// To the second.
    func text(_ time: Timestamp) -> String {
        isLocal ? LocalClock.text(of: time) : String(time.description.prefix(19)) + "Z"
    }

    /// In lines of a log: to the millisecond where programs read it.
    func inLog(_ time: Timestamp) -> String { isLocal ? LocalClock.text(of: time) : time.description }

    func day(_ time: Timestamp) -> String { String(LocalClock.text(of: time).prefix(10)) }
}

extension StandardStreams {
    /// For standard output.
    var times: TimeText { TimeText(isLocal: terminal.width != nil) }
    /// For standard error.
    var errorTimes: TimeText { TimeText(isLocal: errorTerminal.width != nil) }
}
