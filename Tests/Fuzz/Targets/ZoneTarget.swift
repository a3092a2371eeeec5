import Platform

@testable import Schedules

/// The rules that are read are in order, and times, texts and schedules agree under all of them.
enum ZoneTarget: FuzzTarget {
    static let name = "zone"

    private static let expressions = ["30 2 * * *", "*/40 * * * *"].map { text in
        required("the schedule \(text)") { try CronExpression(text, seed: "") }
    }

    static func run(_ input: [UInt8]) {
        let rules: ZoneRules
        do {
            rules = try TZifReader.rules(in: input)
        } catch {
            require(!error.reason.isEmpty, "a refusal says why")
            return
        }
        require(rules.starts.count == rules.offsets.count, "every stretch has an offset")
        require(zip(rules.starts, rules.starts.dropFirst()).allSatisfy(<), "the stretches are in order")
        require(rules.offsets.allSatisfy { abs($0) <= ZoneRules.largestOffset }, "the offsets are such")
        let zone = TimeZone(name: "input", rules: rules)
        // Around the changes that the file tells first and last, within the years that schedules know.
        let changes = rules.starts.filter { abs($0) < 10_000_000_000 }
        for change in changes.prefix(3) + changes.suffix(3) + [1_700_000_000] {
            for second in [change - 1, change, change + 5_000] {
                let time = Timestamp(seconds: second)
                // RFC 3339 has no offsets of a day and more, and no zone on Earth does.
                if abs(zone.offset(at: time)) < 86_400 {
                    let text = zone.text(of: time)
                    let read = required("`\(text)` can be read") { try zone.timestamp(reading: text) }
                    require(read == time, "`\(text)` is \(time), and is read as \(read)")
                }
                switch zone.instants(of: zone.local(at: time)) {
                case .one(let found): require(found == time, "\(time) is shown once, and found as \(found)")
                case .overlap(let first, let second): require(first < second, "\(first) comes before \(second)")
                case .gap(let end): require(false, "\(time) is shown, and is in no gap before \(end)")
                }
            }
            for expression in expressions {
                ScheduleChecks.check(Schedule(expression, in: zone), from: change - 90_000, steps: 3)
            }
        }
    }
}
