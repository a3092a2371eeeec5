public import Documents
public import Platform

/// A stage's view of the run that it is part of. Valid until the stage returns.
public struct StageContext: Sendable {
    /// The run's id.
    public let run: String
    /// The pipeline's name.
    public let pipeline: String
    /// The stage's id in the pipeline.
    public let stage: String
    /// The index of the element that the stage runs for; nil without `for-each`.
    public let item: Int?
    /// From 1.
    public let attempt: Int
    /// When the run started; taken once and journaled.
    public let startedAt: Timestamp
    /// Microseconds, unique among the runs of this process: what an object key is made with.
    public let keyTimestamp: Int64
    /// Whose documents the run is about.
    public let owner: String
    /// The document's file, opened once for all stages, or why it could not be opened. nil in a run without a document.
    public let file: Result<SourceFile, SourceFileError>?
    /// What is known of the document so far.
    public let facts: Record
    /// What stages may use.
    public let resources: Resources
    /// What expressions see.
    public let environment: Environment
    /// To be called now and then with bytes done and bytes in all.
    public let progress: @Sendable (Int64, Int64) -> Void
    /// For what those who follow the run should hear.
    public var log: @Sendable (StageLog) -> Void

    public init(
        run: String, pipeline: String, stage: String, item: Int? = nil, attempt: Int, startedAt: Timestamp,
        keyTimestamp: Int64,
        owner: String, file: Result<SourceFile, SourceFileError>?, facts: Record, resources: Resources,
        environment: Environment,
        progress: @escaping @Sendable (Int64, Int64) -> Void, log: @escaping @Sendable (StageLog) -> Void = { _ in }
    ) {
        self.run = run
        self.pipeline = pipeline
        self.stage = stage
        self.item = item
        self.attempt = attempt
        self.startedAt = startedAt
        self.keyTimestamp = keyTimestamp
        self.owner = owner
        self.file = file
        self.facts = facts
        self.resources = resources
        self.environment = environment
        self.progress = progress
        self.log = log
    }

    /// The document's file.
    ///
    /// - Throws: `StageError` when it could not be opened, and in a run without a document.
    public var content: SourceFile {
        get throws(StageError) {
            switch file {
            case .success(let file)?: return file
            case .failure(let error)?: throw StageError(error)
            case nil:
                throw .failed(.permanent, "no-document", "Stage `\(stage)` needs a file, and this run has none.")
            }
        }
    }

    /// A fact that this stage's spec declares to need.
    ///
    /// - Throws: `StageError` of kind `missing-fact`; lint has made sure that it is given unless a stage was skipped.
    public func require<Wanted: OptionValue>(_ fact: Fact, as type: Wanted.Type = Wanted.self) throws(StageError)
        -> Wanted
    {
        guard let value = try known(fact), let wanted = Wanted(value: value) else { throw missing(fact) }
        return wanted
    }

    /// A fact, if it is given.
    ///
    /// - Throws: `StageError` in a plan, if only the run will tell.
    public func known(_ fact: Fact) throws(StageError) -> Value? {
        if isUnknown(fact) { throw .unknown("document.\(fact.name)") }
        return facts[fact.name]
    }

    /// Whether a fact will be given, with a value that only the run knows: in a plan.
    public func isUnknown(_ fact: Fact) -> Bool { environment.unknown.contains(["document", fact.name]) }

    /// The failure of a stage whose needs are not met.
    public func missing(_ fact: Fact) -> StageError {
        .failed(
            .permanent, "missing-fact",
            "Stage `\(stage)` needs the fact `\(fact.name)`, which no stage has given. "
                + "The stage that gives it was skipped or failed.")
    }

    /// An option's value for this run.
    ///
    /// - Throws: `StageError` of kind `expression` when evaluating it failed or gave a value that does not fit.
    public func value<Wanted: OptionValue>(_ setting: Setting<Wanted>) throws(StageError) -> Wanted {
        try setting.value(in: environment, of: "stage `\(stage)`")
    }

    /// An option's text as people are shown it before the run, with `<document.id>` for what only the run knows. Nothing
    /// may be decided by it.
    public func shown<Wanted: OptionValue>(_ setting: Setting<Wanted>) throws(StageError) -> Wanted {
        var environment = environment
        environment.showsUnknown = true
        return try setting.value(in: environment, of: "stage `\(stage)`")
    }
}

/// What stages may use of their surroundings, by type: the object store, the file type detector, the channels. A value,
/// made once by the program and narrowed or replaced by tests.
public struct Resources: Sendable {
    private var table: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// Provides `resource` to whoever asks for type `type`; replaces a former one.
    public mutating func provide<Resource>(_ resource: Resource, as type: Resource.Type = Resource.self)
    where Resource: Sendable {
        table[ObjectIdentifier(type)] = resource
    }

    /// - Throws: `StageError` of kind `missing-resource` when the program provides none: a mistake in its set-up.
    public func require<Resource>(_ type: Resource.Type = Resource.self) throws(StageError) -> Resource {
        guard let resource = table[ObjectIdentifier(type)] as? Resource else {
            throw .failed(.other, "missing-resource", "This program provides no \(type) to its stages.")
        }
        return resource
    }
}

/// What a transactional stage may write. Not valid after the body that got it has returned.
public protocol StageTransaction {
    /// Documents, versions, shares.
    var catalog: any CatalogTransaction { get }

    /// Queues a notification; it is delivered after the run has ended, and only then.
    func enqueue(_ notification: Notification) throws

    /// Takes a notification back that has not been delivered; does nothing when there is none with that id.
    func withdraw(_ id: String) throws
}
