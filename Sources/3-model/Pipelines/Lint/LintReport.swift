public import Diagnostics
internal import YAMLTree

/// The issues of several files, with what is needed to show them.
public struct LintReport: Sendable {
    /// Of all files.
    public private(set) var issues = IssueList()
    /// The text of each file, by the name that spans use.
    public private(set) var sources: [String: String] = [:]
    /// How many files there were, with those that could not be read.
    public private(set) var fileCount = 0
    /// What has no error, in the order in which it was added.
    public private(set) var pipelines: [Pipeline] = []

    public init() {}

    public var hasErrors: Bool { issues.hasErrors }

    /// Reads a pipeline file and adds what is wrong with it. A name that another file has already is an error.
    ///
    /// - Parameter file: what messages call it; unique in the report.
    public mutating func add(
        _ bytes: [UInt8], file: String, registry: Registry, context: LintContext = LintContext()
    ) {
        fileCount += 1
        sources[file] = YAMLParser.text(of: bytes)
        let (pipeline, issues) = PipelineLoader.load(bytes, file: file, registry: registry, context: context)
        self.issues.report(contentsOf: issues)
        guard let pipeline else { return }
        if let other = pipelines.first(where: { $0.name == pipeline.name }) {
            return refuse(pipeline, as: other.file)
        }
        pipelines.append(pipeline)
    }

    /// Adds that a file could not be read.
    mutating func addUnreadable(_ message: String) {
        fileCount += 1
        add(.error("unreadable-file", message, at: nil))
    }

    /// A pipeline whose name another file has.
    mutating func refuse(_ pipeline: Pipeline, as other: String) {
        pipelines.removeAll { $0.file == pipeline.file }
        add(
            .error(
                "duplicate-name", "two pipelines are named `\(pipeline.name)`", at: pipeline.nameSpan,
                hint: "give one of them another name", notes: ["the other is \(other)"]))
    }

    /// Adds an issue of the files as a whole.
    public mutating func add(_ issue: Issue) {
        issues.report(issue)
    }

    /// All issues as text for people, in order.
    public func text(colours: Bool = false) -> String {
        IssueText(sources: sources, colours: colours).render(issues.sorted)
    }
}
