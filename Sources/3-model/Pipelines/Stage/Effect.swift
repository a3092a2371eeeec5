/// What a stage does to the world, and so what the journal has to do around it.
public enum Effect: String, Sendable, CaseIterable, Hashable {
    /// Nothing: it may be run again at will, and is not synced by itself.
    case none
    /// Keyed so that a repeat is harmless. Its intent is durable before, its outputs are after.
    case idempotent
    /// Writes the catalog in the same transaction that records the stage.
    case transactional
    /// Queues a notification in the same transaction that records the stage.
    case outbox
    /// Cannot be repeated or taken back.
    case irreversible
}
