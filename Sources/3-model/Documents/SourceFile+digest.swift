internal import Digests
public import Documents
internal import Platform

extension SourceFile {
    /// Of its bytes, in lower-case hexadecimal. Blocks.
    ///
    /// - Throws: `SourceFileError`, also when the file changed meanwhile; `CancellationError`.
    public func sha256() throws -> String {
        var hasher = SHA256()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            try Task.checkCancellation()
            let count = try read(into: buffer, at: offset)
            if count == 0 { break }
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
        try verifyUnchanged()
        return hasher.finalize().hex
    }
}

extension ObjectReader {
    /// Of the object's bytes, in lower-case hexadecimal.
    ///
    /// - Parameter progress: called now and then with the number of bytes read so far.
    /// - Throws: `ObjectStoreError`, `CancellationError`
    public func sha256(progress: (Int64) -> Void = { _ in }) async throws -> String {
        var hasher = SHA256()
        var offset: Int64 = 0
        while true {
            try Task.checkCancellation()
            let bytes = try await read(at: offset, count: 1 << 20)
            if bytes.isEmpty { break }
            hasher.update(bytes)
            offset += Int64(bytes.count)
            progress(offset)
        }
        return hasher.finalize().hex
    }
}
