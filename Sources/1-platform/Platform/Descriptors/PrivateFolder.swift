internal import Glibc

/// A folder that one user keeps for himself: what lies in it is believed without a look at who has put it there.
public enum PrivateFolder {
    /// Makes it for its owner alone (0700), whatever the umask, with those above it, when it is not there; otherwise looks at
    /// whose it is, and who may write there. On disk on return.
    ///
    /// - Throws: `PrivateFolderError` when it is another user's, others may write there, it is a link that leads nowhere or is
    ///   another user's, and for root when it lies in another user's folder; `SystemError`.
    public static func prepare(_ path: Path) throws {
        try checkPlace(of: path)
        if DanglingLink.isAt(path) { throw PrivateFolderError.absent(path) }
        try Files.createFolders(path, mode: 0o700)
        try check(path)
    }

    /// What is not there is made, or missed, by what follows.
    private static func checkPlace(of path: Path) throws(PrivateFolderError) {
        // Whoever made a link chose where it leads.
        if let link = try? FileStatus.of(path, followingLinks: false), link.kind == .symbolicLink,
            link.owner != geteuid(), link.owner != 0
        {
            throw .foreign(path, owner: link.owner)
        }
        // What is said beside it, such as the pipelines of a workspace, would be done with the rights of root.
        if geteuid() == 0, let place = try? FileStatus.of(path.folder), place.owner != 0 {
            throw .foreign(path.folder, owner: place.owner)
        }
    }

    /// - Throws: `PrivateFolderError` when it is another user's, or others may write there; `ENOENT` when it is not there.
    public static func check(_ path: Path) throws {
        let status = try FileStatus.of(path)
        // Whoever acts for another user leaves files that this one can neither write nor remove.
        if status.owner != geteuid() { throw PrivateFolderError.foreign(path, owner: status.owner) }
        if status.mode & 0o022 != 0 { throw PrivateFolderError.open(path, mode: status.mode) }
    }

    /// Makes a file for its owner alone (0600) when there is none, so that a library that would make it readable for others
    /// finds it; takes the right to read and write it from everybody else where it was made by one that did not care.
    ///
    /// A file that is there is not opened: to close it would give up the locks that this process has in it.
    ///
    /// - Parameter path: in a private folder.
    /// - Throws: `SystemError`
    public static func prepareFile(_ path: Path) throws(SystemError) {
        do {
            _ = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        } catch {
            guard error.code == EEXIST else { throw error }
            try closeFile(path)
        }
    }

    /// Takes the right to read and write a file from everybody but its owner and group. One that is not there, or somebody
    /// else's, stays as it is.
    public static func closeFile(_ path: Path) throws(SystemError) {
        guard let status = try? FileStatus.of(path, followingLinks: false), status.kind == .regular,
            status.owner == geteuid(), status.mode & 0o007 != 0
        else { return }
        try systemCall("change the mode of", on: path.description) {
            path.withCString { chmod($0, mode_t(status.mode & 0o770)) }
        }
    }
}

/// Why a folder is not used as a private one.
public enum PrivateFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is another user's.
    case foreign(Path, owner: UInt32)
    /// Others may write there.
    case open(Path, mode: UInt32)
    /// It is a symbolic link to what is not there.
    case absent(Path)

    /// A sentence with the folder and what to do.
    public var description: String {
        switch self {
        case .foreign(let path, let owner):
            let name = Self.name(of: owner)
            return
                "\(path == "." ? "This folder" : "\(path)") belongs to \(name), and this process runs as \(Self.name(of: geteuid())): what it made there, "
                + "\(name) could not change, and a service of \(name) would stop. Run it as \(name): "
                + "sudo -u \(name) compass …"
        case .open(let path, let mode):
            return
                "Others may write into \(path) (mode \(String(mode, radix: 8))), and could have files of yours written "
                + "or replaced. Keep it for yourself: chmod 700 \(path)"
        case .absent(let path): return DanglingLink.sentence(path)
        }
    }

    private static func name(of user: uid_t) -> String { Account.name(of: user) ?? "#\(user)" }
}
