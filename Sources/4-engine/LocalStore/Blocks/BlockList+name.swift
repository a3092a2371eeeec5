internal import Documents
internal import Platform
internal import SQL
internal import SQLStore

/// Lists by name: each block's hits stand in its own order of names, and the blocks' lists are merged as far as needed. So
/// as many titles are read as there are blocks and documents on the page, wherever the hits stand.
extension BlockList {
    /// What a list has of blocks, each in its order of names.
    private struct Names {
        /// From the first block's first place on.
        var bits: [UInt64]
        /// Rows that do not count, although they have a bit.
        var hidden: Set<Int64> = []
    }

    func byName(limit: Int, after cursor: ListCursor?) throws -> [ListCursor] {
        guard let names = try names() else { return [] }
        var walks: [NameWalk] = []
        var heads = Heap<(entry: ListCursor, walk: Int)> { DocumentList.precedesByName($0.entry, $1.entry) }
        for block in blocks {
            let start = Int(block.first)
            guard names.bits.nextBit(from: start, before: start + block.rows) != nil else { continue }
            var walk = NameWalk(block: block, connection: list.connection)
            if let cursor { try walk.start(after: cursor, names.bits, hiding: names.hidden) }
            guard let entry = try walk.next(names.bits, hiding: names.hidden) else { continue }
            heads.insert((entry, walks.count))
            walks.append(walk)
        }
        var result: [ListCursor] = []
        while result.count < limit, let (entry, index) = heads.first {
            result.append(entry)
            if result.count == limit { break }
            if let next = try walks[index].next(names.bits, hiding: names.hidden) {
                heads.replaceFirst(with: (next, index))
            } else {
                _ = heads.popFirst()
            }
        }
        return result
    }

    private func names() throws -> Names? {
        var (bits, members, lacking): ([UInt64], [UInt64], Set<Int>) = ([], [], [])
        for (index, group) in (list.query.trashed ? groups + [[trashed]] : groups).enumerated() {
            members.clear(words: Int(end) / 64)
            for term in group { lacking.formUnion(try add(term, byName: true, of: blocks[...], to: &members)) }
            if index == 0 {
                swap(&bits, &members)
            } else if !bits.formIntersection(members), lacking.isEmpty {
                // Where a set lacks, what is common so far is too little.
                return nil
            }
        }
        var names = Names(bits: bits)
        if !list.query.trashed { try hideTrash(&names, &members) }
        try list.connection.forEach(Self.staleRows, [0, end]) { names.hidden.insert(try $0.integer(0)) }
        for run in Self.runs(of: lacking.sorted()) { try putInOrder(blocks[run], &names) }
        return names
    }

    private func hideTrash(_ names: inout Names, _ trash: inout [UInt64]) throws {
        guard trashed.id != nil else { return try listed(trashed, in: blocks[...]) { names.hidden.insert($0) } }
        trash.clear(words: names.bits.count)
        for lacking in Self.runs(of: try add(trashed, byName: true, of: blocks[...], to: &trash)) {
            try listed(trashed, in: blocks[lacking]) { names.hidden.insert($0) }
        }
        names.bits.subtract(trash)
    }

    /// Finds the hits of neighbouring blocks, some of which lack a set, by rows, and then their places.
    private func putInOrder(_ chunk: ArraySlice<ListBlock>, _ names: inout Names) throws {
        guard let first = chunk.first?.first, let end = chunk.last?.end else { return }
        for word in Int(first) / 64..<Int(end) / 64 { names.bits[word] = 0 }
        guard let rows = try rows(of: chunk) else { return }
        for block in chunk {
            let start = Int(block.first - first)
            guard rows.nextBit(from: start, before: start + block.rows) != nil else { continue }
            var place = Int(block.first)
            try list.connection.forEach(NameWalk.pages, [block.keys.lowerBound, block.keys.upperBound]) { row in
                let page = try row.bytes(0)
                for index in 0..<page.count / 2 {
                    if rows.contains(bit: start + RowSet.offset(index, in: page)) { names.bits.insert(bit: place) }
                    place += 1
                }
            }
        }
    }
}

/// A walk through one block's hits in the order of names.
struct NameWalk {
    private let block: ListBlock
    private let connection: any SQLConnection
    /// The next place that is looked at.
    private var place = 0
    private var page: (number: Int, offsets: [UInt8])?

    init(block: ListBlock, connection: any SQLConnection) {
        self.block = block
        self.connection = connection
    }

    /// Goes behind a document, whichever block has it.
    mutating func start(after cursor: ListCursor, _ bits: [UInt64], hiding hidden: Set<Int64>) throws {
        let slice = try connection.first(Self.slice, [block.id, cursor.title, -cursor.row]) { Int(try $0.integer(0)) }
        place = (slice ?? 0) * ListBlock.slice
        // Names of later slices are behind it, those of earlier ones are not; within the slice the titles tell.
        var candidates: [(place: Int, row: Int64)] = []
        var next = Int(block.first) + place
        let end = next + ListBlock.slice
        while let bit = bits.nextBit(from: next, before: end) {
            let found = bit - Int(block.first)
            let row = try row(at: found)
            if !hidden.contains(row) { candidates.append((found, row)) }
            next = bit + 1
        }
        var range = candidates.indices
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            let entry = try entry(candidates[middle].row)
            if entry.map({ DocumentList.precedesByName(cursor, $0) }) ?? true {
                range = range.lowerBound..<middle
            } else {
                range = middle + 1..<range.upperBound
            }
        }
        place = range.lowerBound < candidates.count ? candidates[range.lowerBound].place : place + ListBlock.slice
    }

    mutating func next(_ bits: [UInt64], hiding hidden: Set<Int64>) throws -> ListCursor? {
        let start = Int(block.first)
        while let bit = bits.nextBit(from: start + place, before: start + block.rows) {
            place = bit - start + 1
            let row = try row(at: bit - start)
            if !hidden.contains(row), let entry = try entry(row) { return entry }
        }
        return nil
    }

    private mutating func row(at place: Int) throws -> Int64 {
        let (number, index) = (place / ListBlock.page, place % ListBlock.page)
        if let page, page.number == number { return block.first + Int64(RowSet.offset(index, in: page.offsets)) }
        let offsets = try connection.first(Self.page, [block.key(ofPage: number)]) { try $0.bytes(0) } ?? []
        page = (number, offsets)
        return block.first + Int64(RowSet.offset(index, in: offsets))
    }

    private func entry(_ row: Int64) throws -> ListCursor? {
        try connection.first(DocumentList.title, [row]) { ListCursor(row: row, title: try $0.text(0)) }
    }

    static let page = "SELECT rows FROM list_names WHERE key = ?"
    static let pages = "SELECT rows FROM list_names WHERE key >= ? AND key < ? ORDER BY key"
    static let slice = """
        SELECT slice FROM list_titles WHERE block = ? AND (title_key, age) <= (?, ?)
        ORDER BY title_key DESC, age DESC LIMIT 1
        """
}
