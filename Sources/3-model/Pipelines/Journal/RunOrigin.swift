/// The run that another one goes on from.
public struct RunOrigin: Sendable, Hashable {
    /// Why there is a further run.
    public enum Kind: String, Sendable, CaseIterable, Hashable {
        /// `runs retry`: from the stage that had failed.
        case retry
        /// `runs replay`: from a stage that somebody chose.
        case replay
        /// `quarantine release`: from the beginning, with the bytes that were kept.
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
