internal import Glibc
internal import Pipelines
internal import Platform
internal import Schedules

/// What clocks show where the user is: in the zone that `TZ` names, or else in the machine's.
enum LocalClock {
    /// "2026-03-08 02:30:00"
    static func text(of time: Timestamp) -> String {
        let seconds = Int((Double(time.microseconds) / 1_000_000).rounded(.down))
        // As if it were UTC, which is written without asking for a zone.
        let shown = Timestamp(microseconds: Int64(seconds + offset(at: seconds)) * 1_000_000)
        let text = shown.description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
    }

    /// A time with its zone, a local one, a day, which begins at midnight, or a duration before `now`; nil: it is none.
    static func time(reading text: String, from now: Timestamp) -> Timestamp? {
        if let span = try? TimeSpan(text) { return now.advanced(by: .milliseconds(-span.milliseconds)) }
        guard let written = try? TimeZone.utc.timestamp(reading: text) else { return nil }
        if let time = text.firstIndex(of: "T"), text[time...].contains(where: { "Zz+-".contains($0) }) {
            return written
        }
        let shown = Int(written.microseconds / 1_000_000)
        // The offset is that of the time itself, which is known only near it; where clocks are put on, the later try counts.
        let guess = shown - offset(at: shown)
        return Timestamp(microseconds: written.microseconds - Int64(offset(at: guess)) * 1_000_000)
    }

    /// In seconds east of Greenwich. The C library knows all that `TZ` may say.
    private static func offset(at seconds: Int) -> Int {
        var (time, local) = (time_t(seconds), tm())
        tzset()
        return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
    }
}

/// How times are shown: to people at a terminal by the clock where they are, elsewhere in UTC, as RFC 3339 has it.
struct TimeText: Sendable {
    let isLocal: Bool

    /// To the second.
    func text(_ time: Timestamp) -> String {
        isLocal ? LocalClock.text(of: time) : String(time.description.prefix(19)) + "Z"
    }

    /// In lines of a log: to the millisecond where programs read it.
    func inLog(_ time: Timestamp) -> String { isLocal ? LocalClock.text(of: time) : time.description }

    func day(_ time: Timestamp) -> String { String(text(time).prefix(10)) }
}

extension StandardStreams {
    /// For standard output.
    var times: TimeText { TimeText(isLocal: terminal.width != nil) }
    /// For standard error.
    var errorTimes: TimeText { TimeText(isLocal: errorTerminal.width != nil) }
}
