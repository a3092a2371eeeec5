public import Platform

/// One time of a schedule, and what was done about it.
public struct ScheduleSlot: Sendable, Hashable {
    public enum State: String, Sendable, CaseIterable, Hashable {
        /// It is to be run, once, under the run's or batch's id that it has.
        case claimed
        case succeeded, rejected, failed, cancelled
        /// It was let go, for the reason given.
        case skipped
    }

    public let pipeline: String
    /// Which of the pipeline's schedules, by its text and zone: `0 3 * * * America/New_York`.
    public let schedule: String
    /// When it was due, without jitter.
    public let at: Timestamp
    public var state: State
    /// Of the run or batch; nil of one that is skipped, or that began none: a look through watched folders.
    public var run: String?
    /// Whether it was missed and is made up for.
    public var isCaughtUp: Bool
    /// Why it was skipped: "still running", "missed"; with how many more of the same, when there are many. Or what was
    /// done, where no run tells: "looked through 1 watched folder".
    public var reason: String?
    /// How many slots before this one the reason stands for too; so that ten years of downtime are one row.
    public var others: Int
    /// When it was decided.
    public var decidedAt: Timestamp
    /// When it is started, with jitter; nil of one that is skipped.
    public var startsAt: Timestamp?

    public init(
        pipeline: String, schedule: String, at: Timestamp, state: State, run: String? = nil, isCaughtUp: Bool = false,
        reason: String? = nil, others: Int = 0, decidedAt: Timestamp, startsAt: Timestamp? = nil
    ) {
        self.pipeline = pipeline
        self.schedule = schedule
        self.at = at
        self.state = state
        self.run = run
        self.isCaughtUp = isCaughtUp
        self.reason = reason
        self.others = others
        self.decidedAt = decidedAt
        self.startsAt = startsAt
    }
}
