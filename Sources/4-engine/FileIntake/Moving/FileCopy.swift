internal import Glibc
internal import Pipelines
internal import Platform

/// A copy on another disk, which gets its name when it is whole and on disk.
struct FileCopy {
    let source: FileDescriptor
    let expected: SourceIdentity
    let folder: Folder
    let name: Path

    private var temporary: Path { Self.temporary(of: expected) }

    /// The copy's first name. It stays until the source is removed, so that a later process knows the copy as that of this
    /// source: another file may have the same bytes and the same time. Made of what the source is, so that it is found.
    static func temporary(of source: SourceIdentity) -> Path {
        Path(".compass-move-\(String(source.device, radix: 16))-\(String(source.inode, radix: 16)).tmp")
    }

    /// On disk on return, with the source's permissions and time, and with its owner where this user may give files away.
    /// `temporary` is a second name of it, unless the file system has no such.
    ///
    /// - Returns: false when the name is taken; nil when the source is not what is expected, or was written meanwhile. Then
    ///   there is no copy.
    func perform() throws(SystemError) -> Bool? {
        guard expected.isSame(as: try source.status()) else { return nil }
        try folder.remove(temporary)
        do throws(SystemError) {
            let copy = try folder.open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            let count = try send(to: copy)
            guard count == expected.size, expected.isSame(as: try source.status()) else {
                try folder.remove(temporary)
                return nil
            }
            try setAttributes(of: copy)
            try copy.synchronize()
            guard try copy.status().size == expected.size else {
                throw SystemError("copy", on: name.description, code: EIO)
            }
            Failpoint.pass("move.copied")
            do throws(SystemError) {
                try folder.link(temporary, to: name, in: folder)
            } catch {
                guard [EPERM, EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
                try folder.publish(temporary, as: name)
            }
            try folder.synchronize()
            return true
        } catch {
            // Hidden, and removed by the next attempt in any case.
            _ = try? folder.remove(temporary)
            if error.code == EEXIST { return false }
            throw error
        }
    }

    /// - Returns: how many bytes there were.
    private func send(to copy: FileDescriptor) throws(SystemError) -> Int64 {
        var offset: off_t = 0
        while Int64(offset) < expected.size {
            let count = try systemCall("copy") {
                sendfile(copy.number, source.number, &offset, Int(min(expected.size - Int64(offset), 1 << 23)))
            }
            if count == 0 { break }
        }
        return Int64(offset)
    }

    private func setAttributes(of copy: FileDescriptor) throws(SystemError) {
        var status = stat()
        try systemCall("examine") { fstat(source.number, &status) }
        // Only the superuser may give files away; for others the copy is their own.
        _ = fchown(copy.number, status.st_uid, status.st_gid)
        try systemCall("change the mode of", on: name.description) { fchmod(copy.number, status.st_mode & 0o777) }
        let times = [status.st_atim, status.st_mtim]
        try systemCall("set the time of", on: name.description) { futimens(copy.number, times) }
    }
}
