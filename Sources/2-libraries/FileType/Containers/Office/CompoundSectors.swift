/// The sectors of an OLE compound file, and the tables that chain them.
struct CompoundSectors {
    let firstDirectorySector: UInt32
    /// In bytes.
    let fileSize: Int
    private let content: ContainerContent
    private let size: Int
    /// Where the table's own sectors are.
    private let tableSectors: [UInt32]
    /// The first sector of the table that chains the small sectors, into which small streams are put.
    private let firstSmallTableSector: UInt32

    /// From here on, sector numbers are marks: end of chain, free, and so on.
    static let firstMark: UInt32 = 0xFFFF_FFFA
    private static let smallSize = 64
    /// Shorter streams are in small sectors.
    private static let smallLimit = 4_096
    /// Small streams take far less; each costs a read.
    private static let maxSmallStreamSectors = 65_536

    /// - Throws: `ContainerProblem`, `SystemError`
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
        firstSmallTableSector = header.little32(60)
        var table = (0..<109).map { header.little32(76 + 4 * $0) }
        var sector = header.little32(68)
        let perSector = size / 4 - 1
        let last = content.size / Int64(size)
        while sector < Self.firstMark {
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
        guard index < tableSectors.count, tableSectors[index] < Self.firstMark else {
            throw ContainerProblem.damaged("its sector table lacks a sector")
        }
        return try number(at: Int(sector % perSector), in: tableSectors[index])
    }

    /// The first bytes of a stream, `limit` at most, and none from the first damage on: readers repair what they can.
    ///
    /// - Parameters:
    ///   - start: its first sector.
    ///   - size: of the stream in bytes.
    ///   - smallStreams: the first sector of the stream that holds the small ones.
    func head(of start: UInt32, size: Int, limit: Int, smallStreams: UInt32) throws -> [UInt8] {
        let wanted = min(size, limit)
        var result: [UInt8] = []
        do {
            guard size < Self.smallLimit else {
                for sector in try chain(from: start, count: (wanted + self.size - 1) / self.size) {
                    result += try read(sector, of: "a stream").array
                }
                return Array(result.prefix(wanted))
            }
            let most = min(fileSize / self.size, Self.maxSmallStreamSectors)
            let table = try chain(from: firstSmallTableSector, count: most)
            let places = try chain(from: smallStreams, count: most)
            var small = start
            while result.count < wanted, small < Self.firstMark {
                let offset = Int(small) * Self.smallSize
                let row = Int(small) / (self.size / 4)
                guard offset / self.size < places.count, row < table.count else { break }
                let place = (Int64(places[offset / self.size]) + 1) * Int64(self.size) + Int64(offset % self.size)
                result += try content.bytes(at: place, count: Self.smallSize, of: "a stream").array
                small = try number(at: Int(small) % (self.size / 4), in: table[row])
            }
        } catch is ContainerProblem {
            return Array(result.prefix(wanted))
        }
        return Array(result.prefix(wanted))
    }

    /// The sectors of a chain up to its end or the first damage, `count` at most, so that a circle ends.
    private func chain(from start: UInt32, count: Int) throws -> [UInt32] {
        var sectors: [UInt32] = []
        var sector = start
        while sector < Self.firstMark, sectors.count < count {
            sectors.append(sector)
            do {
                sector = try next(after: sector)
            } catch is ContainerProblem {
                return sectors
            }
        }
        return sectors
    }

    /// An entry of a sector that is part of a table.
    private func number(at index: Int, in sector: UInt32) throws -> UInt32 {
        try content.bytes(
            at: (Int64(sector) + 1) * Int64(size) + Int64(index) * 4, count: 4, of: "its sector table"
        ).little32(0)
    }

    /// The header takes the place of the sector before the first.
    private static func read(
        _ sector: UInt32, _ content: ContainerContent, _ size: Int, _ part: String
    ) throws -> Bytes {
        try content.bytes(at: (Int64(sector) + 1) * Int64(size), count: size, of: part)
    }
}
