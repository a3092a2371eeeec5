internal import FileType
internal import Platform

/// The end of a ZIP archive, and of the documents that are one (.docx, .xlsx, .pptx, .odt): a record that tells where the
/// list of its files is.
enum ZipEnd {
    private static let listEntry = Array("PK\u{1}\u{2}".utf8)
    /// Records that are looked at, each of which costs a read. There is one, unless a comment or an archive inside imitates it;
    /// hostile bytes do so any number of times.
    private static let most = 64

    static func problem(in content: ContainerContent) throws(SystemError) -> String? {
        for record in try ZipEndRecord.candidates(content).prefix(most) where try isEnd(record, content) { return nil }
        return "the end of the archive is missing"
    }

    private static func isEnd(_ record: ZipEndRecord, _ content: ContainerContent) throws(SystemError) -> Bool {
        guard record.end <= content.size else { return false }
        if record.needsWideRecord {
            guard let place = try record.wideRecordPlace(content), place < UInt64(record.place) else { return false }
            return try ZipEndRecord.Wide(at: Int64(place), content) != nil
        }
        // The end of an archive inside of this one points elsewhere.
        guard Int64(record.directoryOffset) + Int64(record.directorySize) <= record.place else { return false }
        if record.entries == 0 { return true }
        return try content.read(at: Int64(record.directoryOffset), count: 4) == listEntry
    }
}
