internal import Glibc
internal import Pipelines
package import Platform
internal import Schedules

/// What clocks show where the program runs: in the zone that `TZ` names, or else in the machine's.
package enum LocalClock {
    /// "2026-03-08 02:30:00"
    package static func text(of time: Timestamp) -> String {
        let text = shown(at: time).description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
    }

    /// The time at which clocks in UTC show what clocks here do at that time: it is taken apart without asking for a zone.
    package static func shown(at time: Timestamp) -> Timestamp {
        let seconds = Int((Double(time.microseconds) / 1_000_000).rounded(.down))
        return Timestamp(microseconds: Int64(seconds + offset(at: seconds)) * 1_000_000)
    }

    /// What `time(reading:from:)` reads, behind "must be".
    package static let expectation =
        "a day such as 2026-03-08, a time such as 2026-03-08T02:30 or 2026-03-08T07:30:00Z, or for how long, such as 7d"

    /// A time with its zone, a local one, a day, which begins at midnight, or a duration before `now`; nil: it is none.
    package static func time(reading text: String, from now: Timestamp) -> Timestamp? {
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
