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
