internal import Documents
package import Pipelines
internal import Platform
internal import QuarantineFolder

/// Ends the holding of a file once a run that goes on from its entry's run has it.
///
/// The order keeps everything at any moment: the run ends on disk, with an entry of its own if it did not succeed; then
/// the entry is released to it; then the kept bytes go. Whoever dies between leaves an entry that is still held, which the
/// next command settles instead of running it a second time, or bytes that the next sweep removes.
package struct Settlement: Sendable {
    /// How an entry stands now.
    package enum State: Sendable, Hashable {
        case held
        /// A run that goes on from it is unfinished.
        case inProgress(run: String)
        case released(to: String)
    }

    package let workspace: Workspace

    package init(workspace: Workspace) {
        self.workspace = workspace
    }

    /// Looks for a run that has the file of a held entry by now.
    package func settle(_ entry: QuarantineEntry) async throws -> State {
        var query = RunQuery()
        query.origin = entry.run
        var cursor: String?
        repeat {
            let page = try await workspace.journal.runs(query, limit: 100, after: cursor)
            for run in page.items {
                if run.status == .running { return .inProgress(run: run.id) }
                guard try await has(run, entry) else { continue }
                if try await workspace.quarantine.resolve(entry.id, as: .released, to: run.id) {
                    Failpoint.pass("quarantine.resolved")
                    try await workspace.quarantineFolder.discard(entry.kept)
                }
                return .released(to: run.id)
            }
            cursor = page.next
        } while cursor != nil
        return .held
    }

    /// Settles what the run that `run` goes on from left in quarantine.
    package func settleOrigin(of run: RunRecord) async throws {
        guard let origin = run.origin else { return }
        var query = QuarantineQuery()
        query.run = origin.run
        for entry in try await workspace.quarantine.quarantined(query, limit: 10, after: nil).items {
            _ = try await settle(entry)
        }
    }

    /// Whether a run that has ended took the file over: it succeeded, or holds it in an entry of its own.
    private func has(_ run: RunRecord, _ entry: QuarantineEntry) async throws -> Bool {
        switch run.status {
        case .succeeded: return true
        case .running, .cancelled, .skipped: return false
        case .rejected, .failed:
            var query = QuarantineQuery()
            query.state = nil
            query.run = run.id
            let entries = try await workspace.quarantine.quarantined(query, limit: 10, after: nil).items
            // One that merely refers to what this one keeps would lose it.
            return entries.contains { $0.id != entry.id && !($0.kept.way == .reference && refers($0, to: entry)) }
        }
    }

    private func refers(_ other: QuarantineEntry, to entry: QuarantineEntry) -> Bool {
        entry.kept.way != .reference && other.kept.path == entry.kept.path
    }
}
