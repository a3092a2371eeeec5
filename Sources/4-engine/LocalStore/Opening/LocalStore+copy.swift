internal import Pipelines
public import Platform
internal import SQL
internal import SQLite

extension LocalStore {
    /// Writes the state that a database has now into a new file, as one file that nobody has open. Others write meanwhile; the
    /// new file is not synced. Blocks.
    ///
    /// - Throws: `StoreError`, `SystemError`
    public static func copy(_ path: Path, to target: Path) throws {
        do {
            let connection = try reader(of: path)
            try connection.script("PRAGMA cache_size = -16384")
            try PrivateFolder.prepareFile(target)
            // SQLite wants a text, and a path is bytes.
            try connection.execute("VACUUM INTO CAST(? AS TEXT)", [target.bytes])
        } catch let error as SQLiteError {
            // Where there is no room left it is the new file that has none.
            throw StoreError(error, path: error.code == .full ? target : path)
        }
    }

    /// SQLite needs files beside the database even for reading. Where none can be made, as on a full disk, what is there is copied
    /// first.
    private static func reader(of path: Path) throws -> Connection {
        let file = DatabaseFile(path: path, busyTimeout: .seconds(10))
        try LogOwner(database: path).verify()
        if Files.mayWrite(path.folder) {
            do {
                let connection = try Connection(path, mode: .read, busyTimeout: .seconds(10))
                try file.checkApplication(connection)
                return connection
            } catch let error as SQLiteError where error.isFull {}
        }
        let copy = try DatabaseCopy.open(path)
        try file.checkApplication(copy)
        return copy
    }

    /// Carries over into a database all that waits beside it, so that the one file is the whole of it. Nobody else may have it
    /// open. Blocks.
    ///
    /// - Throws: `StoreError`
    public static func makeSingleFile(_ path: Path) throws {
        do {
            let connection = try Connection(path, mode: .write, busyTimeout: .seconds(10))
            let mode = try connection.first("PRAGMA journal_mode = DELETE") { try $0.text(0) }
            guard mode == "delete" else {
                throw SQLiteError(
                    .busy, operation: "close a copy", message: "its journal stays \(mode ?? "unknown")")
            }
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        }
    }
}
