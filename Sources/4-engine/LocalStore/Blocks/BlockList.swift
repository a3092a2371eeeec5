internal import Documents
internal import SQL
internal import SQLStore

/// A page of a list, from the sets of blocks; see `Migration.listBlocks`.
///
/// What the list's terms have in common is an intersection of sets, block by block. Where a block has no set of a term, few
/// of its rows have the term, and the search index tells them. Rows that blocks do not know as they are now, and rows behind
/// the last block, are found by themselves and put between the others; see `BlockList+others.swift`. So a page is exact
/// always, and cheap as long as both are few.
struct BlockList {
    let list: DocumentList
    let expression: SearchExpression
    let blocks: [ListBlock]
    /// Of each one has to hold.
    let groups: [[BlockTerm]]
    let trashed: BlockTerm
    /// As many rows are walked in a millisecond; nil: none.
    var walkedFirst: Int? = 600

    /// More rows behind the last block are too many to be found for each page.
    static let maxOthers: Int64 = 262_144
    /// As many are read and sorted in 2 ms.
    private static let fewEnoughToSort = 1_500

    /// nil where blocks are of no use: where there are none, or an index has the list's order and filters already, or a
    /// term is so rare that the search index finds all its rows at once.
    init?(_ list: DocumentList, _ expression: SearchExpression) throws {
        if expression.isAll || list.query.sort == .name && !list.isTested { return nil }
        let connection = list.connection
        let blocks = try ListBlock.stored(connection)
        guard let end = blocks.last?.end, try list.frequencies.newestRow - end < Self.maxOthers else { return nil }
        var groups: [[BlockTerm]] = []
        for term in expression.terms {
            guard let group = try Self.terms(of: term, connection), group.contains(where: { $0.id != nil }) else {
                return nil
            }
            groups.append(group)
        }
        guard let trashed = try BlockTerm(SearchWord(.trashed), connection: connection) else { return nil }
        (self.list, self.expression, self.blocks, self.groups) = (list, expression, blocks, groups)
        self.trashed = trashed
    }

    private static func terms(of term: SearchTerm, _ connection: any SQLConnection) throws -> [BlockTerm]? {
        var terms: [BlockTerm] = []
        for word in term.words {
            guard let term = try BlockTerm(word, connection: connection) else { return nil }
            terms.append(term)
        }
        return terms
    }

    /// Behind the last block.
    var end: Int64 { blocks.last?.end ?? 0 }

    func page(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        switch list.query.sort {
        case .newest:
            let behind = try self.behind(limit: limit, after: cursor)
            if behind.count == limit { return behind }
            let known = try newest(limit: limit, before: cursor?.row ?? .max)
            let lowest = known.count == limit ? known.last?.row : nil
            return joined([behind, known, try stale(from: lowest ?? 0, limit: limit, after: cursor)], limit: limit)
        case .oldest:
            let known = try oldest(limit: limit, after: cursor?.row ?? -1)
            if known.count == limit, let highest = known.last?.row {
                return joined([known, try stale(below: highest, limit: limit, after: cursor)], limit: limit)
            }
        case .name:
            // Where hits stand close to each other, the index by name has them sooner.
            if let walkedFirst {
                // The index may have to be asked about rows in which a word is part of another.
                let budget = expression.words.isEmpty ? walkedFirst : walkedFirst / 3
                if let page = try list.walked(limit: limit, after: cursor, budget: budget) { return page }
            }
        case .type, .shares: break
        }
        return joined(
            [
                try known(limit: limit, after: cursor), try behind(limit: limit, after: cursor),
                try stale(limit: limit, after: cursor),
            ], limit: limit)
    }

    private func joined(_ parts: [[ListCursor]], limit: Int) -> [ListCursor] {
        Array(parts.flatMap(\.self).sorted(by: list.precedes).prefix(limit))
    }

    /// The first that blocks know of.
    private func known(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        switch list.query.sort {
        case .newest: return try newest(limit: limit, before: cursor?.row ?? .max)
        case .oldest: return try oldest(limit: limit, after: cursor?.row ?? -1)
        case .name: return try byName(limit: limit, after: cursor)
        case .type:
            guard let bits = try rows(of: blocks[...]) else { return [] }
            let groups = list.types(after: cursor).map { (group: $0.group, term: SearchTerm.types([$0.type])) }
            return try grouped(groups, of: bits, limit: limit, after: cursor)
        case .shares: return try byShares(limit: limit, after: cursor)
        }
    }

    /// Twice as many blocks at a time as the time before, until the page is full.
    private func newest(limit: Int, before row: Int64) throws -> [ListCursor] {
        var result: [ListCursor] = []
        var (rest, count) = (blocks.prefix { $0.first < row }, 1)
        while result.count < limit, let last = rest.last {
            let chunk = rest.suffix(count)
            if let bits = try rows(of: chunk) {
                result += Self.descending(bits, of: chunk, before: min(row, last.end), limit: limit - result.count)
                    .map { ListCursor(row: $0) }
            }
            (rest, count) = (rest.dropLast(count), count * 2)
        }
        return result
    }

    private func oldest(limit: Int, after row: Int64) throws -> [ListCursor] {
        var result: [ListCursor] = []
        var (rest, count) = (blocks.drop { $0.end <= row + 1 }, 1)
        while result.count < limit, let first = rest.first?.first {
            let chunk = rest.prefix(count)
            if let bits = try rows(of: chunk) {
                var position = Int(max(row + 1 - first, 0))
                while result.count < limit, let bit = bits.nextBit(from: position, before: bits.count * 64) {
                    result.append(ListCursor(row: first + Int64(bit)))
                    position = bit + 1
                }
            }
            (rest, count) = (rest.dropFirst(count), count * 2)
        }
        return result
    }

    /// First those that are shared, mostly in few groups, if there are any at all; then all others, which are one group.
    private func byShares(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        guard var others = try rows(of: blocks[...]) else { return [] }
        var result: [ListCursor] = []
        if list.query.shared != false, let terms = try Self.terms(of: .shared, list.connection) {
            var shared: [UInt64] = []
            try fill(&shared, with: terms, in: blocks[...])
            let isAny = shared.formIntersection(others)
            others.subtract(shared)
            if isAny, cursor?.group != 0 {
                let groups = try list.shareCounts(after: cursor).filter { $0 > 0 }
                    .map { (group: $0, term: SearchTerm.shares([$0])) }
                result = try grouped(groups, of: shared, limit: limit, after: cursor)
            }
        }
        let row = cursor?.group == 0 ? cursor?.row ?? .max : .max
        return result
            + Self.descending(others, of: blocks[...], before: min(row, end), limit: limit - result.count)
            .map { ListCursor(row: $0) }
    }

    /// One group after the other, each from its newest row on.
    ///
    /// - Parameter bits: the rows of all blocks that the groups divide.
    private func grouped(
        _ groups: [(group: Int64, term: SearchTerm)], of bits: [UInt64], limit: Int, after cursor: ListCursor?
    ) throws -> [ListCursor] {
        if bits.bitCount <= Self.fewEnoughToSort {
            let few = Self.descending(bits, of: blocks[...], before: end, limit: Self.fewEnoughToSort)
            return try sorted(few, limit: limit, after: cursor)
        }
        var (result, members): ([ListCursor], [UInt64]) = ([], [])
        for (group, term) in groups where result.count < limit {
            guard let terms = try Self.terms(of: term, list.connection) else { continue }
            let row = cursor?.group == group ? cursor?.row ?? .max : .max
            var (rest, count) = (blocks.prefix { $0.first < row }, 1)
            while result.count < limit, let last = rest.last {
                let chunk = rest.suffix(count)
                (rest, count) = (rest.dropLast(count), count * 2)
                var part = Array(bits[words(of: chunk)])
                if part.allSatisfy({ $0 == 0 }) { continue }
                try fill(&members, with: terms, in: chunk)
                guard part.formIntersection(members) else { continue }
                result += Self.descending(part, of: chunk, before: min(row, last.end), limit: limit - result.count)
                    .map { ListCursor(row: $0, group: group) }
            }
        }
        return result
    }

    private func words(of chunk: ArraySlice<ListBlock>) -> Range<Int> {
        let start = chunk.first.map { Int($0.first) / 64 } ?? 0
        return start..<start + chunk.reduce(0) { $0 + $1.words }
    }

    /// The rows that bits stand for, the newest first.
    private static func descending(
        _ bits: [UInt64], of chunk: ArraySlice<ListBlock>, before row: Int64, limit: Int
    ) -> [Int64] {
        guard let first = chunk.first?.first else { return [] }
        var result: [Int64] = []
        var position = Int(row - first)
        while result.count < limit, let bit = bits.previousBit(before: position, from: 0) {
            result.append(first + Int64(bit))
            position = bit
        }
        return result
    }
}
