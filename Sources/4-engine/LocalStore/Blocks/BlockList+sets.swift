internal import Documents
internal import SQL

/// Intersections of sets.
extension BlockList {
    /// The rows of neighbouring blocks that the list has, but for stale ones, as bits from the first row of the first one on;
    /// nil when there are none.
    func rows(of chunk: ArraySlice<ListBlock>) throws -> [UInt64]? {
        guard let first = chunk.first?.first, let end = chunk.last?.end else { return nil }
        var (bits, members): ([UInt64], [UInt64]) = ([], [])
        for (index, group) in groups.enumerated() {
            if index == 0 {
                try fill(&bits, with: group, in: chunk)
            } else {
                try fill(&members, with: group, in: chunk)
                guard bits.formIntersection(members) else { return nil }
            }
        }
        if list.query.trashed {
            try fill(&members, with: [trashed], in: chunk)
            guard bits.formIntersection(members) else { return nil }
        } else if trashed.id == nil {
            try listed(trashed, in: chunk) { bits.remove(bit: Int($0 - first)) }
        } else {
            try fill(&members, with: [trashed], in: chunk)
            bits.subtract(members)
        }
        try list.connection.forEach(Self.staleRows, [first, end]) { bits.remove(bit: Int(try $0.integer(0) - first)) }
        return bits.contains { $0 != 0 } ? bits : nil
    }

    /// The rows of neighbouring blocks that have one of some terms, stale ones as they were.
    ///
    /// - Parameter bits: what they were does not matter; large ones are used again, since new memory costs more than reading sets.
    func fill(_ bits: inout [UInt64], with terms: [BlockTerm], in chunk: ArraySlice<ListBlock>) throws {
        bits.clear(words: chunk.reduce(0) { $0 + $1.words })
        guard let first = chunk.first?.first else { return }
        for term in terms {
            for lacking in Self.runs(of: try add(term, byName: false, of: chunk, to: &bits)) {
                try listed(term, in: chunk[lacking]) { bits.insert(bit: Int($0 - first)) }
            }
        }
    }

    /// Adds the sets of a term.
    ///
    /// - Parameters:
    ///   - byName: whether a bit stands for a place in the order of names.
    ///   - bits: for the first block's first row, or place, on.
    /// - Returns: the blocks that have no set of it.
    func add(_ term: BlockTerm, byName: Bool, of chunk: ArraySlice<ListBlock>, to bits: inout [UInt64]) throws -> [Int]
    {
        guard let id = term.id, let first = chunk.first?.first, let end = chunk.last?.end else {
            return Array(chunk.indices)
        }
        var lacking: [Int] = []
        var next = chunk.startIndex
        let key = ListBlock(id: 0, first: 0, rows: 0).key(ofTerm: id, byName: byName)
        try list.connection.forEach(Self.sets, [key, first, end]) { row in
            let start = try row.integer(0)
            while chunk[next].first < start {
                lacking.append(next)
                next += 1
            }
            RowSet.add(try row.bytes(1), of: chunk[next].rows, to: &bits, at: Int(start - first) / 64)
            next += 1
        }
        return lacking + (next..<chunk.endIndex)
    }

    /// The rows of neighbouring blocks that the search index has for a term.
    func listed(_ term: BlockTerm, in chunk: ArraySlice<ListBlock>, _ body: (Int64) -> Void) throws {
        guard let first = chunk.first?.first, let end = chunk.last?.end else { return }
        try list.connection.forEach(Self.listedRows, [term.query, first, end]) { body(try $0.integer(0)) }
    }

    /// Numbers that follow each other, together.
    static func runs(of numbers: [Int]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<number + 1
            } else {
                runs.append(number..<number + 1)
            }
        }
        return runs
    }

    static let sets = """
        SELECT list_blocks.first, list_sets.members
        FROM list_blocks CROSS JOIN list_sets ON list_sets.key = (list_blocks.id << 32) + ?
        WHERE list_blocks.state = 'stored' AND list_blocks.first >= ? AND list_blocks.first < ? ORDER BY list_blocks.first
        """
    static let listedRows = "SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ? AND rowid < ?"
    static let staleRows = "SELECT row FROM stale_rows WHERE row >= ? AND row < ?"
}
