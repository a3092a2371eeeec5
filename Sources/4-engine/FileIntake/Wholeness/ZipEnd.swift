internal import Platform

/// The end of a ZIP archive, and of the documents that are one (.docx, .xlsx, .pptx, .odt): a record that tells where the
/// list of its files is.
enum ZipEnd {
    private static let record = Array("PK\u{5}\u{6}".utf8)
    private static let recordSize = 22
    private static let largeLocator = Array("PK\u{6}\u{7}".utf8)
    private static let largeLocatorSize = 20
    private static let largeRecord = Array("PK\u{6}\u{6}".utf8)
    private static let listEntry = Array("PK\u{1}\u{2}".utf8)
    private static let missing = "the end of the archive is missing"

    static func problem(in reader: FileReader) throws(SystemError) -> String? {
        // A comment of 64 KiB may stand behind the record, which is looked for from the end.
        let tail = try reader.tail(recordSize + 65_535)
        let start = reader.size - Int64(tail.count)
        var end = tail.count
        // There is one, unless a comment or an archive inside imitates it; hostile bytes do so any number of times.
        for _ in 0..<64 {
            guard let position = tail.lastIndex(of: record, before: end) else { break }
            if try isEnd(tail, position, start, reader) { return nil }
            end = position
        }
        return missing
    }

    /// - Parameter start: where in the file `tail` begins.
    private static func isEnd(
        _ tail: [UInt8], _ position: Int, _ start: Int64, _ reader: FileReader
    ) throws(SystemError) -> Bool {
        guard let comment = tail.littleEndian(at: position + 20, count: 2),
            position + recordSize + Int(comment) <= tail.count,
            let entries = tail.littleEndian(at: position + 10, count: 2),
            let length = tail.littleEndian(at: position + 12, count: 4),
            let offset = tail.littleEndian(at: position + 16, count: 4)
        else { return false }
        let here = start + Int64(position)
        if entries == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
            return try hasLargeRecord(before: here, reader)
        }
        // The end of an archive inside of this one points elsewhere.
        guard Int64(offset) + Int64(length) <= here else { return false }
        if entries == 0 { return true }
        return try reader.bytes(at: Int64(offset), count: 4) == listEntry
    }

    /// Of an archive with more than 4 GiB or 65,535 files (ZIP64).
    private static func hasLargeRecord(before end: Int64, _ reader: FileReader) throws(SystemError) -> Bool {
        let locator = try reader.bytes(at: end - Int64(largeLocatorSize), count: largeLocatorSize)
        guard locator.has(largeLocator, at: 0), let offset = locator.littleEndian(at: 8, count: 8),
            offset < UInt64(bitPattern: end)
        else { return false }
        return try reader.bytes(at: Int64(offset), count: 4) == largeRecord
    }
}
