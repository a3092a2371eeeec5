/// `dedup`: what is done with a document that was there before.
public struct DeduplicationDefinition: Sendable {
    /// What becomes of a run whose key another one has.
    public enum Action: String, Sendable, CaseIterable, Hashable {
        /// The first run's result is this one's; nothing is done.
        case attach
        /// A run is recorded as skipped.
        case skip
        /// A run is recorded as rejected.
        case reject
        /// It runs all the same: a new version.
        case version
    }

    /// A string; sees the document with `sha256` and `size`, `inputs`, `env`, `run.owner` and `trigger`. nil: the digest
    /// with the owner and the type of document.
    public let key: CompiledValue?
    public let action: Action

    public init(key: CompiledValue?, action: Action = .attach) {
        self.key = key
        self.action = action
    }
}
