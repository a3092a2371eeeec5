/// What a connection may do with its file.
public enum OpenMode: Sendable {
    /// Reads and writes; creates the file when there is none.
    case create
    /// Reads and writes an existing file.
    case write
    /// Reads an existing file. A database in WAL mode still needs its `-shm` file, or the right to create it.
    case read
    /// Reads a file that nobody changes: without locks, and without looking at or making `-wal` and `-shm` files. If
    /// somebody does change it, what is read may be wrong.
    case immutable
}
