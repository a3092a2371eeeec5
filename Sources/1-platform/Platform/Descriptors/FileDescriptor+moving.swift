internal import CLinux
internal import Glibc

extension FileDescriptor {
    /// Opens what a path names for nothing but to examine it: neither rights to it are needed, nor does a pipe or a device
    /// notice. A symbolic link that is not followed is opened itself.
    public static func locate(_ path: Path, followingLinks: Bool) throws(SystemError) -> FileDescriptor {
        let number = try systemCall("open", on: path.description) {
            path.withCString { compass_open_place($0, followingLinks ? 1 : 0) }
        }
        return FileDescriptor(owning: number)
    }

    /// Opens for reading what `locate` has found, whatever has its name by now.
    public func openLocated() throws(SystemError) -> FileDescriptor {
        try FileDescriptor.open(Path("/proc/self/fd/\(number)"), flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }

    /// Renames an entry of this folder to another folder, unless the new name is taken, renameat2(2).
    ///
    /// - Throws: `SystemError`; `EEXIST` when it is taken, `EXDEV` across file systems, `EINVAL` on a file system that
    ///   cannot rename like that.
    public func renameWithoutReplacing(_ from: Path, to name: Path, in folder: FileDescriptor) throws(SystemError) {
        try systemCall("rename", on: from.description) {
            from.withCString { old in name.withCString { compass_rename_noreplace(number, old, folder.number, $0) } }
        }
    }

    /// Gives an entry of this folder a second name, unless that is taken, linkat(2).
    ///
    /// - Throws: `SystemError`; `EEXIST` when it is taken.
    public func link(_ from: Path, to name: Path, in folder: FileDescriptor) throws(SystemError) {
        try systemCall("link", on: from.description) {
            from.withCString { old in name.withCString { linkat(number, old, folder.number, $0, 0) } }
        }
    }

    /// What has that name in this folder, a symbolic link itself; nil: nothing has.
    public func status(of name: Path) throws(SystemError) -> FileStatus? {
        var status = stat()
        do {
            try systemCall("examine", on: name.description) {
                name.withCString { fstatat(number, $0, &status, AT_SYMLINK_NOFOLLOW) }
            }
            return FileStatus(status)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }
}
