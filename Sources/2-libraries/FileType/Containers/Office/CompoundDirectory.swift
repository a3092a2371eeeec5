/// The directory of an OLE compound file, see `CompoundFile`.
struct CompoundDirectory {
    /// What lies directly in the root, by its name in lower case (MS-CFB 2.6.4 compares without case): what lies deeper
    /// belongs to embedded objects.
    private let members: [String: Entry]
    private let root: Entry
    private let sectors: CompoundSectors

    /// Entries that are read; a document has some tens, one with thousands of embedded objects some thousands.
    private static let entryLimit = 65_536
    private static let entrySize = 128
    private static let noEntry: UInt32 = 0xFFFF_FFFF

    /// - Throws: `ContainerProblem`, `SystemError`
    init(_ content: ContainerContent) throws {
        sectors = try CompoundSectors(content)
        let entries = try Self.entries(sectors)
        // The root's members are a binary tree; a visited set takes the place of trust in it.
        var members: [String: Entry] = [:]
        var visited: Set<UInt32> = []
        var waiting = [entries[0].child]
        while let number = waiting.popLast() {
            guard number != Self.noEntry else { continue }
            guard number < entries.count, visited.insert(number).inserted else {
                throw ContainerProblem.damaged("its directory is no tree")
            }
            let entry = entries[Int(number)]
            members[entry.name.lowercased()] = entry
            waiting += [entry.left, entry.right]
        }
        self.members = members
        root = entries[0]
    }

    /// Whether a stream or storage of this name is in the root.
    func has(_ name: String) -> Bool { members[name.lowercased()] != nil }

    /// The first bytes of a stream in the root; none when there is no such stream.
    ///
    /// - Throws: `ContainerProblem`, `SystemError`
    func head(of name: String, limit: Int) throws -> [UInt8] {
        guard let entry = members[name.lowercased()] else { return [] }
        return try sectors.head(of: entry.start, size: entry.size, limit: limit, smallStreams: root.start)
    }

    private struct Entry {
        let name: String
        let left: UInt32
        let right: UInt32
        let child: UInt32
        /// Its first sector.
        let start: UInt32
        /// In bytes.
        let size: Int
    }

    private static func entries(_ sectors: CompoundSectors) throws -> [Entry] {
        var entries: [Entry] = []
        var sector = sectors.firstDirectorySector
        while sector < CompoundSectors.firstMark {
            let bytes = try sectors.read(sector, of: "its directory")
            for start in stride(from: 0, to: bytes.count, by: entrySize) {
                let length = min(max(bytes.little16(start + 64) - 2, 0), 62) & ~1
                let units = stride(from: start, to: start + length, by: 2).map { UInt16(bytes.little16($0)) }
                entries.append(
                    Entry(
                        name: String(decoding: units, as: UTF16.self), left: bytes.little32(start + 68),
                        right: bytes.little32(start + 72), child: bytes.little32(start + 76),
                        start: bytes.little32(start + 116), size: Int(bytes.little32(start + 120))))
            }
            // A chain longer than the file runs in a circle.
            guard entries.count <= min(entryLimit, sectors.fileSize / entrySize) else {
                throw ContainerProblem.damaged("its directory has no end")
            }
            sector = try sectors.next(after: sector)
        }
        guard !entries.isEmpty else { throw ContainerProblem.damaged("its directory is empty") }
        return entries
    }
}
