/// A schedule's text, read as cronie on Debian reads it, with seconds as an optional leading sixth field, Quartz's
/// `L W LW L-n #` and Jenkins' `H`. A value. What is accepted in full stands in `docs/guides/schedules.md`.
public struct CronExpression: Sendable, Hashable {
    /// As it was written.
    public let text: String
    /// What can be carried out and is probably not meant, in the text's order.
    public let warnings: [CronWarning]
    let table: CronTable

    /// - Parameter seed: what `H` stands for a fixed time of; usually the pipeline's name.
    /// - Throws: `CronError`, also for dates that never come, such as 30 February.
    public init(_ text: String, seed: String) throws(CronError) {
        var parser = CronParser(text, seed: seed)
        self.text = text
        table = try parser.parse()
        warnings = parser.warnings
    }

    /// Whether real intervals are kept when clocks are changed: the text of the minute or the hour begins with `*`.
    public var isInterval: Bool { table.isInterval }
}

/// The fields of a schedule, in their order.
enum CronField: CaseIterable {
    case second, minute, hour, dayOfMonth, month, dayOfWeek

    /// For messages.
    var name: String {
        switch self {
        case .second: "second"
        case .minute: "minute"
        case .hour: "hour"
        case .dayOfMonth: "day of month"
        case .month: "month"
        case .dayOfWeek: "day of week"
        }
    }

    /// Sunday is 0 and 7.
    var range: ClosedRange<Int> {
        switch self {
        case .second, .minute: 0...59
        case .hour: 0...23
        case .dayOfMonth: 1...31
        case .month: 1...12
        case .dayOfWeek: 0...7
        }
    }

    /// What `H` chooses from: days that every month has, and each day of the week once.
    var hashRange: ClosedRange<Int> {
        switch self {
        case .dayOfMonth: 1...28
        case .dayOfWeek: 0...6
        default: range
        }
    }

    /// Names of values, the first one for the lowest.
    var words: [String] {
        switch self {
        case .month: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        case .dayOfWeek: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        default: []
        }
    }

    /// How many values come before they begin again.
    var cycle: Int { self == .dayOfWeek ? 7 : range.count }

    /// What it is a part of, for messages.
    var whole: String {
        switch self {
        case .second: "minute"
        case .minute: "hour"
        case .hour: "day"
        case .dayOfMonth: "month"
        case .month: "year"
        case .dayOfWeek: "week"
        }
    }
}

/// What `H` stands for: a number that is made of the seed and the field, the same on every machine and for ever.
struct CronHash {
    private let value: UInt64

    /// FNV-1a over both, mixed so that the low bits depend on all of them (the finaliser of SplitMix64).
    init(seed: String, field: CronField) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in Array(seed.utf8) + [0] + Array(field.name.utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        value = hash ^ (hash >> 31)
    }

    /// From 0 to one less than `count`, which is positive.
    func choice(of count: Int) -> Int { Int(value % UInt64(count)) }
}

/// A day of a month that depends on the month's length or its first day.
enum DayRule: Hashable {
    /// `L`, and `L-3`: so many days before the last one.
    case last(minus: Int)
    /// `LW`, and `L-3W`: the day from Monday to Friday that is nearest to the one so many days before the last one, within
    /// the month; none where the month is too short.
    case lastWorkday(minus: Int)
    /// `15W`: the day from Monday to Friday that is nearest, within the month; none where the month has no such day.
    case workday(nearest: Int)
    /// `5L`: the last such day of the week.
    case lastWeekday(Int)
    /// `5#3`: the third such day of the week.
    case weekday(Int, number: Int)

    /// - Parameter first: the day of the week of the month's first day.
    func day(first: Int, length: Int) -> Int? {
        func weekday(_ day: Int) -> Int { (first + day - 1) % 7 }
        func workday(nearest day: Int) -> Int {
            switch weekday(day) {
            case 6: day == 1 ? 3 : day - 1
            case 0: day == length ? day - 2 : day + 1
            default: day
            }
        }
        switch self {
        case .last(let days):
            return days < length ? length - days : nil
        case .lastWorkday(let days):
            return days < length ? workday(nearest: length - days) : nil
        case .workday(let day):
            return day <= length ? workday(nearest: day) : nil
        case .lastWeekday(let wanted):
            return length - (weekday(length) - wanted + 7) % 7
        case .weekday(let wanted, let number):
            let day = 1 + (wanted - first + 7) % 7 + (number - 1) * 7
            return day <= length ? day : nil
        }
    }
}
