/// The central directory of a ZIP file, read with positioned reads and without decompressing anything.
///
/// Format: PKWARE's APPNOTE 6.3.10, sections 4.3.12 (entries), 4.3.14 and 4.3.15 (ZIP64), 4.3.16 (end record).
struct ZipDirectory {
    let entries: [ZipEntry]
    /// Where it starts; all entries lie before.
    let offset: Int64

    private static let endSize = 22
    private static let longestComment = 65_535

    /// - Throws: `ContainerProblem`, `SystemError`
    init(_ content: ContainerContent, limits: ZipLimits) throws {
        let place = try Self.locate(content)
        offset = place.offset
        guard place.count <= limits.entries else {
            throw ContainerProblem.suspicious("it has \(place.count) entries, more than \(limits.entries)")
        }
        guard place.size <= limits.directorySize else {
            throw ContainerProblem.suspicious(
                "its ZIP directory has \(place.size) bytes, more than \(limits.directorySize)")
        }
        let directory = try content.bytes(at: place.offset, count: Int(place.size), of: "its ZIP directory")
        var entries: [ZipEntry] = []
        var position = 0
        for _ in 0..<place.count {
            let (entry, length) = try ZipEntry.read(directory, at: position)
            entries.append(entry)
            position += length
        }
        guard position == directory.count else {
            throw ContainerProblem.suspicious("its ZIP directory has entries that its end record does not count")
        }
        self.entries = entries
    }

    private struct Place {
        var offset: Int64
        var size: Int64
        var count: Int64
    }

    /// Finds the directory by the end record, which has to lie directly behind it.
    private static func locate(_ content: ContainerContent) throws -> Place {
        let tailSize = Int(min(content.size, Int64(endSize + longestComment)))
        let tail = try content.bytes(
            at: content.size - Int64(tailSize), count: tailSize, of: "its ZIP end record")
        let found = try endRecord(in: tail, content)
        let endOffset = content.size - Int64(tailSize - found)
        var place = Place(
            offset: Int64(tail.little32(found + 16)), size: Int64(tail.little32(found + 12)),
            count: Int64(tail.little16(found + 10)))
        guard tail.little16(found + 4) == tail.little16(found + 6),
            tail.little16(found + 8) == tail.little16(found + 10)
        else { throw ContainerProblem.suspicious("it is one part of a ZIP archive in several files") }
        let directoryEnd = try widen(&place, content, endOffset: endOffset) ?? endOffset
        guard place.offset >= 0, place.size >= 0, place.size <= directoryEnd,
            place.offset == directoryEnd - place.size
        else {
            throw ContainerProblem.suspicious("its ZIP directory does not lie where its end record says")
        }
        // An entry takes at least its header, so a huge count cannot make us loop.
        guard place.count >= 0, place.count <= place.size / Int64(ZipEntry.headerSize) else {
            throw ContainerProblem.suspicious("its ZIP end record claims \(place.count) entries")
        }
        return place
    }

    /// Where in the last bytes of the file the end record starts. Other bytes may follow it and its comment, as many as a
    /// comment may have: transfers and mail programs add some, and readers do not mind.
    private static func endRecord(in tail: Bytes, _ content: ContainerContent) throws -> Int {
        let last = tail.count - endSize
        guard last >= 0 else { throw cutOff }
        let candidates = tail.array.withUnsafeBufferPointer { bytes in
            (0...last).filter {
                bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4B && bytes[$0 + 2] == 0x05 && bytes[$0 + 3] == 0x06
            }
        }
        // A text may imitate one; each look costs a read.
        guard candidates.count <= 64 else { throw ContainerProblem.suspicious("it has too many ZIP end records") }
        let start = content.size - Int64(tail.count)
        let usable = try candidates.filter {
            let end = $0 + endSize + tail.little16($0 + 20)
            if end == tail.count { return true }
            return try end < tail.count && hasDirectory(before: start + Int64($0), tail, $0, content)
        }
        // Two records that both fit would let two readers see two packages.
        guard usable.count < 2 else { throw ContainerProblem.suspicious("it has two ZIP end records") }
        guard let found = usable.first else { throw try tooFarOff(before: start, content) ?? cutOff }
        return found
    }

    /// What is wrong when a whole archive ends earlier than readers look for its end.
    private static func tooFarOff(before start: Int64, _ content: ContainerContent) throws -> ContainerProblem? {
        var start = start
        for _ in 0..<64 {
            guard let place = try content.lastPlace(of: [[0x50, 0x4B, 0x05, 0x06]], before: start) else { return nil }
            let record = Bytes(try content.read(at: place, count: endSize))
            if record.count == endSize, record.little32(12) > 0,
                try hasDirectory(before: place, record, 0, content)
            {
                let more = content.size - place - Int64(endSize + record.little16(20))
                return .damaged("\(more) bytes follow the end of its ZIP archive; at most \(longestComment) may")
            }
            start = place
        }
        return nil
    }

    /// Whether a reader that overlooks shifted places would find a directory by this end record, or an empty archive.
    private static func hasDirectory(
        before end: Int64, _ tail: Bytes, _ record: Int, _ content: ContainerContent
    ) throws -> Bool {
        let size = tail.little32(record + 12)
        if size == 0 || size == .max { return true }
        return try content.read(at: end - Int64(size), count: 4) == [0x50, 0x4B, 0x01, 0x02]
            || content.read(at: end - 20, count: 4) == [0x50, 0x4B, 0x06, 0x07]
    }

    private static let cutOff = ContainerProblem.damaged("its ZIP directory is missing: the file is cut off or damaged")

    /// Replaces values that do not fit the end record by those of the ZIP64 end record, if there is one.
    ///
    /// - Returns: where the ZIP64 end record starts, and so the directory ends; nil without one.
    private static func widen(_ place: inout Place, _ content: ContainerContent, endOffset: Int64) throws -> Int64? {
        let isNarrow = place.offset != 0xFFFF_FFFF && place.size != 0xFFFF_FFFF && place.count != 0xFFFF
        guard endOffset >= 20 else { return nil }
        let locator = try content.bytes(at: endOffset - 20, count: 20, of: "its ZIP64 locator")
        guard locator.little32(0) == 0x0706_4B50 else {
            if isNarrow { return nil }
            throw ContainerProblem.damaged("its ZIP64 end record is missing")
        }
        let recordOffset = Int64(clamping: locator.little64(8))
        guard recordOffset <= endOffset - 20 - 56 else {
            throw ContainerProblem.damaged("its ZIP64 end record lies beyond the end of the file")
        }
        let record = try content.bytes(at: recordOffset, count: 56, of: "its ZIP64 end record")
        guard record.little32(0) == 0x0606_4B50 else {
            throw ContainerProblem.damaged("its ZIP64 end record is missing")
        }
        let wide = Place(
            offset: Int64(clamping: record.little64(48)), size: Int64(clamping: record.little64(40)),
            count: Int64(clamping: record.little64(32)))
        guard place.offset == 0xFFFF_FFFF || place.offset == wide.offset,
            place.size == 0xFFFF_FFFF || place.size == wide.size,
            place.count == 0xFFFF || place.count == wide.count
        else { throw ContainerProblem.suspicious("its two ZIP end records disagree") }
        place = wide
        return recordOffset
    }
}
