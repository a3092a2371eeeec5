internal import Glibc
internal import FileType
public import Platform

/// Tells whether a file is whole: nobody has it open for writing, and its format's own end is there.
///
/// Nothing else than a read lease (`F_SETLEASE`, fcntl(2)) tells that there is no writer; it is asked for and given back at
/// once, so that writers are not kept waiting.
public struct FileGate: Sendable {
    /// What can be said of a file now.
    public enum Verdict: Sendable, Hashable {
        /// Whole, as far as anything tells; `hasLease`: it is certain that nobody writes to it.
        case whole(hasLease: Bool, FileStatus)
        /// Somebody has it open for writing, or mapped; or it was written while it was looked at.
        case openForWriting(FileStatus)
        case empty(FileStatus)
        /// Its format's end is missing: "the box `moov` is missing".
        case incomplete(String, hasLease: Bool, FileStatus)
        /// It is not there any more.
        case gone
        /// It may not be read: `EACCES` and the like.
        case unreadable(SystemError)
        /// It is no regular file: "a symbolic link".
        case unsuitable(String)
    }

    private let base: TrustedFolder

    /// - Parameter base: the folder that files are reached from; it says how far links are followed.
    public init(in base: TrustedFolder = .root) {
        self.base = base
    }

    /// Looks at a file. Reads a few blocks of it at most; may block on slow file systems.
    ///
    /// - Parameter path: of the folder that files are reached from, or below it.
    public func examine(_ path: Path) -> Verdict {
        do throws(SystemError) {
            // Opened for nothing first: opening a pipe or a device for reading has effects of its own.
            switch try base.place(of: path) {
            case .link(let refusal): return .unsuitable("\(refusal)")
            case .entry(let place, let status):
                if let reason = Self.unsuitable(status.kind) { return .unsuitable(reason) }
                return try examine(place.openLocated(as: path), name: path.name)
            }
        } catch {
            switch error.code {
            // A link in place of a folder above it is not followed: what is meant is not there.
            case ENOENT, ENOTDIR, ELOOP: return .gone
            default: return .unreadable(SystemError(error.operation, on: path.description, code: error.code))
            }
        }
    }

    private func examine(_ file: FileDescriptor, name: Path) throws(SystemError) -> Verdict {
        let status = try file.status()
        let lease = ReadLease.check(file)
        if lease == .writer { return .openForWriting(status) }
        if status.size == 0 { return .empty(status) }
        let problem = try Wholeness.problem(in: ContainerContent(file, size: status.size), name: name)
        let now = try file.status()
        if !now.isSameContents(as: status) { return .openForWriting(now) }
        guard let problem else { return .whole(hasLease: lease == .granted, status) }
        return .incomplete(problem, hasLease: lease == .granted, status)
    }

    private static func unsuitable(_ kind: FileStatus.Kind) -> String? {
        switch kind {
        case .regular: nil
        case .folder: "a folder"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a named pipe"
        case .socket: "a socket"
        case .characterDevice, .blockDevice: "a device"
        case .other: "no regular file"
        }
    }
}
