internal import Glibc
internal import Pipelines
internal import Platform

/// Which database the log beside it belongs to.
///
/// SQLite finds a database's log (`-wal`) by its name alone. Beside another database that was put in the place of the former
/// one, it would take the former one's pages for that one's, and damage it with the next checkpoint. So `compass.db-log` has
/// which file the database was, and which its log, when they were last opened for writing: the same log beside another
/// database is not its own.
///
/// A workspace that was copied has other files for both, and is used. Nothing is told where that file is not there, or where
/// the file system does not tell when files were made; then inodes that come again could mislead.
struct LogOwner: Sendable {
    private struct Identity: Equatable {
        let inode: UInt64
        /// See `BirthTime`.
        let born: Int64
    }

    private struct Pair: Equatable {
        let database: Identity
        let log: Identity
    }

    private let database: Path
    private let log: Path
    private let note: Path
    private static let limit = 1_024

    init(database: Path) {
        self.database = database
        log = Path(bytes: database.bytes + Array("-wal".utf8))
        note = Path(bytes: database.bytes + Array("-log".utf8))
    }

    /// To be asked before SQLite opens the database. An empty log belongs to any.
    ///
    /// - Throws: `StoreError` of code `otherLog` when the log is that of another file; as `DatabaseHealth.requireFile`.
    func verify() throws(StoreError) {
        try DatabaseHealth.requireFile(database)
        guard let found = pair(), let noted = noted, found.log == noted.log, found.database != noted.database,
            let status = try? FileStatus.of(log), status.size > 0
        else { return }
        throw StoreError(
            .otherLog,
            "The database \(database) is not the file that its log \(log.name) belongs to: another one was put in its place, "
                + "and the log stayed. Nothing was read or changed. Move \(log.name) and \(database.name)-shm away, and start "
                + "again: the guide \"When things go wrong\" shows how to bring a database back.")
    }

    /// To be called while the database is open for writing. Where it cannot be written down, as on a full disk, nothing is told
    /// next time.
    func write() {
        guard let found = pair(), found != noted else { return }
        let numbers = [
            "\(found.database.inode)", "\(found.database.born)", "\(found.log.inode)", "\(found.log.born)",
        ]
        guard
            let file = try? FileDescriptor.open(
                note, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        else { return }
        _ = try? file.write(Array((numbers.joined(separator: " ") + "\n").utf8))
    }

    /// What was written down; nil: nothing, or what is torn.
    private var noted: Pair? {
        guard let bytes = try? Files.read(note, limit: Self.limit), bytes.last == UInt8(ascii: "\n") else { return nil }
        let words = String(decoding: bytes.dropLast(), as: UTF8.self).split(separator: " ")
        guard words.count == 4, let database = UInt64(words[0]), let born = Int64(words[1]),
            let log = UInt64(words[2]), let logBorn = Int64(words[3])
        else { return nil }
        return Pair(
            database: Identity(inode: database, born: born), log: Identity(inode: log, born: logBorn))
    }

    /// Neither is opened: closing it would give up the locks that this process has in it.
    private func pair() -> Pair? {
        guard let folder = try? Folder(opening: database.folder),
            let file = Self.identity(of: database.name, folder), let logFile = Self.identity(of: log.name, folder)
        else { return nil }
        return Pair(database: file, log: logFile)
    }

    private static func identity(of name: Path, _ folder: Folder) -> Identity? {
        guard let status = try? folder.status(of: name), status.kind == .regular,
            let born = try? folder.birthTime(of: name), born != 0
        else { return nil }
        return Identity(inode: status.inode, born: born)
    }
}
