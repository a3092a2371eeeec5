internal import Documents
internal import Pipelines
internal import Platform

/// The SHA-256 of a file's bytes, with what the file was while they were read.
struct FileDigest: Sendable, Hashable {
    /// In lower-case hexadecimal.
    let sha256: String
    let file: LedgerEntry.File
    /// When it was opened.
    let opened: FileMark
    /// When the last byte had been read. The contents are those that it had when it was opened.
    let mark: FileMark
    /// Of the latter; see `ChangeClock`.
    let blur: Duration

    /// What is to be remembered of it: a time of change that does not tell it from what it may have become since is none.
    var memory: FileMark { blur == .zero ? mark : FileMark(size: mark.size, modified: mark.modified, changed: 0) }

    /// How often it is read while its times go on changing.
    private static let maxPasses = 3

    /// Reads a file; nil when it cannot be read, or changed meanwhile. Blocks.
    ///
    /// - Parameter base: that it is reached from.
    static func of(_ path: Path, in base: TrustedFolder) -> FileDigest? {
        guard let file = try? SourceFile(opening: path, in: base) else { return nil }
        return of(file)
    }

    /// Of a file that is open; nil as above. Its size and the time of its contents can be set back, the time of change cannot:
    /// where that has gone on, the bytes are read again and have to be the same.
    static func of(_ file: SourceFile) -> FileDigest? {
        var former: String?
        var changed = file.status.changed
        let born = (try? BirthTime.of(file.descriptor)) ?? 0
        // A run that stores the file drops what it has read, and this would have the disk read it a second time.
        let kept = KeptPages(of: file.status)
        defer { withExtendedLifetime(kept) {} }
        for _ in 0..<maxPasses {
            guard let digest = try? file.sha256(), digest == former ?? digest else { return nil }
            let before = ChangeClock.now()
            guard let status = try? file.descriptor.status() else { return nil }
            if status.changed == changed {
                return FileDigest(
                    sha256: digest,
                    file: LedgerEntry.File(device: status.device, inode: status.inode, born: born),
                    opened: FileMark(file.status), mark: FileMark(status),
                    blur: ChangeClock.blur(of: status, before: before))
            }
            (former, changed) = (digest, status.changed)
        }
        return nil
    }
}
