internal import Digests

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
