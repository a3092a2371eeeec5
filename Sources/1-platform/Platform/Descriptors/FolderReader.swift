internal import Glibc

/// Reads the names in an open folder, a batch of the kernel's at a time and in no order.
///
/// Not `Sendable`: one thread reads. What is added or removed meanwhile may be told or not.
public final class FolderReader {
    /// What the folder itself says of an entry, without another system call.
    public enum Kind: Sendable, Hashable {
        case regular, folder, symbolicLink, other
        /// The file system does not say; ask with `FileStatus`.
        case unknown
    }

    private let stream: OpaquePointer
    private let subject: String

    /// - Parameters:
    ///   - folder: stays as it is; the reader begins at the first entry.
    ///   - path: for messages alone.
    /// - Throws: `SystemError`
    public init(_ folder: Folder, path: Path) throws(SystemError) {
        subject = path.description
        // A description of its own, so that two readers of one folder do not share their place in it.
        let copy = try systemCall("list", on: path.description) {
            openat(folder.descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = fdopendir(copy) else {
            let error = SystemError("list", on: path.description)
            close(copy)
            throw error
        }
        self.stream = stream
    }

    deinit {
        closedir(stream)
    }

    /// The next entry, without "." and ".."; nil at the end.
    ///
    /// - Throws: `SystemError`
    public func next() throws(SystemError) -> (name: Path, kind: Kind)? {
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let code = errno
                if code == 0 { return nil }
                throw SystemError("list", on: subject, code: code)
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { Path(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            let kind: Kind =
                switch Int(entry.pointee.d_type) {
                case Int(DT_REG): .regular
                case Int(DT_DIR): .folder
                case Int(DT_LNK): .symbolicLink
                case Int(DT_UNKNOWN): .unknown
                default: .other
                }
            return (name, kind)
        }
    }
}

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
