public import Documents
public import Platform

/// What is remembered of schedules. It shares the journal's database.
public protocol ScheduleStore: Sendable {
    /// Up to when a schedule's slots are decided; nil: it is new.
    func position(pipeline: String, schedule: String) async throws -> Timestamp?

    /// Decides slots and moves the schedule's position, in one transaction; on disk on return. Does nothing when the
    /// position is not `former` any more: somebody else has decided. A slot that is on record already stays as it is,
    /// so that none is claimed twice, whatever the clock did.
    ///
    /// - Parameter former: as `position` had told; nil: the schedule was new.
    /// - Returns: the slots that are now on record and were not before; nil: somebody else has decided.
    func decide(
        _ slots: [ScheduleSlot], pipeline: String, schedule: String, from former: Timestamp?, through: Timestamp
    ) async throws -> [ScheduleSlot]?

    /// Tells how a claimed slot ended: its state, its run and the reason. Does nothing when it is not claimed any
    /// more. On disk on return.
    func finish(_ slot: ScheduleSlot) async throws

    /// Slots that are claimed and not finished, oldest first.
    func claimed() async throws -> [ScheduleSlot]

    /// Newest first.
    ///
    /// - Parameter pipeline: nil: of all.
    func slots(ofPipeline pipeline: String?, limit: Int, after cursor: String?) async throws -> Page<ScheduleSlot>
}

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
