internal import Diagnostics
public import Platform

/// Lints pipelines of a workspace: what `compass lint` and every command that runs a pipeline does first.
public enum PipelineLint {
    /// Finds, reads and checks pipelines.
    ///
    /// - Parameters:
    ///   - arguments: names in `pipelines/` or paths; none: every pipeline of the workspace.
    ///   - root: the workspace.
    /// - Returns: what was found, the issues of all files, and the pipelines that have no error.
    /// - Throws: `PipelineFinder.NotFound` when an argument names nothing; no file is read then.
    public static func check(
        _ arguments: [Path], in root: Path, registry: Registry, context: LintContext = LintContext()
    ) throws(PipelineFinder.NotFound) -> LintReport {
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
            do throws(SystemError) {
                report.add(
                    try Files.read(file.path, limit: PipelineLoader.limit), file: file.file, registry: registry,
                    context: context)
            } catch {
                report.add(.error("unreadable-file", "\(error)", at: nil))
            }
        }
        return report
    }
}
