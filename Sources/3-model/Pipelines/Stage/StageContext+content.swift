internal import Documents
internal import Platform

/// Reading a document as a whole, for stages that look into files of a size that memory has.
extension StageContext {
    /// What `bytes` and `text` read at most unless they are told: 16 MiB.
    public static let contentLimit = ByteSize(bytes: 16 << 20)

    /// All bytes of the document. Blocks.
    ///
    /// - Parameter limit: a larger document is rejected, with the kind `too-large`.
    /// - Throws: `StageError`, also in a run without a document and when the file changed meanwhile; `CancellationError`.
    public func bytes(atMost limit: ByteSize = contentLimit) throws -> [UInt8] {
        let file = try content
        guard file.size <= limit.bytes else {
            throw StageError.rejected(
                "too-large",
                "\(file.path.name) has \(file.size) bytes, and \(limit) are the most that stage `\(stage)` reads.")
        }
        do {
            var bytes = [UInt8](repeating: 0, count: Int(file.size))
            var offset = 0
            while offset < bytes.count {
                try Task.checkCancellation()
                let end = min(bytes.count, offset + (1 << 20))
                let count = try bytes.withUnsafeMutableBytes {
                    try file.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]), at: Int64(offset))
                }
                // It has become shorter, which is a change.
                if count == 0 { break }
                offset += count
            }
            try file.verifyUnchanged()
            return bytes
        } catch let error as SourceFileError {
            throw StageError(error)
        }
    }

    /// The document as text, without a byte order mark: UTF-8, UTF-16 and UTF-32 by their mark or by the fact `charset`, and
    /// what is none of them as Windows-1252, as browsers read it. Blocks.
    ///
    /// - Parameter limit: a larger document is rejected, with the kind `too-large`.
    /// - Throws: `StageError`; one of kind `not-text` rejects a document that is no such text. `CancellationError`.
    public func text(atMost limit: ByteSize = contentLimit) throws -> String {
        let bytes = try bytes(atMost: limit)
        guard let text = DocumentText.decode(bytes, charset: try known(.charset)?.string) else {
            throw StageError.rejected("not-text", "\(try content.path.name) is no text that stage `\(stage)` can read.")
        }
        return text
    }
}
