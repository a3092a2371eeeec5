internal import Platform
internal import Schedules

/// When slots are due. Pure, as `Schedule` is.
protocol SlotTimes: Sendable {
    /// The first time that is strictly later than `time`; nil: there is none.
    func next(after time: Timestamp) -> Timestamp?
    /// The last time at or before `time` and after `bound`; nil: none.
    func last(atOrBefore time: Timestamp, after bound: Timestamp) -> Timestamp?
    /// How many times there are after `bound`, up to and including `time`.
    func count(after bound: Timestamp, through time: Timestamp) -> Int
}

extension Schedule: SlotTimes {}
