public import Documents
public import Platform

/// The record of batches, in the journal's database.
public protocol BatchJournal: Sendable {
    /// Adds a batch, or changes what is on record of it; one that was cancelled stays as it is. On disk on return.
    func put(_ batch: BatchRecord) async throws

    /// Gives an unfinished batch up, whoever works on it: in one step it is on record as cancelled, no further run of it
    /// begins, and those that are not finished are wanted cancelled, as by `RunLeases.requestCancellation`. What is on
    /// record of it does not change any more. On disk on return.
    func cancelBatch(_ id: String) async throws -> BatchCancellation

    /// Takes a batch for the caller: nobody else works on it until `disclaim`, or until the process ends, however it ends.
    ///
    /// - Returns: false when somebody else has it, in this process or in another one.
    func claim(_ id: String) async throws -> Bool

    /// Gives a batch up that `claim` gave; one that was not given stays as it is.
    func disclaim(_ id: String) async throws

    func batch(_ id: String) async throws -> BatchRecord?

    /// Newest first.
    ///
    /// - Parameter pipeline: nil: of all.
    func batches(ofPipeline pipeline: String?, limit: Int, after cursor: String?) async throws -> Page<BatchRecord>

    /// Those that are not finished, oldest first.
    func unfinishedBatches() async throws -> [BatchRecord]

    /// How many of its runs have which status.
    func counts(ofBatch id: String) async throws -> [RunStatus: Int]
}

extension BatchJournal {
    /// How many items of a batch have been handed to runs: what is on record of a batch that goes on is only up to the
    /// last page that is done, and its runs are there from their start.
    public func progress(of batch: BatchRecord) async throws -> Int {
        if batch.status != .running { return batch.items }
        return max(batch.items, try await counts(ofBatch: batch.id).values.reduce(0, +))
    }
}

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

/// What became of the wish to give a batch up.
public enum BatchCancellation: Sendable, Hashable {
    /// It is cancelled; `runs` are those that were not finished, oldest first.
    case cancelled(runs: [String])
    /// It has ended already.
    case finished(RunStatus)
    /// There is no such batch.
    case unknown
}
