/// The central directory of a ZIP file, read with positioned reads and without decompressing anything.
///
/// Format: PKWARE's APPNOTE 6.3.10, sections 4.3.12 (entries), 4.3.14 and 4.3.15 (ZIP64), 4.3.16 (end record).
struct ZipDirectory {
    let entries: [ZipEntry]
    /// Where it starts; all entries lie before.
    let offset: Int64

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
        let record = try endRecord(content)
        var place = Place(
            offset: Int64(record.directoryOffset), size: Int64(record.directorySize), count: Int64(record.entries))
        guard record.disk == record.directoryDisk, record.entriesHere == record.entries else {
            throw ContainerProblem.suspicious("it is one part of a ZIP archive in several files")
        }
        let directoryEnd = try widen(&place, record, content) ?? record.place
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

    /// The end record of the file. Other bytes may follow it and its comment, as many as a comment may have: transfers and
    /// mail programs add some, and readers do not mind.
    private static func endRecord(_ content: ContainerContent) throws -> ZipEndRecord {
        let candidates = try ZipEndRecord.candidates(content)
        // A text may imitate one; each look costs a read.
        guard candidates.count <= 64 else { throw ContainerProblem.suspicious("it has too many ZIP end records") }
        let usable = try candidates.filter {
            try $0.end == content.size || $0.end < content.size && hasDirectory($0, content)
        }
        // Two records that both fit would let two readers see two packages.
        guard usable.count < 2 else { throw ContainerProblem.suspicious("it has two ZIP end records") }
        guard let found = usable.first else { throw try tooFarOff(content) ?? cutOff }
        return found
    }

    /// What is wrong when a whole archive ends earlier than readers look for its end.
    private static func tooFarOff(_ content: ContainerContent) throws -> ContainerProblem? {
        let longest = ZipEndRecord.longestComment
        var start = content.size - Int64(ZipEndRecord.size + longest)
        for _ in 0..<64 {
            guard let place = try content.lastPlace(of: [ZipEndRecord.mark], before: start) else { return nil }
            if let record = try ZipEndRecord.at(place, content), record.directorySize > 0,
                try hasDirectory(record, content)
            {
                return .damaged(
                    "\(content.size - record.end) bytes follow the end of its ZIP archive; at most \(longest) may")
            }
            start = place
        }
        return nil
    }

    /// Whether a reader that overlooks shifted places would find a directory by this end record, or an empty archive.
    private static func hasDirectory(_ record: ZipEndRecord, _ content: ContainerContent) throws -> Bool {
        let size = record.directorySize
        if size == 0 || size == .max { return true }
        return try content.read(at: record.place - Int64(size), count: 4) == [0x50, 0x4B, 0x01, 0x02]
            || record.wideRecordPlace(content) != nil
    }

    private static let cutOff = ContainerProblem.damaged("its ZIP directory is missing: the file is cut off or damaged")

    /// Replaces values that do not fit the end record by those of the ZIP64 end record, if there is one.
    ///
    /// - Returns: where the ZIP64 end record starts, and so the directory ends; nil without one.
    private static func widen(
        _ place: inout Place, _ record: ZipEndRecord, _ content: ContainerContent
    ) throws -> Int64? {
        guard record.place >= 20 else { return nil }
        guard let there = try record.wideRecordPlace(content) else {
            if !record.needsWideRecord { return nil }
            throw ContainerProblem.damaged("its ZIP64 end record is missing")
        }
        let recordOffset = Int64(clamping: there)
        guard recordOffset <= record.place - 20 - Int64(ZipEndRecord.Wide.size) else {
            throw ContainerProblem.damaged("its ZIP64 end record lies beyond the end of the file")
        }
        guard let found = try ZipEndRecord.Wide(at: recordOffset, content) else {
            throw ContainerProblem.damaged("its ZIP64 end record is missing")
        }
        let wide = Place(offset: found.directoryOffset, size: found.directorySize, count: found.entries)
        guard place.offset == 0xFFFF_FFFF || place.offset == wide.offset,
            place.size == 0xFFFF_FFFF || place.size == wide.size,
            place.count == 0xFFFF || place.count == wide.count
        else { throw ContainerProblem.suspicious("its two ZIP end records disagree") }
        place = wide
        return recordOffset
    }
}
