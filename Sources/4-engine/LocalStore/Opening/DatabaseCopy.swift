internal import Glibc
internal import Pipelines
internal import Platform
internal import SQL
internal import SQLite

/// A copy of a database that others may be writing, without a lock and without touching its folder.
///
/// In WAL mode pages go to the `-wal` file first, and a checkpoint carries them over into the database later. So the
/// database as it is at some moment, with torn and half-carried pages, is made whole by a `-wal` file that is read after
/// it: every page that was carried over is in there, as long as the file was not begun anew. Its header says whether it
/// was (two salts change each time). What a writer had not finished has no valid checksum and is passed over, as after a
/// crash.
enum DatabaseCopy {
    /// Whether the database is all there is: nothing waits in other files.
    static func isClean(_ path: Path) throws -> Bool {
        try size(path.with("-wal")) == 0 && size(path.with("-journal")) == 0
    }

    /// Copies the database into a folder for temporary files, and opens the copy. Its names are gone on return, so it
    /// takes room until the connection is closed and not longer, however the process ends.
    ///
    /// - Throws: `SystemError`, `SQLiteError`; `StoreError` of code `locked` when it changes too fast.
    static func open(_ path: Path) throws -> Connection {
        let folder = try TemporaryFolder.make(orIn: "/dev/shm")
        let copy = folder.appending("copy.db")
        defer {
            for suffix in ["", "-wal", "-shm", "-journal"] { copy.with(suffix).withCString { _ = unlink($0) } }
            folder.withCString { _ = rmdir($0) }
        }
        try fill(copy, from: path)
        let connection = try Connection(copy, mode: .write)
        // Nothing here has to survive anything. The database takes up what is in the -wal file, and needs no other file.
        try connection.script(
            """
            PRAGMA synchronous = OFF;
            PRAGMA locking_mode = EXCLUSIVE;
            """)
        let mode = try connection.first("PRAGMA journal_mode = MEMORY") { try $0.text(0) }
        guard mode == "memory" else {
            throw SQLiteError(.error, operation: "open a copy", message: "its journal stays \(mode ?? "unknown")")
        }
        return connection
    }

    private static func fill(_ copy: Path, from path: Path) throws {
        for _ in 0..<200 {
            let mark = try FileStatus.settled(path)
            let before = try header(of: path)
            try copyFile(path, to: copy)
            let after: Header?
            if before != nil {
                try copyFile(path.with("-wal"), to: copy.with("-wal"))
                after = try header(of: path)
            } else {
                copy.with("-wal").withCString { _ = unlink($0) }
                after = try header(of: path)
            }
            if try size(path.with("-journal")) > 0 { try copyFile(path.with("-journal"), to: copy.with("-journal")) }
            // Without a -wal file, only an unchanged database is a whole one.
            if before == after, try before != nil || FileStatus.ifExists(path) == mark { return }
            usleep(5_000)
        }
        throw StoreError(
            .locked, "The database \(path) is changed too fast by another process to be read. Try again later.")
    }

    /// Which -wal file it is, and which of its beginnings.
    private struct Header: Equatable {
        let inode: UInt64
        let bytes: [UInt8]
    }

    /// nil when there is no -wal file with anything in it.
    private static func header(of path: Path) throws -> Header? {
        guard let file = try openIfExists(path.with("-wal")) else { return nil }
        let bytes = try file.bytes(at: 0, count: 32)
        return bytes.isEmpty ? nil : Header(inode: try file.status().inode, bytes: bytes)
    }

    private static func size(_ path: Path) throws -> Int64 { try FileStatus.ifExists(path)?.size ?? 0 }

    /// A -wal or -journal file that is gone meanwhile makes an empty copy; the header tells.
    private static func copyFile(_ from: Path, to path: Path) throws {
        let target = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode: 0o600)
        guard let source = try openIfExists(from) else { return }
        while true {
            let bytes = try source.readSome(limit: 1 << 20)
            if bytes.isEmpty { return }
            try target.write(bytes)
        }
    }

    private static func openIfExists(_ path: Path) throws(SystemError) -> FileDescriptor? {
        do throws(SystemError) {
            return try FileDescriptor.open(path, flags: O_RDONLY)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }
}

extension Path {
    /// With something at the end of its name.
    fileprivate func with(_ suffix: String) -> Path { Path(bytes: bytes + Array(suffix.utf8)) }
}
