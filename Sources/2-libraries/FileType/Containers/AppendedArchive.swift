/// A ZIP archive at the end of a file of another kind.
///
/// Java and Python look for the directory of a program at the end of a file, wherever that file begins: `java -jar` runs a PDF
/// document or a film with a program behind it. The end record has to lie in the last 65,557 bytes, which are its own 22 and the longest
/// comment's. Java does not mind other bytes behind it.
enum AppendedArchive {
    private static let tailSize = 22 + 65_535
    private static let mark: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    /// End records that are looked at, each of which costs a read: bytes may imitate them.
    private static let mostRecords = 256
    /// Of a directory. What a program needs is in the first entries of what compilers write.
    private static let mostBytes: Int64 = 4 << 20

    enum Kind {
        /// Those with the parts of a program. An archive that is merely attached may lie near the end of a document, and nothing
        /// runs it.
        case programs
        /// The same, and every archive that ends where the file does.
        case all
    }

    /// - Throws: `ContainerProblem.suspicious`, `SystemError`
    static func refuse(_ kind: Kind, in content: ContainerContent) throws {
        let first = max(0, content.size - Int64(tailSize))
        let tail = Bytes(try content.read(at: first, count: tailSize))
        guard tail.count >= 22 else { return }
        var looks = 0
        for position in (0...tail.count - 22).reversed()
        where tail.array[position] == mark[0] && tail.slice(position, 4).elementsEqual(mark) {
            looks += 1
            guard looks <= mostRecords else {
                throw ContainerProblem.suspicious("it has too many ZIP end records")
            }
            guard let entries = try entries(tail, position, at: first + Int64(position), content) else { continue }
            if let part = entries.first(where: { PartName.isProgram(PartName.normal($0.name)) }) {
                throw ContainerProblem.suspicious("a program in a ZIP archive follows its end (\(part.shownName))")
            }
            if kind == .all, position + 22 + tail.little16(position + 20) == tail.count {
                throw ContainerProblem.suspicious("a ZIP archive follows its end")
            }
        }
    }

    /// Why a file with a program behind it is refused; nil: there is none.
    ///
    /// - Throws: `SystemError`
    static func programReason(_ content: ContainerContent) throws -> String? {
        do {
            try refuse(.programs, in: content)
            return nil
        } catch ContainerProblem.suspicious(let reason) {
            return reason
        }
    }

    /// The entries of the directory that lies directly before an end record, as far as they are looked at; nil: there is none,
    /// or it does not hold what the record says.
    private static func entries(
        _ tail: Bytes, _ record: Int, at place: Int64, _ content: ContainerContent
    ) throws -> [ZipEntry]? {
        var end = place
        var size = Int64(tail.little32(record + 12))
        if size == 0xFFFF_FFFF {
            guard let wide = try wideRecord(before: place, content) else { return nil }
            (end, size) = wide
        }
        guard size >= Int64(ZipEntry.headerSize), size <= end else { return nil }
        let isWhole = size <= mostBytes
        let directory = Bytes(try content.read(at: end - size, count: Int(min(size, mostBytes))))
        var entries: [ZipEntry] = []
        var position = 0
        while position < directory.count {
            do {
                let (entry, length) = try ZipEntry.read(directory, at: position)
                entries.append(entry)
                position += length
            } catch is ContainerProblem {
                return isWhole || entries.isEmpty ? nil : entries
            }
        }
        return entries
    }

    /// Where the ZIP64 end record starts, and the size of the directory before it. Behind another file the locator's place may
    /// count from the archive's first byte; the record stands before the locator in any case.
    private static func wideRecord(before place: Int64, _ content: ContainerContent) throws -> (Int64, Int64)? {
        let start = place - 20 - 56
        guard start >= 0 else { return nil }
        let record = Bytes(try content.read(at: start, count: 56))
        guard record.count == 56, record.little32(0) == 0x0606_4B50 else { return nil }
        return (start, Int64(clamping: record.little64(40)))
    }
}
