package import Engine
package import Pipelines
internal import Platform

extension RunRecord {
    /// What people call it: its file, or else the document, with its owner and id, or the school that it is for. Safe to
    /// show.
    package var shownName: String {
        if let file { return file }
        if let document = trigger["document"], let title = document[Fact.title.name]?.string {
            // Titles are not unique, and a name that tells of trouble has to lead to the document.
            var name = Printable.text(title)
            if let version = document[Fact.version.name]?.integer { name += " (version \(version))" }
            if let owner = document[Fact.owner.name]?.string { name += " of \(Printable.text(owner))" }
            if let id = document[Fact.id.name]?.string { name += ", document \(Printable.text(id))" }
            return name
        }
        if let school = trigger["school"]?["name"]?.string { return Printable.text(school) }
        return pipeline
    }
}

extension SourceDefinition {
    /// What one item is called.
    package var itemLabel: String {
        switch self {
        case .files: "file"
        case .documents: "document"
        case .schools: "school"
        }
    }
}

/// What is told of a run that had ended and had something to take back still, once that was tried.
package enum SettlementText {
    /// - Returns: nil when there is nothing to tell, since another process has the run.
    package static func sentence(_ result: RunResult) -> String? {
        if result.isAbandoned { return nil }
        let run = result.run
        let stages = result.stages.filter { $0.undo?.status == .running }.map(\.id).joined(separator: ", ")
        return run.debt == nil
            ? "run \(run.id) of \(run.pipeline), which had \(run.status.rawValue), has finished its pending undo"
            : "run \(run.id) of \(run.pipeline) could still not undo \(stages); it is tried again"
    }
}
