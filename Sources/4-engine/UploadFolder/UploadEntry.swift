internal import Documents
internal import Glibc
internal import Platform

/// The folder of one upload, with its lock: nobody else works with it while this value lives.
///
/// It holds one file: `.receiving` until all bytes are there, from then on under the name that it was announced with. While
/// bytes are on their way that have still to be checked, an empty file `.checking-N` tells where they begin, so that what a
/// process that died has left unchecked is cut off. An empty file `.given-up`, as long as somebody has a lock on it, tells whoever
/// sends that no more is taken: without the lock it is what a process that died has left.
struct UploadEntry: Sendable {
    let folder: Folder
    private let lock: Lock

    /// Gives the lock up with its last owner. The end of the descriptor alone would not at once: it belongs to an open file that a
    /// child process shares between fork(2) and exec(2).
    private final class Lock: Sendable {
        private let folder: Folder

        init(_ folder: Folder) {
            self.folder = folder
        }

        func release() { flock(folder.descriptor.number, LOCK_UN) }

        deinit { release() }
    }

    static let passing: Path = ".receiving"
    private static let mark = ".checking-"
    private static let givenUp: Path = ".given-up"

    /// - Returns: nil when somebody else works with it.
    /// - Throws: `SystemError`
    init?(locking folder: Folder) throws(SystemError) {
        self.folder = folder
        do {
            try systemCall("lock") { flock(folder.descriptor.number, LOCK_EX | LOCK_NB) }
        } catch {
            if error.code == EWOULDBLOCK { return nil }
            // A file system without locks refuses nobody.
            if error.code != ENOLCK && error.code != EOPNOTSUPP && error.code != EINVAL { throw error }
        }
        lock = Lock(folder)
    }

    /// Others may work with it from now on, and whoever has this value does not any more.
    func release() { lock.release() }

    /// Makes the empty file. On disk on return, but for the folder's own name.
    func begin() throws(SystemError) {
        try folder.open(Self.passing, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).synchronize()
        try folder.synchronize()
    }

    /// The file, without what was left unchecked.
    ///
    /// - Parameter name: what it was announced with.
    /// - Throws: `SystemError`; `ENOENT` when it is not there.
    func open(_ name: Path) throws(SystemError) -> FileDescriptor {
        let file: FileDescriptor
        do {
            file = try folder.open(Self.passing, flags: O_RDWR | O_APPEND)
        } catch {
            guard error.code == ENOENT else { throw error }
            return try folder.open(name, flags: O_RDWR | O_APPEND)
        }
        for found in try folder.names() {
            guard found.text.hasPrefix(Self.mark), let start = Int64(found.text.dropFirst(Self.mark.utf8.count))
            else { continue }
            if try file.status().size > start { try file.cut(to: start) }
            try folder.remove(found)
        }
        return file
    }

    /// Bytes come that have still to be checked. On disk on return.
    func beginCheck(at offset: Int64) throws(SystemError) {
        _ = try folder.open(Path("\(Self.mark)\(offset)"), flags: O_WRONLY | O_CREAT, mode: 0o600)
        try folder.synchronize()
    }

    /// They were right, or have been cut off.
    func endCheck(at offset: Int64) throws(SystemError) {
        try folder.remove(Path("\(Self.mark)\(offset)"))
    }

    /// Gives the file the name that it was announced with, unless it has it. On disk on return.
    func finish(_ name: Path) throws(SystemError) {
        if name == Self.passing { return }
        do {
            try folder.publish(Self.passing, as: name)
        } catch {
            guard error.code == ENOENT, try folder.status(of: name) != nil else { throw error }
        }
        try folder.synchronize()
    }

    /// Has it take no more bytes as long as the result lives. Needs no lock of the upload: it is for whoever does not get it.
    static func giveUp(_ folder: Folder) throws(SystemError) -> UploadGivingUp {
        while true {
            let mark = try folder.open(Self.givenUp, flags: O_RDONLY | O_CREAT, mode: 0o600)
            // Several may give it up.
            try systemCall("lock") { flock(mark.number, LOCK_SH) }
            // Whoever found it without a lock may have removed it meanwhile.
            if let now = try folder.status(of: Self.givenUp), try now.isSameFile(as: mark.status()) {
                return UploadGivingUp(mark: mark)
            }
        }
    }

    /// - Throws: `UploadError` of kind `expired` while somebody has it take no more bytes; `SystemError`.
    func requireWanted() throws {
        if try folder.status(of: Self.givenUp) == nil { return }
        let mark: FileDescriptor
        do {
            mark = try folder.open(Self.givenUp, flags: O_RDONLY)
        } catch {
            if error.code == ENOENT { return }
            throw error
        }
        do {
            try systemCall("lock") { flock(mark.number, LOCK_EX | LOCK_NB) }
        } catch {
            guard error.code == EWOULDBLOCK else { throw error }
            throw UploadError(.expired, "The upload was cancelled and accepts no more bytes.")
        }
        defer { flock(mark.number, LOCK_UN) }
        try folder.remove(Self.givenUp)
    }

    /// Removes all that is in it.
    func clear() throws(SystemError) {
        for name in try folder.names() { try folder.remove(name) }
    }
}

extension FileDescriptor {
    /// Takes away what is behind `size`. On disk on return.
    func cut(to size: Int64) throws(SystemError) {
        try systemCall("cut") { ftruncate(number, off_t(size)) }
        try synchronize()
    }
}
