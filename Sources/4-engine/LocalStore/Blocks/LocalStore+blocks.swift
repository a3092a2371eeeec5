public import Documents
internal import Platform
internal import SQL
internal import SQLStore
internal import SQLite

extension LocalStore: ListUpkeep {
    public func keepListsFast() async throws -> Bool {
        try await storeBlock(sizes: BlockSizes(), pace: WritingPace())
    }

    /// Stores one block, in short transactions beside whoever writes.
    ///
    /// - Parameter read: called once its rows have been read, before they are stored.
    /// - Returns: whether one was stored; false: none is needed, or somebody else stores one.
    func storeBlock(
        sizes: BlockSizes, pace: WritingPace, read: @Sendable () async throws -> Void = {}
    ) async throws -> Bool {
        let isStored = try await storeNext(sizes: sizes, pace: pace, read: read)
        try await removeDropped(pace: pace)
        return isStored
    }

    /// Also what a process has left that did not come to its end.
    func removeDropped(pace: WritingPace) async throws {
        let dropped = try await self.read { try BlockTable(connection: $0).dropped() }
        for block in dropped {
            while true {
                let isGone = try await write(durable: false) { connection in
                    let start = pace.clock()
                    var isGone = false
                    repeat {
                        isGone = try BlockTable(connection: connection).removeSome(of: block)
                    } while !isGone && pace.clock() - start < pace.hold
                    return isGone
                }
                if isGone { break }
                try await pace.pause()
            }
        }
    }

    private func storeNext(
        sizes: BlockSizes, pace: WritingPace, read: @Sendable () async throws -> Void
    ) async throws -> Bool {
        let now = now
        guard let plan = try await self.read({ try BlockPlan(connection: $0, sizes: sizes).next() }) else {
            return false
        }
        let begun = try await write(durable: false) { connection in
            try BlockTable(connection: connection).begin(
                first: plan.first, rows: plan.rows, known: plan.known, now: now())
        }
        guard let block = begun else { return false }
        let content = try await BlockContent(block)
        let parts: [BlockContent.Part]
        do {
            parts = try await self.parts(of: block, content)
        } catch {
            // What it has gathered is gone in any case.
            try? await content.close()
            throw error
        }
        try await content.close()
        try await read()
        var rest = parts[...]
        while !rest.isEmpty {
            let some = rest
            let taken = try await write(durable: false) { connection in
                let start = pace.clock()
                return try BlockTable(connection: connection).add(some, to: block, now: now()) {
                    pace.clock() - start < pace.hold
                }
            }
            guard let taken else { return false }
            rest = rest.dropFirst(taken)
            try await pace.pause()
        }
        return try await write(durable: false) { try BlockTable(connection: $0).end(block) }
    }

    /// Rows are read in several transactions: what changes between them is noted as stale.
    private func parts(of block: ListBlock, _ content: BlockContent) async throws -> [BlockContent.Part] {
        for start in stride(from: block.first, to: block.end, by: Self.rowsReadAtOnce) {
            let end = min(start + Int64(Self.rowsReadAtOnce), block.end)
            let entries = try await read { connection in
                try connection.rows(Self.entries, [start, end]) {
                    BlockContent.Entry(row: try $0.integer(0), titleKey: try $0.text(1), words: try $0.text(2))
                }
            }
            try await content.add(entries)
        }
        return try await content.parts()
    }

    private static let rowsReadAtOnce = 1_024
    static let entries = """
        SELECT listing.row, listing.title_key, listing_words.words
        FROM listing CROSS JOIN listing_words ON listing_words.row = listing.row
        WHERE listing.row >= ? AND listing.row < ? ORDER BY listing.row
        """
}
