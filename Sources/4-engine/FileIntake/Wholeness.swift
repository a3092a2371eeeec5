internal import FileType
internal import Platform

/// Whether a file's format says that something of it is still missing. The format is known by the first bytes; what is not
/// known, or says nothing of its end, is taken for whole.
enum Wholeness {
    /// For people: "the box `moov` is missing"; nil: nothing is missing, as far as a look at a few blocks tells.
    static func problem(in content: ContainerContent, name: Path) throws(SystemError) -> String? {
        let head = try content.head(1_024)
        if head.has("PK\u{3}\u{4}", at: 0) || head.has("PK\u{5}\u{6}", at: 0) || head.has("PK\u{7}\u{8}", at: 0) {
            return try ZipEnd.problem(in: content)
        }
        if head.has("%PDF-", at: 0) { return try pdf(content) }
        if head.has([0xFF, 0xD8, 0xFF], at: 0) { return try jpeg(content) }
        if head.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return try png(content) }
        if head.has("RIFF", at: 0) { return riff(content, head) }
        if BoxWalk.isBegin(head, name: name) { return try BoxWalk.problem(in: content) }
        // A copy whose size was reserved before its bytes came.
        if formats.contains(name.fileExtension), head.allSatisfy({ $0 == 0 }) {
            return "its beginning is not written yet"
        }
        return nil
    }

    private static let formats: Set<String> = [
        ".mp4", ".m4v", ".m4a", ".mov", ".3gp", ".avi", ".wav", ".webp", ".pdf", ".zip", ".docx", ".xlsx", ".pptx",
        ".odt",
        ".ods", ".odp", ".epub", ".jar", ".jpg", ".jpeg", ".png", ".heic", ".avif",
    ]

    private static func pdf(_ content: ContainerContent) throws(SystemError) -> String? {
        try content.hasTail(of: 4_096, Array("%%EOF".utf8)) ? nil : "the end mark `%%EOF` is missing"
    }

    /// Cameras put other things behind a picture's end, so that it need not be the last.
    private static func jpeg(_ content: ContainerContent) throws(SystemError) -> String? {
        try content.hasTail(of: 1 << 16, [0xFF, 0xD9]) ? nil : "the picture's end mark is missing"
    }

    private static func png(_ content: ContainerContent) throws(SystemError) -> String? {
        let end: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        return try content.hasTail(of: 1 << 16, end) ? nil : "the chunk `IEND` is missing"
    }

    /// AVI, WAV, WebP: the size stands at the beginning, and all bits of it are set when it was not known.
    private static func riff(_ content: ContainerContent, _ head: [UInt8]) -> String? {
        guard head.count >= 8 else { return nil }
        let length = Bytes(head).little32(4)
        if length == .max { return nil }
        if length == 0 { return head.has("AVI ", at: 8) ? "its length is not written yet" : nil }
        let missing = Int64(length) + 8 - content.size
        return missing > 0 ? "\(missing) bytes of it are missing" : nil
    }
}

extension ContainerContent {
    /// Whether a mark stands within the last bytes.
    fileprivate func hasTail(of count: Int64, _ mark: [UInt8]) throws(SystemError) -> Bool {
        try lastPlace(of: [mark], from: size - count, before: size) != nil
    }
}

extension [UInt8] {
    /// Whether these bytes stand there.
    func has(_ bytes: some Collection<UInt8>, at position: Int) -> Bool {
        position >= 0 && position <= count - bytes.count && self[position...].starts(with: bytes)
    }

    func has(_ text: String, at position: Int) -> Bool { has(Array(text.utf8), at: position) }
}

/// The boxes of an MP4, QuickTime or HEIF file (ISO 14496-12): each says how long it is.
enum BoxWalk {
    private static let firstTypes = ["ftyp", "styp"]
    /// Older QuickTime begins with any of these, which are words as well: then the name has to agree.
    private static let olderTypes = ["moov", "mdat", "wide", "free", "skip", "pnot"]
    private static let extensions: Set<String> = [".mp4", ".m4v", ".m4a", ".mov", ".qt", ".3gp"]

    /// Boxes are looked at one by one, each in a read of its own. A file with more of them is taken for whole.
    private static let most = 16_384

    /// Whether a file begins with a box that such files begin with.
    static func isBegin(_ head: [UInt8], name: Path) -> Bool {
        firstTypes.contains { head.has($0, at: 4) }
            || extensions.contains(name.fileExtension) && olderTypes.contains { head.has($0, at: 4) }
    }

    static func problem(in content: ContainerContent) throws(SystemError) -> String? {
        var offset: Int64 = 0
        var seen: Set<[UInt8]> = []
        var count = 0
        // A few bytes that are no box are what some cameras fill up with.
        while count < most, offset < content.size, let box = try BoxHeader(at: offset, content) {
            guard box.type.allSatisfy({ $0 >= 0x20 }) else {
                // Other things than boxes may follow when everything that is needed has been there.
                if seen.contains(moov), seen.contains(mdat) || seen.contains(moof) { return nil }
                return "what follows byte \(offset) is not written yet"
            }
            seen.insert(Array(box.type))
            count += 1
            let name = "the box `\(Printable.text(box.type))`"
            let rest = UInt64(content.size - offset)
            switch box.length {
            case .toEnd: offset = content.size
            case .cut: return "\(name) is cut off"
            case .bytes(let length) where length < box.size: return "\(name) has a length that cannot be"
            case .bytes(let length) where length > rest: return "\(length - rest) bytes of \(name) are missing"
            case .bytes(let length): offset += Int64(length)
            }
        }
        // A picture has `meta` instead, and a part of a stream neither.
        if count >= most || !seen.isDisjoint(with: [meta, styp]) { return nil }
        if !seen.contains(moov) { return "the box `moov` is missing" }
        return seen.isDisjoint(with: [mdat, moof]) ? "the box `mdat` is missing" : nil
    }

    private static let moov = Array("moov".utf8)
    private static let mdat = Array("mdat".utf8)
    private static let moof = Array("moof".utf8)
    private static let meta = Array("meta".utf8)
    private static let styp = Array("styp".utf8)
}

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
