public import Platform

/// One use of a stage: part of its reference, and a test.
public struct StageExample: Sendable {
    /// What the example shows, one sentence.
    public let title: String
    /// The stage as it stands in a pipeline, without the leading dash: "uses: size-check\nwith: { max: 100MB }".
    public let yaml: String
    /// The document it is given.
    public let file: ExampleFile
    /// Facts that earlier stages would have given.
    public let facts: Record
    /// The pipeline's inputs.
    public let inputs: Record
    public let result: ExampleResult

    public init(
        _ title: String, yaml: String, file: ExampleFile = .text("example.txt", "Example.\n"), facts: Record = [:],
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
}
