internal import Pipelines

extension Effect {
    /// What it means for whoever uses the stage, one sentence.
    var doc: String {
        switch self {
        case .none: "Changes nothing; it may be run again at will."
        case .idempotent: "Changes the world in a way that a repeat does not double."
        case .transactional: "Writes the catalog in the same transaction that records the stage, so exactly once."
        case .outbox: "Queues a notification in the same transaction that records the stage."
        case .irreversible: "Cannot be repeated or taken back."
        }
    }
}
