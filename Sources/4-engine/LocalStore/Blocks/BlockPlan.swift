internal import SQL

/// Chooses the block that is to be stored next.
struct BlockPlan {
    let connection: any SQLConnection
    let sizes: BlockSizes
    /// More stale rows in all are too many to be asked for each page.
    static let maxStale = 1_024

    /// - Returns: the stored blocks and the rows of the next one; nil when none is needed.
    func next() throws -> (known: [ListBlock], first: Int64, rows: Int)? {
        let known = try ListBlock.stored(connection)
        guard let (first, rows) = try merged(known) ?? added(known) ?? renewed(known) else { return nil }
        return (known, first, rows)
    }

    /// Small blocks that are a large one together.
    private func merged(_ known: [ListBlock]) -> (Int64, Int)? {
        guard let small = known.first(where: { $0.rows < sizes.large }) else { return nil }
        let first = small.first / Int64(sizes.large) * Int64(sizes.large)
        guard let end = known.last?.end, end >= first + Int64(sizes.large) else { return nil }
        return (first, sizes.large)
    }

    /// Rows behind the last block. Rows never come back in front of the newest one but by a change of what is there.
    private func added(_ known: [ListBlock]) throws -> (Int64, Int)? {
        let newest = try connection.first(TermFrequencies.newest) { try $0.integerOrNil(0) } ?? nil
        let end = known.last?.end ?? 0
        guard let newest else { return nil }
        let isLarge = end % Int64(sizes.large) == 0 && end + Int64(sizes.large) <= newest + 1
        let rows = isLarge ? sizes.large : sizes.small
        return end + Int64(rows) <= newest + 1 ? (end, rows) : nil
    }

    /// The block that has too many stale rows, or the most of too many.
    private func renewed(_ known: [ListBlock]) throws -> (Int64, Int)? {
        var counts = [Int](repeating: 0, count: known.count)
        var index = 0
        try connection.forEach(BlockList.staleRows + " ORDER BY row", [Int64(0), known.last?.end ?? 0]) { row in
            let row = try row.integer(0)
            while known[index].end <= row { index += 1 }
            counts[index] += 1
        }
        guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[most] > 0 else { return nil }
        let share = known.indices.first { counts[$0] > known[$0].rows / 64 }
        guard let chosen = share ?? (counts.reduce(0, +) > Self.maxStale ? most : nil) else { return nil }
        return (known[chosen].first, known[chosen].rows)
    }
}
