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
