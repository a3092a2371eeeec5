internal import CLinux
internal import Glibc

/// A folder that is held open, and what lies below it.
///
/// Every path that a call takes begins here and stays beneath: with an absolute path, with `..` above the folder, or with a
/// symbolic link anywhere on the way, the last name included, a call fails. The kernel decides it while it walks (openat2(2)
/// with `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS`), so nobody who exchanges a folder for a link meanwhile leads a call astray,
/// and whatever becomes of the folder's own name, it stays the one that was opened. Calls block.
public struct Folder: Sendable {
    /// For what is done with the folder itself: locks, free room.
    public let descriptor: FileDescriptor

    /// - Parameter descriptor: of a folder.
    public init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Opens a folder by a path whose every part is trusted: symbolic links are followed.
    ///
    /// - Throws: `SystemError`; `ENOTDIR` for what is no folder.
    public init(opening path: Path) throws(SystemError) {
        self.init(try FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK))
    }

    // MARK: Finding

    /// Opens a file. A pipe or a device may block or act unless `flags` say otherwise: use `locate` for what may be either.
    ///
    /// - Throws: `SystemError`, with `EXDEV` or `ELOOP` for a path that would leave.
    public func open(_ path: Path, flags: Int32, mode: UInt32 = 0o666) throws(SystemError) -> FileDescriptor {
        let creates = flags & O_CREAT != 0
        let number = try systemCall("open", on: path.description) {
            path.withCString { compass_open_beneath(descriptor.number, $0, flags | O_CLOEXEC, creates ? mode : 0) }
        }
        return FileDescriptor(owning: number)
    }

    /// Opens what a path names for nothing but to examine it: neither rights to it are needed, nor does a pipe or a device
    /// notice. A symbolic link is opened itself. `FileDescriptor.openLocated` opens it for reading.
    public func locate(_ path: Path) throws(SystemError) -> FileDescriptor {
        try open(path, flags: compass_place_only | O_NOFOLLOW)
    }

    /// Opens a folder below this one; `.` is itself.
    public func folder(_ path: Path) throws(SystemError) -> Folder {
        Folder(try open(path, flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK))
    }

    /// What a path names, a symbolic link itself; nil: nothing.
    public func status(of path: Path) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try isName(path) ? entry(path) : locate(path).status()
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// When what a path names was made; see `BirthTime`.
    public func birthTime(of path: Path) throws(SystemError) -> Int64 {
        guard isName(path) else { return try BirthTime.of(locate(path)) }
        var born: Int64 = 0
        try systemCall("examine", on: path.description) {
            path.withCString { compass_birth_time(descriptor.number, $0, 0, &born) }
        }
        return born
    }

    /// The names in it, without "." and "..", sorted by bytes; for folders that fit into memory.
    public func names() throws(SystemError) -> [Path] {
        let reader = try FolderReader(self, path: ".")
        var names: [Path] = []
        while let entry = try reader.next() { names.append(entry.name) }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// One name needs no walk.
    private func entry(_ name: Path) throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall("examine", on: name.description) {
            name.withCString { fstatat(descriptor.number, $0, &status, AT_SYMLINK_NOFOLLOW) }
        }
        return FileStatus(status)
    }

    private func isName(_ path: Path) -> Bool { !path.bytes.contains(UInt8(ascii: "/")) && path != ".." }

    // MARK: Changing entries, each by one name

    /// Makes a folder; an existing one is no error.
    ///
    /// - Returns: whether it is new, and so this folder has to be synchronised.
    @discardableResult
    public func createFolder(_ name: Path, mode: UInt32 = 0o777) throws(SystemError) -> Bool {
        try requireName(name, "create folder")
        do {
            try systemCall("create folder", on: name.description) {
                name.withCString { mkdirat(descriptor.number, $0, mode) }
            }
            return true
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
    }

    /// Opens a folder below this one and makes it, and those above it, when it is not there. On disk on return.
    ///
    /// - Throws: `SystemError`, as `open` does; `EXDEV` for an absolute path.
    public func makeFolder(_ path: Path, mode: UInt32 = 0o777) throws(SystemError) -> Folder {
        if path.isAbsolute { throw SystemError("create folder", on: path.description, code: EXDEV) }
        var folder = self
        for name in path.bytes.split(separator: UInt8(ascii: "/")).map({ Path(bytes: $0) }) where name != "." {
            if try folder.createFolder(name, mode: mode) { try folder.synchronize() }
            folder = try folder.folder(name)
        }
        return folder
    }

    /// Removes an entry that is no folder; an absent one is no error.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public func remove(_ name: Path) throws(SystemError) -> Bool { try remove(name, 0) }

    /// Removes an empty folder; an absent one is no error.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public func removeFolder(_ name: Path) throws(SystemError) -> Bool { try remove(name, AT_REMOVEDIR) }

    /// Removes an entry, a folder with all it holds; links are not followed. What cannot be removed stays, as for what is
    /// swept again later.
    public func removeTree(_ name: Path) {
        guard (try? status(of: name))?.kind == .folder else {
            _ = try? remove(name)
            return
        }
        if let inner = try? folder(name) {
            for entry in (try? inner.names()) ?? [] { inner.removeTree(entry) }
        }
        _ = try? removeFolder(name)
    }

    private func remove(_ name: Path, _ flags: Int32) throws(SystemError) -> Bool {
        try requireName(name, "remove")
        do {
            try systemCall("remove", on: name.description) {
                name.withCString { unlinkat(descriptor.number, $0, flags) }
            }
            return true
        } catch {
            if error.code == ENOENT { return false }
            throw error
        }
    }

    /// Renames an entry, unless the new name is taken, renameat2(2).
    ///
    /// - Parameter folder: where the new name is; nil: in this one.
    /// - Throws: `SystemError`; `EEXIST` when it is taken, `EXDEV` across file systems, `EINVAL` on a file system that
    ///   cannot rename like that.
    public func rename(_ from: Path, to name: Path, in folder: Folder? = nil) throws(SystemError) {
        try requireName(from, "rename")
        try requireName(name, "rename")
        let target = folder?.descriptor ?? descriptor
        try systemCall("rename", on: from.description) {
            from.withCString { old in
                name.withCString { compass_rename_noreplace(descriptor.number, old, target.number, $0) }
            }
        }
    }

    /// Renames a file or a folder unless the new name is taken. On a file system that cannot do that as one step, such as NFS and
    /// sshfs, a file gets a second name and loses the first; what dies between the two is gone on with when it is called again. A
    /// folder there may replace an empty one, rename(2).
    ///
    /// - Parameter folder: where the new name is; nil: in this one.
    /// - Throws: `SystemError`, with `EEXIST`, of a folder perhaps `ENOTEMPTY` or `ENOTDIR`, when it is taken.
    public func publish(_ from: Path, as name: Path, in folder: Folder? = nil) throws(SystemError) {
        do {
            try rename(from, to: name, in: folder)
        } catch {
            guard error.code == EINVAL || error.code == ENOSYS || error.code == EOPNOTSUPP else { throw error }
            if try status(of: from)?.kind == .folder { return try (folder ?? self).replace(name, by: from, of: self) }
            do {
                try link(from, to: name, in: folder ?? self)
            } catch {
                let (first, second) = (try status(of: from), try (folder ?? self).status(of: name))
                guard error.code == EEXIST, let first, let second, first.device == second.device,
                    first.inode == second.inode
                else { throw error }
            }
            try remove(from)
        }
    }

    /// Renames an entry to a name in this folder, in place of what has it.
    ///
    /// - Parameter folder: where the entry is; nil: in this one.
    public func replace(_ name: Path, by from: Path, of folder: Folder? = nil) throws(SystemError) {
        try requireName(from, "rename")
        try requireName(name, "rename")
        let source = folder?.descriptor ?? descriptor
        try systemCall("rename", on: name.description) {
            from.withCString { old in
                name.withCString { renameat(source.number, old, descriptor.number, $0) }
            }
        }
    }

    /// Gives an entry a second name, unless that is taken, linkat(2).
    ///
    /// - Throws: `SystemError`; `EEXIST` when it is taken.
    public func link(_ from: Path, to name: Path, in folder: Folder) throws(SystemError) {
        try requireName(from, "link")
        try requireName(name, "link")
        try systemCall("link", on: from.description) {
            from.withCString { old in
                name.withCString { linkat(descriptor.number, old, folder.descriptor.number, $0, 0) }
            }
        }
    }

    /// Gives an open file a name in this folder, unless that is taken.
    ///
    /// - Throws: `SystemError`; `EEXIST` when it is taken, `ENOENT` for a file that has no name any more.
    public func link(_ file: FileDescriptor, as name: Path) throws(SystemError) {
        try requireName(name, "link")
        let open = Path("/proc/self/fd/\(file.number)")
        try systemCall("link", on: name.description) {
            open.withCString { old in
                name.withCString { linkat(AT_FDCWD, old, descriptor.number, $0, AT_SYMLINK_FOLLOW) }
            }
        }
    }

    /// Waits until the entries are on disk, fsync(2).
    public func synchronize() throws(SystemError) { try descriptor.synchronize() }

    /// The calls behind these take paths, and would follow links on the way.
    private func requireName(_ name: Path, _ operation: String) throws(SystemError) {
        if !isName(name) || name == "." { throw SystemError(operation, on: name.description, code: EINVAL) }
    }
}
