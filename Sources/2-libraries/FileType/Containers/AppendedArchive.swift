/// A ZIP archive at the end of a file of another kind.
///
/// Java and Python look for the directory of a program at the end of a file, wherever that file begins: `java -jar` runs a PDF
/// document or a film with a program behind it. The end record has to lie in the last 65,557 bytes, which are its own 22 and the longest
/// comment's. Java does not mind other bytes behind it.
enum AppendedArchive {
    /// End records that are looked at, each of which costs a read: bytes may imitate them.
    private static let maxRecords = 256
    /// Of a directory. What a program needs is in the first entries of what compilers write.
    private static let maxBytes: Int64 = 4 << 20

    enum Kind {
        /// Those with the parts of a program. An archive that is merely attached may lie near the end of a document, and nothing
        /// runs it.
        case programs
        /// The same, and every archive that ends where the file does.
        case all
    }

    /// - Throws: `ContainerProblem.suspicious`, `SystemError`
    static func refuse(_ kind: Kind, in content: ContainerContent) throws {
        for (number, record) in try ZipEndRecord.candidates(content).enumerated() {
            guard number < maxRecords else {
                throw ContainerProblem.suspicious("it has too many ZIP end records")
            }
            guard let entries = try entries(record, content) else { continue }
            if let part = entries.first(where: { PartName.isProgram(PartName.normal($0.name)) }) {
                throw ContainerProblem.suspicious("a program in a ZIP archive follows its end (\(part.shownName))")
            }
            if kind == .all, record.end == content.size {
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
    private static func entries(_ record: ZipEndRecord, _ content: ContainerContent) throws -> [ZipEntry]? {
        var end = record.place
        var size = Int64(record.directorySize)
        if record.directorySize == .max {
            // Behind another file the locator's place may count from the archive's first byte; the ZIP64 record stands before
            // the locator in any case.
            end -= Int64(20 + ZipEndRecord.Wide.size)
            guard end >= 0, let wide = try ZipEndRecord.Wide(at: end, content) else { return nil }
            size = wide.directorySize
        }
        guard size >= Int64(ZipEntry.headerSize), size <= end else { return nil }
        let isWhole = size <= maxBytes
        let directory = Bytes(try content.read(at: end - size, count: Int(min(size, maxBytes))))
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
}
