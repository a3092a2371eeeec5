public import Digests
internal import Platform

extension SourceFile {
    /// Of its bytes, in lower-case hexadecimal. Blocks.
    ///
    /// - Throws: `SourceFileError`, also when the file changed meanwhile; `CancellationError`.
    public func sha256() throws -> String {
        let digest = try digestNow()
        try verifyUnchanged(as: digest)
        return digest.hex
    }

    /// Whoever writes may put the time of that back, but not the time of the last change, which also moves when the file
    /// gets or loses a name, or other rights. Where it has moved, only reading the file once more tells which of these it was.
    ///
    /// - Throws: `SourceFileError` of code `changed`; `CancellationError`.
    public func verifyUnchanged(as digest: SHA256Digest) throws {
        try verifyUnchanged()
        if try hasSameChangeTime() { return }
        let again = try digestNow()
        try verifyUnchanged()
        if again != digest {
            throw SourceFileError(
                .changed,
                "\(path) was written while it was being read, and its time was put back. Nothing was stored; run it again "
                    + "once it is complete.")
        }
    }

    private func hasSameChangeTime() throws -> Bool {
        do {
            return try descriptor.status().changed == status.changed
        } catch {
            throw SourceFileError(error, path: path)
        }
    }

    /// Of what the file has now, whatever it had before.
    private func digestNow() throws -> SHA256Digest {
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
        return hasher.finalize()
    }
}
