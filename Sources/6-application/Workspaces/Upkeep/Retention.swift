internal import Documents
package import Pipelines
internal import Platform

/// Removes what has been kept long enough, as the workspace says.
package struct Retention: Sendable {
    /// Which finished runs go.
    package struct Rule: Sendable {
        /// nil: whatever their age.
        package var olderThan: TimeSpan?
        /// So many of the newest stay.
        package var keeping: Int?

        package init(olderThan: TimeSpan? = nil, keeping: Int? = nil) {
            self.olderThan = olderThan
            self.keeping = keeping
        }

        fileprivate func cutoff(at now: Timestamp) -> Timestamp? {
            olderThan.map { now.advanced(by: .milliseconds(-$0.milliseconds)) }
        }
    }

    /// Short enough that a run which commits meanwhile does not notice.
    private static let batch = 500

    package let workspace: Workspace

    package init(workspace: Workspace) {
        self.workspace = workspace
    }

    /// What `compass.yaml` says: an age and a number.
    package var rules: [Rule] {
        let retention = workspace.definition.retention
        return [Rule(olderThan: retention.runs), Rule(keeping: retention.maxRuns)]
    }

    /// How many runs `prune` would remove; for several rules the most that one of them would.
    package func count(_ rules: [Rule]) async throws -> Int {
        var most = 0
        for rule in rules {
            let count = try await workspace.retention.prunable(
                finishedBefore: rule.cutoff(at: .now()), keeping: rule.keeping)
            most = max(most, count)
        }
        return most
    }

    /// Removes all that the rules say, in batches.
    ///
    /// - Parameter report: gets the number of each batch.
    package func prune(_ rules: [Rule], report: (Int) -> Void) async throws {
        for rule in rules {
            let cutoff = rule.cutoff(at: .now())
            while true {
                try Task.checkCancellation()
                let count = try await workspace.retention.prune(
                    finishedBefore: cutoff, keeping: rule.keeping, limit: Self.batch)
                report(count)
                if count < Self.batch { break }
            }
        }
    }

    /// One batch of what a rule says.
    ///
    /// - Returns: how many runs were removed, and whether nothing is left to be removed.
    package func pruneBatch(_ rule: Rule) async throws -> (count: Int, isLast: Bool) {
        let count = try await workspace.retention.prune(
            finishedBefore: rule.cutoff(at: .now()), keeping: rule.keeping, limit: Self.batch)
        return (count, count < Self.batch)
    }

    /// One batch, so that a workspace which is used stays small by itself.
    package func pruneBriefly() async throws {
        for rule in rules {
            _ = try await workspace.retention.prune(
                finishedBefore: rule.cutoff(at: .now()), keeping: rule.keeping, limit: Self.batch)
        }
    }

    /// Erases what has been in the trash for longer than `retention.trash`.
    ///
    /// - Returns: how many versions were erased.
    package func emptyTrash() async throws -> Int {
        let cutoff = Timestamp.now().advanced(by: .milliseconds(-workspace.definition.retention.trash.milliseconds))
        var query = DocumentQuery()
        query.trashed = true
        var due: [String] = []
        var cursor: String?
        repeat {
            let page = try await workspace.catalog.documents(query, limit: 1_000, after: cursor)
            due += page.items.filter { $0.trashedAt.map { $0 < cutoff } ?? false }.map(\.id)
            cursor = page.next
        } while cursor != nil
        var erased = 0
        for id in due { erased += try await workspace.catalog.deleteTrashed(id, since: cutoff).count }
        return erased
    }
}
