internal import Glibc
package import Platform

/// The record at the end of a ZIP archive, which says where the directory of its entries is.
///
/// Format: PKWARE's APPNOTE 6.3.10, sections 4.3.14 and 4.3.15 (ZIP64), 4.3.16. It says what stands in the record; whether that
/// can be is for its users to decide.
package struct ZipEndRecord {
    package static let size = 22
    package static let longestComment = 65_535
    static let mark: [UInt8] = [0x50, 0x4B, 0x05, 0x06]

    /// Where it starts in the file.
    package let place: Int64
    /// The number of this part of an archive in several files, and of the one where the directory starts.
    let disk: Int
    let directoryDisk: Int
    let entriesHere: Int
    package let entries: Int
    package let directorySize: UInt32
    package let directoryOffset: UInt32
    let commentLength: Int

    /// Where its comment ends.
    package var end: Int64 { place + Int64(Self.size + commentLength) }

    /// Whether a value does not fit, so that there has to be a ZIP64 record.
    package var needsWideRecord: Bool { directoryOffset == .max || directorySize == .max || entries == 0xFFFF }

    /// - Parameters:
    ///   - bytes: hold it at `position`.
    ///   - start: where in the file `bytes` begin.
    private init(_ bytes: Bytes, at position: Int, start: Int64) {
        place = start + Int64(position)
        disk = bytes.little16(position + 4)
        directoryDisk = bytes.little16(position + 6)
        entriesHere = bytes.little16(position + 8)
        entries = bytes.little16(position + 10)
        directorySize = bytes.little32(position + 12)
        directoryOffset = bytes.little32(position + 16)
        commentLength = bytes.little16(position + 20)
    }

    /// The one that starts at a place; nil: the file ends before it does.
    ///
    /// - Throws: `SystemError`
    static func at(_ place: Int64, _ content: ContainerContent) throws(SystemError) -> Self? {
        let bytes = Bytes(try content.read(at: place, count: size))
        return bytes.count == size ? Self(bytes, at: 0, start: place) : nil
    }

    /// All that seem to be one in the last 65,557 bytes, which are its own 22 and the longest comment's; the last one first.
    /// Other bytes may imitate them, hostile ones thousands of times.
    ///
    /// - Throws: `SystemError`
    package static func candidates(_ content: ContainerContent) throws(SystemError) -> [Self] {
        let start = max(0, content.size - Int64(size + longestComment))
        let positions = try content.withBytes(at: start, count: size + longestComment) { bytes in
            var positions: [Int] = []
            var position = 0
            // memchr(3) looks at many bytes at a time.
            while let base = bytes.baseAddress, position <= bytes.count - size,
                let found = memchr(base + position, Int32(mark[0]), bytes.count - size + 1 - position)
            {
                position = UnsafeRawPointer(found) - base
                if memcmp(found, mark, mark.count) == 0 { positions.append(position) }
                position += 1
            }
            return positions
        }
        var records: [Self] = []
        for position in positions.reversed() {
            if let record = try at(start + Int64(position), content) { records.append(record) }
        }
        return records
    }

    /// Where the ZIP64 record starts, as the locator says that stands before this record; nil: there is no locator.
    ///
    /// - Throws: `SystemError`
    package func wideRecordPlace(_ content: ContainerContent) throws(SystemError) -> UInt64? {
        let locator = Bytes(try content.read(at: place - 20, count: 20))
        return locator.count == 20 && locator.little32(0) == 0x0706_4B50 ? locator.little64(8) : nil
    }

    /// What the ZIP64 record says in place of this one.
    package struct Wide {
        package static let size = 56
        let entries: Int64
        let directorySize: Int64
        let directoryOffset: Int64

        /// nil: none stands there.
        ///
        /// - Throws: `SystemError`
        package init?(at place: Int64, _ content: ContainerContent) throws(SystemError) {
            let record = Bytes(try content.read(at: place, count: Self.size))
            guard record.count == Self.size, record.little32(0) == 0x0606_4B50 else { return nil }
            entries = Int64(clamping: record.little64(32))
            directorySize = Int64(clamping: record.little64(40))
            directoryOffset = Int64(clamping: record.little64(48))
        }
    }
}
