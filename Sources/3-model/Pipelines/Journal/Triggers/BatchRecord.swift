public import Platform

/// The runs that one firing of a trigger made of a pipeline's `source`.
public struct BatchRecord: Sendable, Hashable, Identifiable {
    /// A ULID; the ids of its runs follow from it and from their items.
    public let id: String
    public let pipeline: String
    /// The hash of the definition that it is pinned to.
    public let definition: String
    public let inputs: Record
    public let trigger: Record
    public let startedAt: Timestamp
    /// Behind which item of the source it goes on; nil: from the first.
    public var cursor: String?
    /// How many items were handed to runs so far.
    public var items: Int
    /// `running` until all items are done.
    public var status: RunStatus
    public var finishedAt: Timestamp?
    /// Why the source itself could not be read to its end.
    public var error: RunFailure?

    public init(
        id: String, pipeline: String, definition: String, inputs: Record, trigger: Record, startedAt: Timestamp,
        cursor: String? = nil, items: Int = 0, status: RunStatus = .running, finishedAt: Timestamp? = nil,
        error: RunFailure? = nil
    ) {
        self.id = id
        self.pipeline = pipeline
        self.definition = definition
        self.inputs = inputs
        self.trigger = trigger
        self.startedAt = startedAt
        self.cursor = cursor
        self.items = items
        self.status = status
        self.finishedAt = finishedAt
        self.error = error
    }
}

extension BatchRecord {
    /// When the schedule that started it was due; nil: something else started it.
    public var slot: Timestamp? {
        if case .schedule(_, let time, _)? = Trigger(trigger) { time } else { nil }
    }

    /// What the ages of its source count from: its slot, however late it began, so that slots that follow one another
    /// share the time out; otherwise its start.
    public var referenceTime: Timestamp { slot ?? startedAt }
}
