/// The run that another one goes on from.
public struct RunOrigin: Sendable, Hashable {
    /// Why there is a further run.
    public enum Kind: String, Sendable, CaseIterable, Hashable {
        /// A retry: from the stage that had failed.
        case retry
        /// A replay: from a stage that somebody chose.
        case replay
        /// A release out of quarantine: from the beginning, with the bytes that were kept.
        case release
    }

    /// Its id.
    public let run: String
    public let kind: Kind

    public init(run: String, kind: Kind) {
        self.run = run
        self.kind = kind
    }
}
