internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Workspaces

/// What the list shows of a pipeline.
struct PipelineView: Sendable {
    /// As the process works with it; nil: it was never right since the process began.
    var loaded: Pipeline?
    /// As it is now; nil: it is gone.
    var file: PipelineFile?
    /// The types of document whose uploads it runs.
    var uploads: [DocumentType]
    /// Newest first, the last ones.
    var runs: [RunRecord]

    var name: String { loaded?.name ?? file?.name ?? "" }
    /// What is drawn: what runs work with.
    var pipeline: Pipeline? { loaded ?? file?.pipeline }
    var issues: [Issue] { file?.issues ?? [] }

    enum State: Sendable {
        case fine, changed, wrong, gone
    }

    var state: State {
        guard let file else { return .gone }
        guard let pipeline = file.pipeline else { return .wrong }
        return loaded?.hash == pipeline.hash ? .fine : .changed
    }

    /// What runs work with meanwhile, where it is not what the file says.
    var notice: String? {
        switch state {
        case .fine: nil
        case .changed: "The file has changed since it was read. It is read again within some seconds."
        case .wrong:
            loaded == nil
                ? "The file has mistakes, so that it cannot run. Mend them, and it is read again by itself."
                : "The file has mistakes. Runs work with the former definition until they are fixed."
        case .gone: "The file is gone. Runs work with the former definition until the files are read again."
        }
    }
}

/// What lint has found, as a badge.
enum LintBadge {
    static func html(_ issues: [Issue]) -> HTML {
        let errors = issues.count { $0.severity == .error }
        let warnings = issues.count - errors
        if issues.isEmpty { return "<span class=\"badge badge-succeeded\">\(Icon.html("check"))No mistakes</span>" }
        let wrong: HTML? =
            errors == 0
            ? nil : "<span class=\"badge badge-failed\">\(Icon.html("close"))\(count(errors, "mistake"))</span>"
        let odd: HTML? =
            warnings == 0
            ? nil : "<span class=\"badge badge-warning\">\(Icon.html("warning"))\(count(warnings, "warning"))</span>"
        return "\(wrong)\(odd)"
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
