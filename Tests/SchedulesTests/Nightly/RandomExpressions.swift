import CompassTesting

/// Schedules of every kind that is accepted, without `H`.
enum RandomExpressions {
    static func next(_ random: inout SeededRandom) -> String {
        var fields = [
            field(0...59, [], &random), field(0...23, [], &random), monthDay(&random), month(&random), weekday(&random),
        ]
        if random.below(5) == 0 { fields.insert(field(0...59, [], &random), at: 0) }
        // Most schedules are for every day, and every few hours.
        if random.below(2) == 0 { fields.replaceSubrange((fields.count - 3)..., with: ["*", "*", "*"]) }
        return fields.joined(separator: random.below(4) == 0 ? " \t" : " ")
    }

    /// Day, month and day of the week only.
    static func nextDate(_ random: inout SeededRandom) -> String {
        "0 0 \(monthDay(&random)) \(month(&random)) \(weekday(&random))"
    }

    private static func month(_ random: inout SeededRandom) -> String {
        random.below(2) == 0
            ? "*"
            : field(
                1...12, ["", "jan", "FEB", "Mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
                &random)
    }

    private static func monthDay(_ random: inout SeededRandom) -> String {
        switch random.below(8) {
        case 0: ["L", "LW", "L-3", "l-30", "1W", "15W", "31W", "30w,L", "L-3W", "l-29w,L-1W"][random.below(10)]
        case 1...3: "*"
        default: field(1...31, [], &random)
        }
    }

    private static func weekday(_ random: inout SeededRandom) -> String {
        switch random.below(8) {
        case 0: ["5L", "friL", "FRI#L", "5#3", "mon#5", "0#1,7L", "7#2", "sun#1"][random.below(8)]
        case 1: "fri-sun"
        case 2...4: "*"
        default: field(0...7, ["sun", "MON", "Tue", "wed", "thu", "fri", "sat", "7"], &random)
        }
    }

    private static func field(_ range: ClosedRange<Int>, _ names: [String], _ random: inout SeededRandom) -> String {
        func value(_ value: Int) -> String {
            names.isEmpty || random.below(2) == 0 ? String(value) : names[value]
        }
        func item() -> String {
            let low = range.lowerBound + random.below(range.count)
            switch random.below(7) {
            case 0: return "*/\(1 + random.below(range.count + 3))"
            case 1: return "*"
            case 2: return "\(value(low))/\(1 + random.below(range.count))"
            case 3: return "\(low)-\(low + random.below(range.upperBound - low + 1))"
            case 4: return "\(low)-\(low + random.below(range.upperBound - low + 1))/\(1 + random.below(9))"
            default: return value(low)
            }
        }
        return (0...max(0, random.below(4) - 1)).map { _ in item() }.joined(separator: ",")
    }
}
