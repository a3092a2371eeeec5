internal import Pipelines
internal import Platform

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
