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
        /// Somebody has it open for writing, or mapped.
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

    let followsLinks: Bool
    let root: Path?

    /// - Parameters:
    ///   - followsLinks: whether a symbolic link stands for its target; otherwise it is unsuitable.
    ///   - root: the folder that targets of links have to lie in; nil: anywhere.
    public init(followsLinks: Bool = false, root: Path? = nil) {
        self.followsLinks = followsLinks
        self.root = root
    }

    /// Looks at a file. Reads a few blocks of it at most; may block on slow file systems.
    public func examine(_ path: Path) -> Verdict { .gone }
}
