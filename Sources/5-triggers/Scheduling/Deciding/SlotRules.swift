internal import Pipelines
internal import Platform

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
