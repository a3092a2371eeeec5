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

/// Which schedule is meant: as the store names it.
struct ScheduleKey: Hashable, Sendable {
    let pipeline: String
    /// Its text and zone: `0 3 * * * America/New_York`.
    let schedule: String

    init(_ trigger: ScheduleTrigger, ofPipeline pipeline: String) {
        self.pipeline = pipeline
        schedule = "\(trigger.cron) \(trigger.zoneName)"
    }

    init(_ slot: ScheduleSlot) {
        pipeline = slot.pipeline
        schedule = slot.schedule
    }

    /// For messages.
    var shown: String { "`\(Printable.text(schedule))` of \(Printable.text(pipeline))" }
}

extension ScheduleTrigger {
    /// UTC where none is given.
    var zoneName: String { timezone ?? "UTC" }
}

/// An even number for a slot, the same in every process: FNV-1a over the names, then SplitMix64's mixing.
enum JitterHash {
    static func value(of key: ScheduleKey, at time: Timestamp) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in [key.pipeline, key.schedule] {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
        }
        var mixed = hash &+ UInt64(bitPattern: time.microseconds) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
