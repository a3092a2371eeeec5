internal import CMagic
internal import Glibc
public import Platform

/// Detects file types by content, with libmagic.
///
/// Nothing is loaded before the first detection. A detector may be shared by all threads and is worth keeping: it holds
/// the loaded databases. Its calls block, so they belong on the threads of a `WorkerPool`.
public final class FileTypeDetector: Sendable {
    private let pool: HandlePool

    /// - Parameters:
    ///   - database: a magic file, compiled or not; nil for the one that file(1) uses.
    ///   - width: how many detections may run at the same time, at least 1; further ones wait. By default one a core.
    public init(database: Path? = nil, width: Int = processorCount) {
        pool = HandlePool(database: database, capacity: width)
    }

    /// Cores of this machine that are online, at least 1.
    public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The version of the loaded library, such as "5.44".
    public static var libraryVersion: String {
        let number = magic_version()
        let minor = number % 100
        return "\(number / 100).\(minor < 10 ? "0" : "")\(minor)"
    }

    /// How many databases are loaded.
    public var loadedCount: Int { pool.count }

    /// Detects the type of what an open descriptor reads, so that it is the type of those bytes and not of whatever
    /// bears the name by now. The answer is the one that `file --brief --mime` gives for the same file.
    ///
    /// At most the first 7 MiB are read, and what the signatures of ELF and compound files point to. The descriptor's file
    /// position is moved to the start: no other thread may read sequentially from it meanwhile. What is no regular
    /// file is not read: as from file(1), the answer is then "inode/fifo", "inode/directory" and the like.
    ///
    /// - Throws: `FileTypeError`
    public func detect(_ file: FileDescriptor) throws(FileTypeError) -> FileType {
        let status: FileStatus
        do {
            status = try file.status()
        } catch {
            throw FileTypeError(error)
        }
        if let special = Self.special(status) { return special }
        return try pool.withHandle { handle throws(FileTypeError) in
            try handle.describe(file.number, size: Int(status.size))
        }
    }

    /// What file(1) answers from the inode alone; through a descriptor libmagic would read from a pipe or device, and
    /// call an empty file "application/x-empty".
    private static func special(_ status: FileStatus) -> FileType? {
        let name =
            switch status.kind {
            case .regular: status.size == 0 ? "x-empty" : ""
            case .folder: "directory"
            case .symbolicLink: "symlink"
            case .fifo: "fifo"
            case .socket: "socket"
            case .characterDevice: "chardevice"
            case .blockDevice: "blockdevice"
            case .other: ""
            }
        return name.isEmpty ? nil : FileType(mimeType: "inode/\(name)", charset: nil)
    }
}
