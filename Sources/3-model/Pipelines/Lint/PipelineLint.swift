internal import Diagnostics
internal import Glibc
public import Platform
internal import YAMLTree

/// Lints pipelines of a workspace: what is done before a pipeline is run.
public enum PipelineLint {
    /// Finds, reads and checks pipelines.
    ///
    /// - Parameters:
    ///   - arguments: names in `pipelines/` or paths; none: every pipeline of the workspace.
    ///   - root: the workspace.
    /// - Returns: what was found, the issues of all files, and the pipelines that have no error.
    /// - Throws: `PipelineFinder.NotFound` when an argument names nothing; no file is read then. `CancellationError` between two
    ///   files.
    public static func check(
        _ arguments: [Path], in root: Path, registry: Registry, context: LintContext = LintContext()
    ) throws -> LintReport {
        var context = context
        context.roots = roots(of: root)
        let finder = PipelineFinder(workspace: root)
        var found: [PipelineFinder.Found] = []
        if arguments.isEmpty {
            found = try finder.all()
        } else {
            for argument in arguments {
                let file = try finder.find(argument)
                if !found.contains(file) { found.append(file) }
            }
        }
        var report = LintReport()
        for file in found {
            try Task.checkCancellation()
            do throws(SystemError) {
                report.add(
                    try Files.read(file.path, limit: PipelineLoader.limit), file: file.file, registry: registry,
                    context: context)
            } catch {
                report.addUnreadable(
                    error.code == EFBIG
                        ? "\(file.path) is larger than \(PipelineLoader.limit) bytes, which is the most that a pipeline may have"
                        : "\(error)")
            }
        }
        if !arguments.isEmpty { try compareNames(with: found, of: finder, in: &report) }
        return report
    }

    /// As it is named, if that is no matter of where the process is, and without links. One that cannot be resolved has no
    /// pipelines either.
    private static func roots(of workspace: Path) -> [Path] {
        let resolved = try? Files.resolve(workspace)
        return (workspace.isAbsolute && workspace != resolved ? [workspace] : []) + (resolved.map { [$0] } ?? [])
    }

    /// Whoever names one pipeline is told all the same that another file of the workspace has its name. Only files whose
    /// bytes have the name are read as YAML.
    private static func compareNames(
        with found: [PipelineFinder.Found], of finder: PipelineFinder, in report: inout LintReport
    ) throws {
        // A folder that cannot be read has no pipelines to be mistaken for.
        guard let all = try? finder.all() else { return }
        let members = Set(all.compactMap { try? Files.resolve($0.path) })
        var named: [String: Path] = [:]
        for file in found { named[file.file] = try? Files.resolve(file.path) }
        // A file elsewhere is not of the workspace, and may be a copy that somebody tries out.
        let pipelines = report.pipelines.filter { named[$0.file].map(members.contains) ?? false }
        for other in all where !pipelines.isEmpty {
            try Task.checkCancellation()
            guard let path = try? Files.resolve(other.path), !named.values.contains(path),
                let bytes = try? Files.read(path, limit: PipelineLoader.limit)
            else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            for pipeline in pipelines where text.contains(pipeline.name) {
                var issues = IssueList()
                let root = YAMLParser.parse(bytes, file: other.file, issues: &issues)
                if root?["name"]?.scalar?.text == pipeline.name { report.refuse(pipeline, as: other.file) }
            }
        }
    }
}
