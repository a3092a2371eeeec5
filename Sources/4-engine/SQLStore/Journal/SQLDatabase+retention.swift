public import Platform
internal import SQL

/// As `RunRetention`.
extension SQLDatabase {
    public func prune(finishedBefore before: Timestamp?, keeping newest: Int?, limit: Int) async throws -> Int {
        if let before {
            let slots = try await read { try SlotPruning(connection: $0).rows(decidedBefore: before) }
            if !slots.isEmpty { try await write(durable: false) { try SlotPruning(connection: $0).remove(slots) } }
        }
        // Looking is done beside the writer, so that only the removal itself keeps others from writing.
        let (bound, rows, hasEmpty) = try await read { connection -> (RunPruning.Bound?, [Int64], Bool) in
            let pruning = RunPruning(connection: connection)
            guard let bound = try pruning.bound(finishedBefore: before, keeping: newest) else {
                return (nil, [], false)
            }
            return (bound, try pruning.rows(bound, limit: limit), try pruning.hasEmptyBatches(bound))
        }
        guard let bound, !rows.isEmpty || hasEmpty else { return 0 }
        return try await write(durable: false) { connection in
            let pruning = RunPruning(connection: connection)
            let count = try pruning.remove(rows)
            try pruning.removeEmptyBatches(bound, limit: limit)
            return count
        }
    }

    public func prunable(finishedBefore before: Timestamp?, keeping newest: Int?) async throws -> Int {
        try await read { connection in
            let pruning = RunPruning(connection: connection)
            guard let bound = try pruning.bound(finishedBefore: before, keeping: newest) else { return 0 }
            return try pruning.count(bound)
        }
    }
}
