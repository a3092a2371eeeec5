public import Diagnostics
internal import Platform
internal import YAMLTree

/// Reads pipeline files: what every reader of pipelines uses, so that all of them refuse
/// the same with the same text.
public enum PipelineLoader {
    /// No pipeline file is larger, in bytes.
    public static let limit = 1_048_576

    /// Mistakes of a file, and warnings, that are reported; afterwards the rest is not checked.
    public static let mistakes = 200

    /// Reads a pipeline and checks all of it: a mistake does not hide the ones after it, up to `mistakes`. The
    /// time grows with the file's length, whatever is in it.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents.
    ///   - file: what messages call it.
    ///   - registry: the stage types that it may use.
    /// - Returns: the pipeline, nil when there are errors; and all issues, warnings included.
    public static func load(
        _ bytes: [UInt8], file: String, registry: Registry, context: LintContext = LintContext()
    ) -> (pipeline: Pipeline?, issues: IssueList) {
        load(bytes, file: file, registry: registry, context: context, work: ReadingWork())
    }

    static func load(
        _ bytes: [UInt8], file: String, registry: Registry, context: LintContext, work: ReadingWork
    ) -> (pipeline: Pipeline?, issues: IssueList) {
        var issues = IssueList(limit: mistakes)
        guard let root = YAMLRoot.parse(bytes, file: file, issues: &issues) else { return (nil, issues) }
        var reader = PipelineReader(file: file, registry: registry, context: context, issues: issues, work: work)
        // Runs are pinned to the text, so it has to be readable again, whatever the file's encoding.
        let source = String(validating: bytes, as: UTF8.self) ?? YAMLParser.text(of: bytes)
        let pipeline = reader.read(root, source: source)
        return (reader.issues.hasErrors ? nil : pipeline, reader.issues)
    }
}
