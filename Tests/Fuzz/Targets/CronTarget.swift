import Platform

@testable import Schedules

/// The first line is a schedule, the second a time in seconds since 1970. The next time is strictly later, and the ways of
/// asking for it agree.
enum CronTarget: FuzzTarget {
    static let name = "cron"

    private static let zones = [
        "UTC", "America/New_York", "Europe/Dublin", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia",
    ].map { name in required("the zone \(name)") { try TimeZone(named: name) } }

    static func run(_ input: [UInt8]) {
        let lines = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = lines.first else { return }
        let text = String(decoding: first, as: UTF8.self)
        let second = lines.count > 1 ? Int(String(decoding: lines[1].prefix(12), as: UTF8.self)) ?? 0 : 0
        let expression: CronExpression
        do {
            expression = try CronExpression(text, seed: "seed")
        } catch {
            require(!error.message.isEmpty, "a refusal says why")
            require(isInside(error.range, text), "\(error) is inside of the text, and is at \(error.range)")
            return
        }
        for warning in expression.warnings {
            require(isInside(warning.range, text), "\(warning) is inside of the text, and is at \(warning.range)")
        }
        let zone = zones[Int(second.magnitude % UInt(zones.count))]
        ScheduleChecks.check(Schedule(expression, in: zone), from: second, steps: 4)
    }

    private static func isInside(_ range: Range<Int>, _ text: String) -> Bool {
        range.lowerBound >= 0 && range.upperBound <= text.utf8.count
    }
}
