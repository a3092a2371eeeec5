package import Pipelines
package import Platform
package import Schedules

/// Times of schedules as people read them.
package enum SlotText {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// "Sun"
    package static func weekday(_ time: Timestamp, in zone: TimeZone) -> String {
        weekdays[zone.local(at: time).weekday]
    }

    /// "0 3 * * * America/New_York", as the record of slots names it.
    package static func schedule(_ trigger: ScheduleTrigger) -> String {
        "\(trigger.cron) \(trigger.timezone ?? "UTC")"
    }

    /// The zone of a schedule's name. UTC where the system does not know it any more.
    package static func zone(ofSchedule name: String) -> TimeZone {
        guard let word = name.split(separator: " ").last, let zone = try? TimeZone(named: String(word)) else {
            return .utc
        }
        return zone
    }

    /// "12 s", "1m 05s", "2h 03m", "3d 04h".
    package static func distance(from start: Timestamp, to end: Timestamp) -> String {
        let seconds = (end.microseconds - start.microseconds) / 1_000_000
        if seconds < 86_400 { return HumanFormat.timeLeft(seconds: Double(seconds)) }
        let hours = seconds / 3_600
        return "\(hours / 24)d \(hours % 24 < 10 ? "0" : "")\(hours % 24)h"
    }
}
