public import Documents
public import Platform

/// What a stage type says of itself: the reference docs, the JSON Schema, the lint and the pages are made from it.
public struct StageSpec: Sendable {
    /// The type's name in pipelines: `[a-z][a-z0-9-]*`.
    public let name: String
    /// One sentence.
    public let summary: String
    /// What a reader of the reference wants to know beyond the summary; Markdown.
    public let discussion: String
    /// Facts that an earlier stage has to give.
    public let needs: [Fact]
    /// Facts that it adds to the document; they are its outputs as well.
    public let gives: [Fact]
    /// Outputs that are no facts of the document.
    public let outputs: [Fact]
    public let effect: Effect
    /// Whether it uses the document's file, so that a run without one cannot get past it.
    public let readsContent: Bool
    /// What has to be installed for it.
    public let programs: [RequiredProgram]
    /// Whether it adds to a document what that has not yet, so that it may be done again to one that an earlier run has
    /// brought.
    public let addsToKnown: Bool
    /// At least one; a test runs every one of them.
    public let examples: [StageExample]
    /// The version of Compass that first had it; of a plugin, its own version.
    public let since: String

    public init(
        name: String, summary: String, discussion: String = "", needs: [Fact] = [], gives: [Fact] = [],
        outputs: [Fact] = [], effect: Effect, readsContent: Bool = false, programs: [RequiredProgram] = [],
        addsToKnown: Bool = false, examples: [StageExample],
        since: String = "0.1.0"
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.needs = needs
        self.gives = gives
        self.outputs = outputs
        self.effect = effect
        self.readsContent = readsContent
        self.programs = programs
        self.addsToKnown = addsToKnown
        self.examples = examples
        self.since = since
    }

    /// Everything that `stages.ID.outputs` has.
    public var allOutputs: [Fact] { gives + outputs }
}

/// A program that a stage starts.
public struct RequiredProgram: Sendable, Hashable {
    /// As it is found in `PATH`: "ffprobe".
    public let name: String
    /// The Debian package that has it.
    public let package: String

    public init(_ name: String, package: String) {
        self.name = name
        self.package = package
    }
}

/// What a stage does to the world, and so what the journal has to do around it.
public enum Effect: String, Sendable, CaseIterable, Hashable {
    /// Nothing: it may be run again at will, and is not synced by itself.
    case none
    /// Keyed so that a repeat is harmless. Its intent is durable before, its outputs are after.
    case idempotent
    /// Writes the catalog in the same transaction that records the stage.
    case transactional
    /// Queues a notification in the same transaction that records the stage.
    case outbox
    /// Cannot be repeated or taken back.
    case irreversible
}

/// One use of a stage: part of its reference, and a test.
public struct StageExample: Sendable {
    /// What the example shows, one sentence.
    public let title: String
    /// The stage as it stands in a pipeline, without the leading dash: "uses: size-check\nwith: { max: 100MB }".
    public let yaml: String
    /// The document it is given; nil: it is not shown.
    public let file: ExampleFile?
    /// Facts that earlier stages would have given.
    public let facts: Record
    /// The pipeline's inputs.
    public let inputs: Record
    public let result: ExampleResult

    public init(
        _ title: String, yaml: String, file: ExampleFile? = .text("example.txt", "Example.\n"), facts: Record = [:],
        inputs: Record = [:], result: ExampleResult
    ) {
        self.title = title
        self.yaml = yaml
        self.file = file
        self.facts = facts
        self.inputs = inputs
        self.result = result
    }
}

/// The document of an example.
public struct ExampleFile: Sendable {
    public let name: String
    public let contents: [UInt8]

    public init(name: String, contents: [UInt8]) {
        self.name = name
        self.contents = contents
    }

    /// A file of text.
    public static func text(_ name: String, _ text: String) -> ExampleFile {
        ExampleFile(name: name, contents: Array(text.utf8))
    }
}

/// What an example ends with.
public enum ExampleResult: Sendable {
    /// The outputs named here have these values; others may exist.
    case outputs(Record)
    /// Rejected, with exactly this message.
    case rejected(String)
    /// Failed, with this class of error.
    case failed(ErrorClass)
}
