public import Platform

/// A file that is sent in pieces, from its announcement until its run has ended. How much of it is there, its bytes tell and
/// not this record.
public struct UploadRecord: Sendable, Hashable, Identifiable {
    /// How far an upload is. It only ever goes on, in this order, or ends as `expired`.
    public enum State: String, Sendable, CaseIterable, Hashable {
        /// Bytes are awaited.
        case receiving
        /// All bytes are there and on the disk; no run has been given to it yet.
        case complete
        /// The id of its run is on record; whether the run has begun is for the journal to say.
        case running
        /// Its run has ended, and the bytes are the run's business.
        case ended
        /// It was given up before all of it was there.
        case expired
    }

    /// A ULID.
    public let id: String
    /// Whose document it is to be: the id of a person.
    public let owner: String
    /// Of the whole file, in bytes.
    public let length: Int64
    /// What the file is called where it comes from; a name alone, without folders.
    public let name: String
    public let type: DocumentType
    /// nil: what the pipeline makes of the name.
    public let title: String?
    /// The facts of the document that it is to be a version of, as its run is told them; nil: the title tells.
    public let document: Record?
    /// What else the pipeline is to be given.
    public let inputs: Record
    /// The pipeline's name.
    public let pipeline: String
    public var state: State
    /// The run that it was given to; nil: none yet.
    public var run: String?
    public let createdAt: Timestamp
    /// When it is given up unless more of it comes; of one that has ended: when it is forgotten.
    public var expiresAt: Timestamp
    /// When its run had ended, or it was given up.
    public var endedAt: Timestamp?
    /// Whether its sender goes on with it after a break. One that comes in a single request belongs to that until it is whole: nobody
    /// else sends bytes of it, and without the request nothing of it is kept.
    public let isResumable: Bool

    public init(
        id: String, owner: String, length: Int64, name: String, type: DocumentType, title: String?, inputs: Record,
        pipeline: String, state: State = .receiving, run: String? = nil, createdAt: Timestamp, expiresAt: Timestamp,
        endedAt: Timestamp? = nil, document: Record? = nil, isResumable: Bool = true
    ) {
        self.id = id
        self.owner = owner
        self.length = length
        self.name = name
        self.type = type
        self.title = title
        self.document = document
        self.inputs = inputs
        self.pipeline = pipeline
        self.state = state
        self.run = run
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.endedAt = endedAt
        self.isResumable = isResumable
    }

    /// How long an upload waits for more bytes, and how long it is remembered after its end.
    public static let lifetime = Duration.seconds(86_400)
    /// For so long after its last byte, or its announcement, room is kept for the rest.
    public static let reservation = Duration.seconds(600)
    /// So many of one owner may await bytes at a time: of those that can be resumed, and again of the others.
    public static let maxOpen = 100
}

/// Which uploads are meant.
public struct UploadQuery: Sendable, Hashable {
    /// nil: of everybody.
    public var owner: String?
    /// nil: in every state.
    public var state: UploadRecord.State?
    /// Of those that await bytes, whether only those that can be resumed are meant, or only the others; nil: both.
    public var isResumable: Bool?

    public init(owner: String? = nil, state: UploadRecord.State? = nil, isResumable: Bool? = nil) {
        self.owner = owner
        self.state = state
        self.isResumable = isResumable
    }
}
