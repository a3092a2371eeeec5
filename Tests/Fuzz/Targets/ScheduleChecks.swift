import Platform

@testable import Schedules

/// What holds for the times of every schedule in every zone.
enum ScheduleChecks {
    static func check(_ schedule: Schedule, from second: Int, steps: Int) {
        let shown = "`\(schedule.expression.text)` in \(schedule.zone.name)"
        var time = Timestamp(seconds: second)
        for _ in 0..<steps {
            guard let next = schedule.next(after: time) else {
                // A schedule without a day that ever comes is refused, so this is the end of time.
                require(schedule.last(atOrBefore: endOfTime, after: time) == nil, "\(shown) has no time after \(time)")
                return
            }
            require(next > time, "\(shown): \(next) is later than \(time)")
            let last = schedule.last(atOrBefore: next, after: time)
            require(last == next, "\(shown): the last time after \(time) up to \(next) is \(String(describing: last))")
            let count = schedule.count(after: time, through: next)
            require(count == 1, "\(shown): there is one time after \(time) up to \(next), not \(count)")
            time = next
        }
    }

    private static let endOfTime = Timestamp(seconds: 1 << 40)
}
