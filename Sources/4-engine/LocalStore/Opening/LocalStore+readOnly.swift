public import Documents
internal import Pipelines
public import Platform
internal import SQLite

extension LocalStore {
    /// Opens the database for reading alone, and changes nothing: no file is made, changed or removed in its folder,
    /// whether another process has it open or died with it open. Without a database it is an empty one. Whatever writes
    /// fails with a `StoreError` of code `readOnly`.
    ///
    /// What is read is the state at the first read. A clean database is read where it is; when it changes meanwhile,
    /// reads fail with a `StoreError` of code `locked`. One that is being worked on, or needs a newer schema, is copied
    /// to the folder for temporary files, where no name leads to it.
    ///
    /// - Parameter schools: known besides those of the database; one with a known id replaces it.
    public static func openReadOnly(
        _ path: Path, schools: [School] = [], now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }
    ) async throws -> LocalStore {
        let snapshot = DatabaseSnapshot(path: path, migrations: Migration.all, schools: schools)
        do {
            let writer = try Writer(Connection.inMemory())
            try await writer.close()
            // One connection, so that all reads see the same.
            let readers = ReaderPool(width: 1) { try snapshot.open() }
            return LocalStore(path: path, writer: writer, readers: readers, snapshot: snapshot, now: now)
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        }
    }
}
