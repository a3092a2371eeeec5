public import Pipelines
public import Platform

/// What a simulated scheduler did about a slot.
public struct SimulationEvent: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable, Hashable {
        /// It started in its turn.
        case fires
        /// It was missed, and started afterwards.
        case caughtUp = "caught-up"
        case skipped
        /// It ran, and was ended for a later one.
        case cancelled
    }

    public let kind: Kind
    /// As it would be on record; one that runs is claimed.
    public let slot: ScheduleSlot
    /// When it happened: with jitter, and after the wait for a former run.
    public let time: Timestamp
}
