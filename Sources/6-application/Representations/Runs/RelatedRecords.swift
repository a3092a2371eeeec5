internal import Documents
internal import Pipelines
internal import Platform

/// What else is on record about a run.
struct RelatedRecords {
    /// Runs that go on from it, oldest first; at most 100.
    let continuations: [RunRecord]
    /// Its file in quarantine, whatever became of that.
    let quarantined: QuarantineEntry?

    init(of run: RunRecord, in workspace: Workspace) async throws {
        var runs = RunQuery()
        runs.origin = run.id
        continuations = try await workspace.journal.runs(runs, limit: 100, after: nil).items.reversed()
        var entries = QuarantineQuery()
        entries.state = nil
        entries.run = run.id
        quarantined = try await workspace.quarantine.quarantined(entries, limit: 1, after: nil).items.first
    }

    /// "retry of 01J…", in the words of its command.
    static func words(for origin: RunOrigin) -> String {
        switch origin.kind {
        case .retry: "retry of \(origin.run)"
        case .replay: "replay of \(origin.run)"
        case .release: "release from quarantine, of \(origin.run)"
        }
    }
}
