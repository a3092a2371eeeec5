internal import Documents
package import Pipelines
package import Representations

extension Workspace {
    /// What else is on record about a run.
    package func records(relatedTo run: RunRecord) async throws -> RelatedRecords {
        var runs = RunQuery()
        runs.origin = run.id
        var entries = QuarantineQuery()
        entries.state = nil
        entries.run = run.id
        return RelatedRecords(
            continuations: try await journal.runs(runs, limit: 100, after: nil).items.reversed(),
            quarantined: try await quarantine.quarantined(entries, limit: 1, after: nil).items.first)
    }
}
