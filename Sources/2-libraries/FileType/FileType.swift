/// What libmagic says of a file's contents.
public struct FileType: Hashable, Sendable {
    /// A MIME type such as "video/mp4", exactly as `file --brief --mime-type` prints it; "inode/x-empty" for a file
    /// without bytes, "application/octet-stream" where nothing is known.
    public let mimeType: String
    /// The encoding of text such as "us-ascii", "utf-8" or "unknown-8bit", as `file --brief --mime-encoding` prints it;
    /// nil where that says "binary".
    public let charset: String?

    /// As libmagic has said it, or a test.
    public init(mimeType: String, charset: String?) {
        self.mimeType = mimeType
        self.charset = charset
    }

    /// From what `file --brief --mime` prints: "text/plain; charset=us-ascii".
    public init(description: String) {
        let separator = Array("; charset=".utf8)
        let bytes = Array(description.utf8)
        var start = bytes.count - separator.count
        while start >= 0, !bytes[start...].starts(with: separator) { start -= 1 }
        guard start >= 0 else {
            self.init(mimeType: description, charset: nil)
            return
        }
        let charset = String(decoding: bytes[(start + separator.count)...], as: UTF8.self)
        self.init(
            mimeType: String(decoding: bytes[..<start], as: UTF8.self), charset: charset == "binary" ? nil : charset)
    }

    /// Whether the file holds no byte at all.
    public var isEmpty: Bool { mimeType == "inode/x-empty" }
}
