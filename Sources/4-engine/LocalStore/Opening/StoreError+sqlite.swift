internal import Glibc
public import Pipelines
internal import Platform
internal import SQLite
internal import SQLStore

extension StoreError {
    /// What an error of SQLite means for the user of the database at `path`.
    init(_ error: SQLiteError, path: Path) {
        let (code, sentence, advice): (Code, String, String) =
            if error.isBusy {
                (
                    .locked, "The database \(path) is locked by another process.",
                    "Wait until it has finished, or end it; `fuser \(path)` tells which one it is."
                )
            } else if error.isUnsynced {
                (
                    .unsynced,
                    "The log of the database \(path) could not be synced to the disk, so it is unknown what of the last "
                        + "changes would survive a loss of power, and this process writes no more.",
                    "Look at the disk (`dmesg`, `smartctl`) and start again: what was not done goes on from what is there."
                )
            } else if error.isFull {
                (
                    .full, "There is no room left for the database \(path).",
                    "Make room on its disk and run the command again; nothing of what was stored before is lost."
                )
            } else if error.isReadOnly || error.code.primary == .permission || error.systemCode == EROFS {
                (
                    .readOnly, "The database \(path) may not be written.",
                    "Give this user the right to write it and its folder, or mount its disk for writing."
                )
            } else if error.isNotADatabase {
                (
                    .notADatabase, "\(path) is not a database.",
                    "Move it away, or put a backup in its place."
                )
            } else if error.isCorrupt {
                (
                    .corrupt, "The database \(path) is damaged.",
                    "Keep a copy of it and of its -wal file, and put a backup in its place: "
                        + "the guide \"When things go wrong\" shows how."
                )
            } else if error.message.hasPrefix("no such table: ") {
                (
                    .corrupt, "The database \(path) lacks a table that this program has made.",
                    "Put a backup in its place: the guide \"When things go wrong\" shows how."
                )
            } else if error.isCannotOpen {
                (
                    .cannotOpen, "The database \(path) cannot be opened.",
                    "Check that its folder exists and that this user may read and write it."
                )
            } else if error.code == .misuse, error.message.hasSuffix("has been closed") {
                (.closed, "The database \(path) has been closed.", "The program is ending; run the command again.")
            } else {
                (
                    .other, "The database \(path) could not do what it was asked.",
                    "If it happens again, report it with this message."
                )
            }
        self.init(
            code, "\(sentence) \(advice) (\(error))",
            cause: Cause(code: "\(error.code.rawValue)", text: "\(error)"))
    }

    /// A database that this user has no right to read, such as one in another user's private folder.
    static func unreadable(_ path: Path, _ error: SystemError) -> StoreError {
        let me = Account.name(of: geteuid()) ?? "#\(geteuid())"
        var advice = "Give this user the right to read it and its folder."
        if let owner = try? FileStatus.of(path.folder).owner, owner != geteuid() {
            let name = Account.name(of: owner) ?? "#\(owner)"
            advice = "\(path.folder) belongs to \(name): run the command as \(name)."
        }
        return StoreError(.cannotOpen, "The database \(path) may not be read by \(me). \(advice) (\(error))")
    }

    /// - Parameter database: what it is, as the beginning of a sentence.
    public static func earlierSchema(_ database: String) -> StoreError {
        StoreError(
            .earlierSchema,
            "\(database) is from before version 1.0, and this program does not read it: export each owner's documents with "
                + "the program that made it, and add the files to a new workspace.")
    }

    static func replaced(_ path: Path) -> StoreError {
        StoreError(
            .replaced,
            "\(path) was removed or replaced while this process was using it, so that nothing it records would be found "
                + "again. Start again: that works with what is there then. Stop everything that uses the workspace before you "
                + "move, restore or remove its state.")
    }

    static func openedForReading(_ path: Path) -> StoreError {
        StoreError(
            .readOnly,
            "The database \(path) was opened for reading alone, so nothing is written. "
                + "This is a mistake in the program; report it with this message.")
    }
}

extension SQLiteError {
    init(_ error: TableError) {
        let code: ResultCode =
            switch error.kind {
            case .mismatch: .mismatch
            case .missing: .corrupt
            case .closed: .misuse
            }
        self.init(code, operation: error.operation, message: error.message)
    }
}
