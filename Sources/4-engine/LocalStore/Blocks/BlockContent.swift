internal import Platform
internal import SQL
internal import SQLite

/// Takes apart what the entries of a block say, in a database of its own in memory, and makes what is stored of the block.
struct BlockContent: Sendable {
    /// What is stored by itself.
    enum Part: Sendable {
        case set(term: String, byRow: [UInt8], byName: [UInt8])
        case page(number: Int, offsets: [UInt8])
        case title(key: String, age: Int64, slice: Int)
    }

    /// An entry of `listing`.
    struct Entry: Sendable {
        let row: Int64
        let titleKey: String
        /// As `listing_words` has them.
        let words: String
    }

    let block: ListBlock
    private let writer: Writer

    init(_ block: ListBlock) async throws {
        self.block = block
        writer = try Writer(Connection.inMemory())
        try await writer.write { _ = try TokenTable($0) }
    }

    func close() async throws {
        try await writer.close()
    }

    func add(_ entries: [Entry]) async throws {
        let first = block.first
        try await writer.write { connection in
            let tokens = TokenTable(of: connection)
            for entry in entries {
                try tokens.add(row: Int(entry.row - first), words: entry.words)
                try connection.execute("INSERT INTO names VALUES (?, ?)", [entry.row - first, entry.titleKey])
            }
        }
    }

    /// All that is to be stored of the entries added so far.
    func parts() async throws -> [Part] {
        let block = block
        return try await writer.write { connection in
            var (places, parts) = try Self.names(of: block, connection)
            try Self.forEachSet(of: block, connection) { term, members in
                let byName = members.map { places[Int($0)] }
                parts.append(
                    .set(
                        term: term, byRow: RowSet.encode(members, of: block.rows),
                        byName: RowSet.encode(byName, of: block.rows)))
            }
            return parts
        }
    }

    /// - Returns: the place of each row in the order of names, and what is stored of that order.
    private static func names(of block: ListBlock, _ connection: Connection) throws -> (places: [UInt16], parts: [Part])
    {
        var (places, parts) = ([UInt16](repeating: 0, count: block.rows), [Part]())
        var (place, page, former) = (0, [UInt8](), "")
        func endPage() {
            if !page.isEmpty { parts.append(.page(number: (place - 1) / ListBlock.page, offsets: page)) }
            page = []
        }
        // Of equal titles the newest is first.
        try connection.forEach("SELECT row, title_key FROM names ORDER BY title_key, row DESC") { row in
            let (offset, title) = (Int(try row.integer(0)), try row.text(1))
            places[offset] = UInt16(place)
            if place > 0, place % ListBlock.slice == 0 {
                let age = former.hasSameBytes(as: title) ? -(block.first + Int64(offset)) : Int64.min
                parts.append(
                    .title(key: beginning(of: title, behind: former), age: age, slice: place / ListBlock.slice))
            }
            page += [UInt8(truncatingIfNeeded: offset), UInt8(truncatingIfNeeded: offset >> 8)]
            (place, former) = (place + 1, title)
            if place % ListBlock.page == 0 { endPage() }
        }
        endPage()
        return (places, parts)
    }

    /// The shortest beginning of a title that stands behind a former one, if that is another: no more of titles is stored
    /// here than needed, since it stays until the block is stored anew.
    static func beginning(of title: String, behind former: String) -> String {
        if title.hasSameBytes(as: former) { return title }
        var beginning = String.UnicodeScalarView()
        for scalar in title.unicodeScalars {
            beginning.append(scalar)
            let text = String(beginning)
            if former.utf8.lexicographicallyPrecedes(text.utf8) { return text }
        }
        return title
    }

    /// Calls `body` with each term that enough rows have, and the offsets of those, ascending.
    private static func forEachSet(
        of block: ListBlock, _ connection: Connection, _ body: (_ term: String, _ members: [UInt16]) -> Void
    ) throws {
        let minMembers = BlockSizes.minMembers(of: block.rows)
        var (word, members) = ("", [UInt16]())
        // One for each length.
        var beginnings = (1...BlockTerm.longestBeginning).map { _ in TermBeginning(rows: block.rows) }
        func end() {
            // What titles begin with is asked of the search index alone.
            let isAsked = !word.unicodeScalars.starts(with: Facet.beginning("").word.unicodeScalars)
            if isAsked, members.count >= minMembers { body(BlockTerm.name(word, isBeginning: false), members) }
            members = []
        }
        try connection.forEach("SELECT term, doc FROM tokens") { row in
            let (next, offset) = (try row.text(0), Int(try row.integer(1)))
            if !next.hasSameBytes(as: word) {
                end()
                word = next
                let scalars = next.unicodeScalars
                for length in 1...BlockTerm.longestBeginning {
                    // Nobody searches for the beginning of a filter.
                    let isOne = scalars.count >= length && scalars.first != Facet.mark
                    let text = isOne ? String(scalars.prefix(length)) : ""
                    let former = beginnings[length - 1].turn(to: text)
                    if former.members.count >= minMembers {
                        body(BlockTerm.name(former.text, isBeginning: true), former.members)
                    }
                }
            }
            members.append(UInt16(offset))
            for index in beginnings.indices { beginnings[index].insert(offset) }
        }
        end()
        for index in beginnings.indices {
            let last = beginnings[index].turn(to: "")
            if last.members.count >= minMembers { body(BlockTerm.name(last.text, isBeginning: true), last.members) }
        }
    }
}

/// The rows that have words with one beginning, gathered word by word.
private struct TermBeginning {
    private var text = ""
    private var bits: [UInt64]
    private var count = 0

    init(rows: Int) {
        bits = [UInt64](repeating: 0, count: rows / 64)
    }

    mutating func insert(_ offset: Int) {
        if text.isEmpty || bits.contains(bit: offset) { return }
        bits.insert(bit: offset)
        count += 1
    }

    /// - Parameter text: the beginning of the words that follow; empty: they have none of this length.
    /// - Returns: what there is of the words before; nothing while the beginning is the same.
    mutating func turn(to text: String) -> (text: String, members: [UInt16]) {
        if text.hasSameBytes(as: self.text) { return ("", []) }
        defer { self.text = text }
        if count == 0 { return ("", []) }
        var members: [UInt16] = []
        members.reserveCapacity(count)
        var position = 0
        while let bit = bits.nextBit(from: position, before: bits.count * 64) {
            members.append(UInt16(bit))
            position = bit + 1
        }
        for index in bits.indices { bits[index] = 0 }
        count = 0
        return (self.text, members)
    }
}

extension String {
    /// As the database compares them; other than `==`, which also takes different spellings of a letter for one.
    fileprivate func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
