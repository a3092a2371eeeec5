public import Platform

/// A file that a run refused or could not finish.
public struct QuarantineEntry: Sendable, Hashable, Identifiable {
    /// What became of it.
    public enum State: String, Sendable, CaseIterable, Hashable {
        case held, released, discarded
    }

    /// A ULID.
    public let id: String
    public let run: String
    public let pipeline: String
    /// The id of the stage that decided; empty when no stage is to blame.
    public let stage: String
    /// Rejected or failed.
    public let status: RunStatus
    /// A stable word in kebab-case: "wrong-extension".
    public let kind: String
    /// What happened, for people.
    public let reason: String
    /// The attempt of the stage, from 1.
    public let attempt: Int
    /// Where the pipeline says what decided: "pipelines/transcript.yaml:12".
    public let place: String
    /// As the run was given it; for people.
    public let file: String
    /// The file that the run was about.
    public let source: SourceIdentity
    public let kept: KeptFile
    public let createdAt: Timestamp
    public var state: State
    /// When it was released or discarded.
    public var resolvedAt: Timestamp?
    /// The run that it was released to.
    public var releasedTo: String?

    public init(
        id: String, run: String, pipeline: String, stage: String, status: RunStatus, kind: String, reason: String,
        attempt: Int, place: String, file: String, source: SourceIdentity, kept: KeptFile, createdAt: Timestamp,
        state: State = .held, resolvedAt: Timestamp? = nil, releasedTo: String? = nil
    ) {
        self.id = id
        self.run = run
        self.pipeline = pipeline
        self.stage = stage
        self.status = status
        self.kind = kind
        self.reason = reason
        self.attempt = attempt
        self.place = place
        self.file = file
        self.source = source
        self.kept = kept
        self.createdAt = createdAt
        self.state = state
        self.resolvedAt = resolvedAt
        self.releasedTo = releasedTo
    }
}
