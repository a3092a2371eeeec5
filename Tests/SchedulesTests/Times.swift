import Platform
import Schedules

/// A schedule's times as text.
func times(
    _ cron: String, in zone: String = "UTC", from: String, count: Int, seed: String = "", through: String? = nil
) throws -> [String] {
    let zone = try Schedules.TimeZone(named: zone)
    let schedule = Schedule(try CronExpression(cron, seed: seed), in: zone)
    // `from` itself counts.
    var time = Timestamp(microseconds: try zone.timestamp(reading: from).microseconds - 1)
    let end = try through.map { try zone.timestamp(reading: $0) }
    var found: [String] = []
    while found.count < count, let next = schedule.next(after: time), end.map({ next <= $0 }) ?? true {
        found.append(zone.text(of: next))
        time = next
    }
    return found
}
