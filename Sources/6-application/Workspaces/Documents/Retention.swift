internal import Accounts
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
        var count = 0
        for rule in rules {
            let ofRule = try await workspace.retention.prunable(
                finishedBefore: rule.cutoff(at: .now()), keeping: rule.keeping)
            count = max(count, ofRule)
        }
        return count
    }

    /// Removes all that the rules say, in batches, between which others may write.
    ///
    /// - Parameter batchEnded: gets the number of runs of each batch, and returns whether to go on.
    /// - Returns: how many runs were removed, and whether all were that the rules say.
    /// - Throws: the journal's errors; `CancellationError`; what `batchEnded` throws.
    package func prune(
        _ rules: [Rule], batchEnded: (_ count: Int, _ isLast: Bool) async throws -> Bool
    ) async throws -> (removed: Int, isComplete: Bool) {
        var removed = 0
        for rule in rules {
            let cutoff = rule.cutoff(at: .now())
            var isLast = false
            while !isLast {
                try Task.checkCancellation()
                let count = try await workspace.retention.prune(
                    finishedBefore: cutoff, keeping: rule.keeping, limit: Self.batch)
                removed += count
                isLast = count < Self.batch
                if try await !batchEnded(count, isLast) { return (removed, false) }
            }
        }
        return (removed, true)
    }

    /// Removes sessions and one-time links whose time is over, in batches. The audit has no rule: it is kept.
    ///
    /// - Returns: how many sessions were removed.
    /// - Throws: the database's errors; `CancellationError`.
    package func removeExpiredSessions() async throws -> Int {
        var removed = 0
        while true {
            try Task.checkCancellation()
            let count = try await workspace.accounts.removeExpired(at: .now(), limit: Self.batch)
            removed += count
            if count < Self.batch { return removed }
        }
    }

    /// What was removed since the workspace does not keep it any longer.
    package struct Removal: Sendable, Hashable {
        package var runs = 0
        /// Versions in the trash.
        package var versions = 0
        package var sessions = 0
        /// A message for each object of an erased document that could not be deleted and stays queued.
        package var failures: [String] = []
    }

    /// Removes all that the workspace does not keep any longer: finished runs, then sessions that have ended, what is in the
    /// trash, and the objects of erased documents.
    ///
    /// - Parameter batchEnded: as of `prune`; when it returns false, the trash stays as well.
    /// - Throws: as `prune`; the catalog's errors.
    package func removeExpired(
        batchEnded: (_ count: Int, _ isLast: Bool) async throws -> Bool
    ) async throws -> Removal {
        var removal = Removal()
        let isComplete: Bool
        (removal.runs, isComplete) = try await prune(rules, batchEnded: batchEnded)
        if !isComplete { return removal }
        removal.sessions = try await removeExpiredSessions()
        removal.versions = try await emptyTrash()
        removal.failures = try await workspace.eraseQueuedObjects()
        return removal
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
