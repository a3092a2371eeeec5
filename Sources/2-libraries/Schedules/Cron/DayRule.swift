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
