public import Platform

/// A run, as the journal keeps it.
public struct RunRecord: Sendable, Hashable {
    public let id: String
    /// The pipeline's name.
    public let pipeline: String
    /// The SHA-256 of the definition that the run is pinned to.
    public let definition: String
    /// As it was named; bytes that are not UTF-8 are escaped. nil in a run without a document.
    public let file: String?
    public let owner: String
    public let inputs: Record
    public let startedAt: Timestamp
    public let keyTimestamp: Int64
    public var status: RunStatus
    /// nil while it runs.
    public var finishedAt: Timestamp?
    /// From a monotonic clock; nil while it runs.
    public var durationMilliseconds: Double?
    /// The document as `--json` shows it; empty until a stage gave something.
    public var document: Record
    public var error: RunFailure?

    public init(
        id: String, pipeline: String, definition: String, file: String?, owner: String, inputs: Record,
        startedAt: Timestamp, keyTimestamp: Int64, status: RunStatus = .running, finishedAt: Timestamp? = nil,
        durationMilliseconds: Double? = nil, document: Record = [:], error: RunFailure? = nil
    ) {
        self.id = id
        self.pipeline = pipeline
        self.definition = definition
        self.file = file
        self.owner = owner
        self.inputs = inputs
        self.startedAt = startedAt
        self.keyTimestamp = keyTimestamp
        self.status = status
        self.finishedAt = finishedAt
        self.durationMilliseconds = durationMilliseconds
        self.document = document
        self.error = error
    }
}

/// Why a run, a stage or an attempt did not succeed.
public struct RunFailure: Sendable, Hashable {
    /// The stage's id; empty when no stage is to blame.
    public let stage: String
    /// A stable word in kebab-case.
    public let kind: String
    public let message: String

    public init(stage: String, kind: String, message: String) {
        self.stage = stage
        self.kind = kind
        self.message = message
    }
}
