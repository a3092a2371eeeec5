internal import Diagnostics
internal import Digests
package import Documents
internal import Glibc
package import Platform
internal import Representations

/// A file that is being written beside its place and appears there whole or not at all.
package final class DownloadedFile {
    private let target: Path
    private let replacing: Bool
    private let folder: Folder
    private let temporary: Path
    private let file: FileDescriptor

    /// - Throws: `Problem` when something is there and may not be replaced; `SystemError`.
    package init(_ target: Path, replacing: Bool) throws {
        self.target = target
        self.replacing = replacing
        // Seen before the copying starts; `publish` makes sure of it.
        if let status = try? FileStatus.of(target, followingLinks: false) {
            guard status.kind == .regular || status.kind == .symbolicLink else {
                throw Problem.invalidRequest(
                    "\(target) is not a file, so it is not replaced", advice: [.receiveBytes])
            }
            if !replacing { throw Self.taken(target) }
        }
        folder = try Folder(opening: target.folder)
        temporary = Path(bytes: Array(".".utf8) + target.name.bytes.prefix(200) + Array(".\(getpid()).part".utf8))
        file = try folder.open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
    }

    package func write(_ bytes: [UInt8]) throws {
        do {
            try file.write(bytes)
        } catch {
            throw SystemError("write", on: target.description, code: error.code)
        }
    }

    /// Puts it on disk and gives it its name.
    package func publish() throws {
        do throws(SystemError) {
            try file.synchronize()
            if replacing {
                try folder.replace(target.name, by: temporary)
            } else {
                try folder.publish(temporary, as: target.name)
            }
            try folder.synchronize()
        } catch {
            if error.code == EEXIST { throw Self.taken(target) }
            throw SystemError("write", on: target.description, code: error.code)
        }
    }

    /// Removes what was written.
    package func discard() {
        _ = try? folder.remove(temporary)
    }

    private static func taken(_ target: Path) -> Problem {
        Problem.invalidRequest("\(target) exists", advice: [.replaceFile, .chooseFile])
    }
}

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
