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
