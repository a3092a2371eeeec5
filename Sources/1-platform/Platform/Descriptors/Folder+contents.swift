internal import Glibc

/// Whole files of a folder.
extension Folder {
    /// Reads a regular file of at most `limit` bytes.
    ///
    /// - Throws: `SystemError`; `EFBIG` when it is larger, `EISDIR` for a folder, `ELOOP` for a symbolic link.
    public func read(_ path: Path, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try open(path, flags: O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        if status.kind == .folder { throw SystemError("read", on: path.description, code: EISDIR) }
        if status.size > limit { throw SystemError("read", on: path.description, code: EFBIG) }
        return try file.readToEnd(limit: limit)
    }

    /// Replaces a file's contents as one step: after a crash it holds the old bytes or the new ones. On disk on return.
    ///
    /// - Throws: `SystemError`; the old file is then untouched.
    public func replace(_ name: Path, with bytes: [UInt8], mode: UInt32 = 0o666) throws(SystemError) {
        let temporary = Path(bytes: Array(".".utf8) + name.bytes.prefix(200) + Array(".\(getpid()).tmp".utf8))
        let file = try open(temporary, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
        do {
            try file.write(bytes)
            try file.synchronize()
            try replace(name, by: temporary)
            try synchronize()
        } catch {
            // Hidden, and written over by the next attempt.
            _ = try? remove(temporary)
            throw error
        }
    }
}
