internal import Digests
package import Documents
internal import Platform

/// Reads an object from front to back and makes sure that its bytes are those that were stored.
package struct VerifiedCopy {
    package let reader: any ObjectReader
    /// What the catalog says.
    package let size: Int64
    package let sha256: String

    package init(reader: any ObjectReader, size: Int64, sha256: String) {
        self.reader = reader
        self.size = size
        self.sha256 = sha256
    }

    /// Hands the bytes over piece by piece, at most 1 MiB each.
    ///
    /// - Throws: `ObjectStoreError` of code `damaged` after the last piece when size or digest are not the catalog's;
    ///   `CancellationError`; what the store and `take` throw.
    package func read(_ take: ([UInt8]) throws -> Void) async throws {
        var hasher = SHA256()
        var offset: Int64 = 0
        while true {
            try Task.checkCancellation()
            let bytes = try await reader.read(at: offset, count: 1 << 20)
            if bytes.isEmpty { break }
            hasher.update(bytes)
            offset += Int64(bytes.count)
            try take(bytes)
        }
        let found = hasher.finalize().hex
        if offset != size || found != sha256 {
            throw ObjectStoreError(
                .damaged,
                "The stored bytes are damaged: the catalog has \(size) bytes with SHA-256 \(sha256), "
                    + "the store has \(offset) bytes with \(found). Restore the object from a backup, or another version."
            )
        }
    }
}
