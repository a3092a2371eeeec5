/// The directory of an OLE compound file, see `CompoundFile`.
struct CompoundDirectory {
    /// Names of the streams and storages directly in the root: what lies deeper belongs to embedded objects.
    let rootNames: Set<String>

    /// Entries that are read; a document has some tens, one with thousands of embedded objects some thousands.
    private static let entryLimit = 65_536
    private static let entrySize = 128
    /// From here on, sector numbers are marks: end of chain, free, and so on.
    private static let firstMark: UInt32 = 0xFFFF_FFFA
    private static let noEntry: UInt32 = 0xFFFF_FFFF

    /// - Throws: `ContainerProblem`, `SystemError`
    init(_ content: ContainerContent) throws {
        let sectors = try Sectors(content)
        let entries = try Self.entries(sectors)
        // The root's members are a binary tree; a visited set takes the place of trust in it.
        var names: Set<String> = []
        var visited: Set<UInt32> = []
        var waiting = [entries[0].child]
        while let number = waiting.popLast() {
            guard number != Self.noEntry else { continue }
            guard number < entries.count, visited.insert(number).inserted else {
                throw ContainerProblem.damaged("its directory is no tree")
            }
            let entry = entries[Int(number)]
            names.insert(entry.name)
            waiting += [entry.left, entry.right]
        }
        rootNames = names
    }

    private struct Entry {
        let name: String
        let left: UInt32
        let right: UInt32
        let child: UInt32
    }

    private static func entries(_ sectors: Sectors) throws -> [Entry] {
        var entries: [Entry] = []
        var sector = sectors.firstDirectorySector
        while sector < firstMark {
            let bytes = try sectors.read(sector, of: "its directory")
            for start in stride(from: 0, to: bytes.count, by: entrySize) {
                let length = min(max(bytes.little16(start + 64) - 2, 0), 62) & ~1
                let units = stride(from: start, to: start + length, by: 2).map { UInt16(bytes.little16($0)) }
                entries.append(
                    Entry(
                        name: String(decoding: units, as: UTF16.self), left: bytes.little32(start + 68),
                        right: bytes.little32(start + 72), child: bytes.little32(start + 76)))
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

    /// Sectors and the table that chains them.
    private struct Sectors {
        let firstDirectorySector: UInt32
        /// In bytes.
        let fileSize: Int
        private let content: ContainerContent
        private let size: Int
        /// Where the table's own sectors are.
        private let tableSectors: [UInt32]

        init(_ content: ContainerContent) throws {
            self.content = content
            fileSize = Int(clamping: content.size)
            let header = try content.bytes(at: 0, count: 512, of: "its header")
            let shift = header.little16(30)
            guard header.little16(28) == 0xFFFE, shift == 9 || shift == 12 else {
                throw ContainerProblem.damaged("its header is not that of a compound file")
            }
            size = 1 << shift
            firstDirectorySector = header.little32(48)
            var table = (0..<109).map { header.little32(76 + 4 * $0) }
            var sector = header.little32(68)
            let perSector = size / 4 - 1
            let last = content.size / Int64(size)
            while sector < firstMark {
                let bytes = try Self.read(sector, content, size, "its sector table")
                table += (0..<perSector).map { bytes.little32(4 * $0) }
                guard Int64(table.count) <= last + Int64(109 + perSector) else {
                    throw ContainerProblem.damaged("its sector table has no end")
                }
                sector = bytes.little32(4 * perSector)
            }
            tableSectors = table
        }

        func read(_ sector: UInt32, of part: String) throws -> Bytes {
            try Self.read(sector, content, size, part)
        }

        func next(after sector: UInt32) throws -> UInt32 {
            let perSector = UInt32(size / 4)
            let index = Int(sector / perSector)
            guard index < tableSectors.count, tableSectors[index] < firstMark else {
                throw ContainerProblem.damaged("its sector table lacks a sector")
            }
            let position = Int64(tableSectors[index]) + 1
            let entry = try content.bytes(
                at: position * Int64(size) + Int64(sector % perSector) * 4, count: 4, of: "its sector table")
            return entry.little32(0)
        }

        /// The header takes the place of the sector before the first.
        private static func read(
            _ sector: UInt32, _ content: ContainerContent, _ size: Int, _ part: String
        ) throws -> Bytes {
            try content.bytes(at: (Int64(sector) + 1) * Int64(size), count: size, of: part)
        }
    }
}
