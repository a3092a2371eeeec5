public import Pipelines
internal import SQL

/// As `WatchLedger`.
extension SQLDatabase {
    public func register(pipeline: String, path: String) async throws -> Int64 {
        try await write { try LedgerTable(connection: $0).register(pipeline: pipeline, path: path) }
    }

    public func entries(
        ofWatch watch: Int64, states: [LedgerEntry.State], after: LedgerEntry.File?, limit: Int
    ) async throws -> [LedgerEntry] {
        let limit = Self.clamp(limit)
        return try await read {
            try LedgerTable(connection: $0).entries(ofWatch: watch, states: states, after: after, limit: limit)
        }
    }

    public func entry(ofWatch watch: Int64, file: LedgerEntry.File) async throws -> LedgerEntry? {
        try await read { try LedgerTable(connection: $0).entry(ofWatch: watch, file: file) }
    }

    public func put(_ entries: [LedgerEntry]) async throws {
        if entries.isEmpty { return }
        try await write(durable: false) { connection in
            let table = LedgerTable(connection: connection)
            for entry in entries { try table.put(entry) }
        }
    }

    public func forget(_ files: [LedgerEntry.File], ofWatch watch: Int64) async throws {
        if files.isEmpty { return }
        try await write(durable: false) { connection in
            let table = LedgerTable(connection: connection)
            for file in files { try table.forget(file, ofWatch: watch) }
        }
    }

    public func forgetUnchanged(_ entries: [LedgerEntry]) async throws -> [LedgerEntry.File] {
        if entries.isEmpty { return [] }
        return try await write(durable: false) { connection in
            let table = LedgerTable(connection: connection)
            let unchanged = try entries.filter { try table.entry(ofWatch: $0.watch, file: $0.file) == $0 }
            for entry in unchanged { try table.forget(entry.file, ofWatch: entry.watch) }
            return unchanged.map(\.file)
        }
    }
}
