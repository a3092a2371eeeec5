internal import Pipelines
internal import Platform
internal import Schedules

/// What a trigger says about its slots, with every default filled in.
struct SlotRules: Sendable, Hashable {
    /// How late the newest slot may be decided and still count as on time; those before it are missed. Longer than the
    /// scheduler ever sleeps, so that a clock which is put forward by a little makes no slot late.
    static let grace = Duration.seconds(60)
    /// More missed slots than these are not made up for one by one unless the pipeline says so.
    static let standardLimit = 100
    /// The clock may go back that far and slots wait until it has caught up, so that none fires twice. A position that
    /// lies further ahead comes from a clock that was wrong: waiting for it would be silence for hours or years.
    /// cronie draws the line at the same place.
    static let largestStepBack = Duration.seconds(3 * 3_600)

    var overlap: ScheduleTrigger.Overlap
    var catchUp: ScheduleTrigger.CatchUp
    /// Of `catchUp` all.
    var limit: Int
    /// Not negative.
    var jitter: Duration

    init(_ trigger: ScheduleTrigger) {
        overlap = trigger.overlap
        catchUp = trigger.catchUp
        limit = max(1, trigger.catchUpLimit ?? Self.standardLimit)
        jitter = trigger.jitter?.duration ?? .zero
    }
}

/// What is to be put on record about the slots up to a time.
struct SlotDecision: Sendable, Hashable {
    /// In the order of their times; those that are claimed have no run yet.
    var slots: [ScheduleSlot] = []
    /// Up to when slots are decided now.
    var position: Timestamp
    /// Whether the position went back, since it was far ahead of the clock.
    var goesBack = false
    /// How many slots were missed, those that are made up for included.
    var missed = 0

    var skipped: [ScheduleSlot] { slots.filter { $0.state == .skipped } }
    var claimed: [ScheduleSlot] { slots.filter { $0.state == .claimed } }
}

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

extension Timestamp {
    /// How much later `left` is; negative: earlier.
    static func - (left: Timestamp, right: Timestamp) -> Duration {
        .microseconds(left.microseconds - right.microseconds)
    }
}
