internal import Pipelines
public import Platform
internal import SQL

/// Finds finished runs that may go, and removes them.
struct RunPruning {
    let connection: any SQLConnection

    /// Where those that may go end, in the order in which they finished.
    struct Bound: Sendable {
        let finishedAt: Int64
        let id: String
    }

    private static let condition = """
        finished_at <= ?1 AND (finished_at, id) < (?1, ?2)
            AND id NOT IN (SELECT id FROM runs WHERE undo_due IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM quarantine WHERE quarantine.run = runs.id AND quarantine.state = 'held')
            AND NOT EXISTS (
                SELECT 1 FROM notifications WHERE notifications.run = runs.id AND notifications.state = 'waiting')
            AND (batch IS NULL
                OR NOT EXISTS (SELECT 1 FROM batches WHERE batches.id = runs.batch AND batches.status = 'running'))
        """
    static let found = "SELECT row FROM runs WHERE \(condition) ORDER BY finished_at, id LIMIT ?3"
    static let count = "SELECT count(*) FROM runs WHERE \(condition)"
    static let span = "SELECT (SELECT max(row) FROM runs) - (SELECT min(row) FROM runs)"
    static let newest = """
        SELECT finished_at, id FROM runs WHERE finished_at IS NOT NULL ORDER BY finished_at DESC, id DESC LIMIT 1 OFFSET ?
        """

    /// - Returns: nil when none may go. Looks at two rows while there are too few, and then at as many entries of the index
    ///   as runs are kept.
    func bound(finishedBefore before: Timestamp?, keeping newest: Int?) throws -> Bound? {
        // An id is never empty, so this is before all that finished at that time.
        let age = Bound(finishedAt: before?.microseconds ?? .max, id: "")
        guard let newest, newest > 0 else { return age }
        // Rows are numbered as runs begin, and the oldest go first.
        let span = try connection.first(Self.span) { try $0.integerOrNil(0) } ?? nil
        guard let span, span >= Int64(newest) else { return nil }
        // The oldest of those that stay.
        let last = try connection.first(Self.newest, [newest - 1]) {
            Bound(finishedAt: try $0.integer(0), id: try $0.text(1))
        }
        guard let last else { return nil }
        return last.finishedAt < age.finishedAt ? last : age
    }

    func count(_ bound: Bound) throws -> Int {
        Int(try connection.first(Self.count, [bound.finishedAt, bound.id]) { try $0.integer(0) } ?? 0)
    }

    /// Oldest first.
    func rows(_ bound: Bound, limit: Int) throws -> [Int64] {
        try connection.rows(Self.found, [bound.finishedAt, bound.id, limit]) { try $0.integer(0) }
    }

    /// Removes runs with all that is recorded of them, unless a file has been put in quarantine, or a notification been
    /// queued, since they were looked for.
    ///
    /// - Parameter goesOn: asked before each run but the first.
    /// - Returns: how many of the rows were looked at, and how many runs were removed.
    func remove(_ rows: ArraySlice<Int64>, while goesOn: () -> Bool) throws -> (taken: Int, result: Int) {
        var definitions: Set<String> = []
        var batches: Set<String> = []
        var (taken, count) = (0, 0)
        for row in rows {
            if taken > 0, !goesOn() { break }
            taken += 1
            let run = try connection.first(Self.removable, [row]) {
                (id: try $0.text(0), definition: try $0.text(1), batch: try $0.textOrNil(2))
            }
            guard let run else { continue }
            for statement in Self.removing { try connection.execute(statement, [run.id]) }
            // Its stages and attempts go with it.
            try connection.execute("DELETE FROM runs WHERE row = ?", [row])
            definitions.insert(run.definition)
            if let batch = run.batch { batches.insert(batch) }
            count += 1
        }
        for id in batches.sorted() {
            if let definition = try remove(batch: id) { definitions.insert(definition) }
        }
        for hash in definitions.sorted() { try connection.execute(Self.removingDefinition, [hash]) }
        return (taken, count)
    }

    static let removable = """
        SELECT id, definition, batch FROM runs WHERE row = ? AND finished_at IS NOT NULL AND undo_due IS NULL
            AND (batch IS NULL
                OR NOT EXISTS (SELECT 1 FROM batches WHERE batches.id = runs.batch AND batches.status = 'running'))
            AND NOT EXISTS (SELECT 1 FROM quarantine WHERE quarantine.run = runs.id AND quarantine.state = 'held')
            AND NOT EXISTS (
                SELECT 1 FROM notifications WHERE notifications.run = runs.id AND notifications.state = 'waiting')
        """
    static let removing = [
        "DELETE FROM notifications WHERE run = ?",
        "DELETE FROM quarantine WHERE run = ?",
    ]
    static let removingDefinition = """
        DELETE FROM definitions WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM runs WHERE definition = ?1)
            AND NOT EXISTS (SELECT 1 FROM batches WHERE definition = ?1 AND status = 'running')
        """

    static let emptyBatches = """
        SELECT id FROM batches WHERE finished_at <= ?1 AND (finished_at, id) < (?1, ?2)
            AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.batch = batches.id)
        ORDER BY finished_at, id LIMIT ?3
        """

    /// Batches that ended before the bound and have no run left, or never had one.
    func emptyBatches(_ bound: Bound, limit: Int) throws -> [String] {
        try connection.rows(Self.emptyBatches, [bound.finishedAt, bound.id, limit]) { try $0.text(0) }
    }

    /// Removes those of them that are still so.
    ///
    /// - Parameter goesOn: asked before each but the first.
    /// - Returns: how many were looked at; as a result 0, for they do not count as runs.
    func removeEmptyBatches(_ ids: ArraySlice<String>, while goesOn: () -> Bool) throws -> (taken: Int, result: Int) {
        var taken = 0
        for id in ids {
            if taken > 0, !goesOn() { break }
            taken += 1
            if let definition = try remove(batch: id) {
                try connection.execute(Self.removingDefinition, [definition])
            }
        }
        return (taken, 0)
    }

    /// Removes a batch that has ended and has no run left.
    ///
    /// - Returns: what it was pinned to; nil: it stays.
    private func remove(batch id: String) throws -> String? {
        let definition = try connection.first(Self.removableBatch, [id]) { try $0.text(0) }
        if definition != nil { try connection.execute("DELETE FROM batches WHERE id = ?", [id]) }
        return definition
    }

    static let removableBatch = """
        SELECT definition FROM batches WHERE id = ?1 AND status <> 'running'
            AND NOT EXISTS (SELECT 1 FROM runs WHERE batch = ?1)
        """
}

/// As `RunRetention`.
extension SQLDatabase {
    public func prune(finishedBefore before: Timestamp?, keeping newest: Int?, limit: Int) async throws -> Int {
        try await prune(finishedBefore: before, keeping: newest, limit: limit, pace: WritingPace())
    }

    func prune(
        finishedBefore before: Timestamp?, keeping newest: Int?, limit: Int, pace: WritingPace
    ) async throws -> Int {
        if let before {
            let slots = try await read { try SlotPruning(connection: $0).rows(decidedBefore: before) }
            _ = try await write(slots, pace: pace) { try SlotPruning(connection: $0).remove($1, while: $2) }
        }
        // Looking is done beside the writer, so that only the removal itself keeps others from writing.
        let (rows, empty) = try await read { connection -> ([Int64], [String]) in
            let pruning = RunPruning(connection: connection)
            guard let bound = try pruning.bound(finishedBefore: before, keeping: newest) else { return ([], []) }
            return (try pruning.rows(bound, limit: limit), try pruning.emptyBatches(bound, limit: limit))
        }
        let count = try await write(rows, pace: pace) { try RunPruning(connection: $0).remove($1, while: $2) }
        _ = try await write(empty, pace: pace) { try RunPruning(connection: $0).removeEmptyBatches($1, while: $2) }
        return count
    }

    public func prunable(finishedBefore before: Timestamp?, keeping newest: Int?) async throws -> Int {
        try await read { connection in
            let pruning = RunPruning(connection: connection)
            guard let bound = try pruning.bound(finishedBefore: before, keeping: newest) else { return 0 }
            return try pruning.count(bound)
        }
    }
}
