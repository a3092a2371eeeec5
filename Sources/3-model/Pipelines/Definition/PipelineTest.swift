public import Diagnostics
public import Documents
public import Platform

/// A case of `tests:`, as the file says it.
public struct PipelineTest: Sendable {
    public let name: String
    /// Where its name stands.
    public let span: SourceSpan
    /// The document, relative to the pipeline's file; nil: a run without a document.
    public let file: String?
    public let fileSpan: SourceSpan?
    /// What is given of the document of the catalog that the run is for; nil: the run is not for one.
    public let document: Record?
    /// Of the inputs' types.
    public let inputs: Record
    /// Environment variables.
    public let env: [(name: String, value: String)]
    public let trigger: Record
    public let mocks: [Mock]
    public let expectations: [Expectation]

    public init(
        name: String, span: SourceSpan, file: String?, fileSpan: SourceSpan?, document: Record? = nil,
        inputs: Record,
        env: [(name: String, value: String)], trigger: Record, mocks: [Mock], expectations: [Expectation]
    ) {
        self.name = name
        self.span = span
        self.file = file
        self.fileSpan = fileSpan
        self.document = document
        self.inputs = inputs
        self.env = env
        self.trigger = trigger
        self.mocks = mocks
        self.expectations = expectations
    }

    /// A stage that is not run, and what it gives instead.
    public struct Mock: Sendable {
        /// How its tries end.
        public enum Result: Sendable, Hashable {
            case outputs(Record)
            case error(ErrorClass)
            case rejected(message: String)
        }

        /// The stage's id.
        public let stage: String
        /// How tries end: the first `times` of them like `first`, and those after it like `rest`; without `rest`, the
        /// stage itself is run then.
        public let first: Result
        /// nil: all tries.
        public let times: Int?
        public let rest: Result?
        public let span: SourceSpan

        public init(stage: String, first: Result, times: Int?, rest: Result?, span: SourceSpan) {
            self.stage = stage
            self.first = first
            self.times = times
            self.rest = rest
            self.span = span
        }
    }

    /// One thing that has to hold at the end of the run, and where the file says so.
    public struct Expectation: Sendable {
        public enum What: Sendable, Hashable {
            case status(RunStatus)
            /// The stage that ended the run.
            case failedStage(String)
            /// A part of the error's message.
            case message(String)
            /// An output of a stage.
            case output(stage: String, name: String, Value)
            /// A fact of the document.
            case fact(String, Value)
            case called(String)
            case notCalled(String)
            case undone(String)
            /// Some notification has each of these that is not nil; in the order of the file, each is matched once.
            case notification(channel: String?, subject: String?, body: String?)
            /// How many notifications there are in all.
            case notificationCount(Int)
        }

        public let what: What
        public let span: SourceSpan

        public init(_ what: What, span: SourceSpan) {
            self.what = what
            self.span = span
        }
    }
}
