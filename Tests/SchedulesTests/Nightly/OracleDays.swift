/// The days from 1998 to 2045, counted one by one from a known Thursday.
struct OracleDays: Sendable {
    struct Day: Sendable {
        let year, month, day, weekday, length: Int
    }

    /// 1998-01-01 was a Thursday, 10,227 days after 1970-01-01.
    static let first = 10_227
    static let all: [Day] = {
        var days: [Day] = []
        var weekday = 4
        for year in 1998...2045 {
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...length {
                    days.append(Day(year: year, month: index + 1, day: day, weekday: weekday, length: length))
                    weekday = (weekday + 1) % 7
                }
            }
        }
        return days
    }()
}
