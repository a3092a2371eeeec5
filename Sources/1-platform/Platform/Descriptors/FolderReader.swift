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
