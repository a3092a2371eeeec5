public import Pipelines
public import Platform
internal import SQLite

extension LocalStore: RunRetention {
    public func prune(finishedBefore before: Timestamp?, keeping newest: Int?, limit: Int) async throws -> Int {
        if let before {
            let slots = try await read { try SlotPruning(connection: $0).rows(decidedBefore: before) }
            if !slots.isEmpty { try await write(durable: false) { try SlotPruning(connection: $0).remove(slots) } }
        }
        // Looking is done beside the writer, so that only the removal itself keeps others from writing.
        let rows = try await read { connection -> [Int64] in
            let pruning = RunPruning(connection: connection)
            guard let bound = try pruning.bound(finishedBefore: before, keeping: newest) else { return [] }
            return try pruning.rows(bound, limit: limit)
        }
        if rows.isEmpty { return 0 }
        return try await write(durable: false) { try RunPruning(connection: $0).remove(rows) }
    }

    public func prunable(finishedBefore before: Timestamp?, keeping newest: Int?) async throws -> Int {
        try await read { connection in
            let pruning = RunPruning(connection: connection)
            guard let bound = try pruning.bound(finishedBefore: before, keeping: newest) else { return 0 }
            return try pruning.count(bound)
        }
    }
}
