public import Pipelines

/// A run that this process is done with.
public struct RunResult: Sendable {
    public let run: RunRecord
    /// By position, without the elements of `for-each`.
    public let stages: [StageRecord]
    /// Elements of `for-each` that did not succeed, at most `maxItems` a stage.
    public let items: [StageRecord]
    /// Trouble with recording the run itself; the run's own outcome stands beside it.
    public let journalFailure: RunFailure?
    /// The run whose result this is, since the document was there before; nothing was done.
    public let duplicateOf: String?
    /// The run that was asked for and did not begin, where `run` is the one whose result it gets.
    public let request: RunRecord?
    /// The names of inputs that were asked for otherwise than of the run that had brought the same bytes, and that changed
    /// nothing.
    public let notTaken: [String]
    /// Whether the run is left unfinished: another process took it over, or it was given up for the next start.
    public let isAbandoned: Bool
    /// Whether it may have put notifications into the outbox; false only where its pipeline has no stage that does.
    public let mayAnnounce: Bool

    /// The kind of the error of a run that did not begin, since its batch was cancelled; it is abandoned.
    public static let batchCancelled = "batch-cancelled"

    /// More are counted and not listed.
    public static let maxItems = 100

    public init(
        run: RunRecord, stages: [StageRecord], items: [StageRecord] = [], journalFailure: RunFailure?,
        duplicateOf: String? = nil, request: RunRecord? = nil, notTaken: [String] = [], isAbandoned: Bool = false,
        mayAnnounce: Bool = true
    ) {
        self.run = run
        self.stages = stages
        self.items = items
        self.journalFailure = journalFailure
        self.duplicateOf = duplicateOf
        self.request = request
        self.notTaken = notTaken
        self.isAbandoned = isAbandoned
        self.mayAnnounce = mayAnnounce
    }
}

/// What a run reports while it goes on; its end is the result. Events of one run come in order; those of different runs interleave.
public enum RunEvent: Sendable {
    /// `index`: the place of the request in its batch.
    case runStarted(index: Int, RunRecord)
    /// The run cannot begin before one of those has ended; reported once.
    case runWaiting(RunRecord, behind: [String])
    case stageStarted(run: String, stage: String, attempt: Int, of: Int)
    /// In bytes.
    case progress(run: String, stage: String, done: Int64, total: Int64)
    /// What a stage tells those who follow.
    case log(run: String, stage: String, StageLog)
    /// A try failed and there will be another one after `wait`.
    case retrying(run: String, stage: String, attempt: Int, of: Int, wait: Duration, RunFailure)
    case stageFinished(run: String, StageRecord)
    /// What this process did for a run that it has lost could not be taken back.
    case leftBehind(run: String, String)
}
