internal import Documents
internal import Pipelines
internal import Platform
internal import SQL

/// A record as a JSON column.
enum StoredRecord {
    static func text(_ record: Record) -> String { Value.record(record).json }

    /// - Throws: `JSONError` when the column holds something else.
    static func read(_ text: String) throws -> Record {
        // Most are empty, and the decoder is slow to start.
        if text == "{}" { return [:] }
        guard let record = try Value(json: text).record else {
            throw TableError(.mismatch, operation: "read a record", message: "a JSON object is expected")
        }
        return record
    }
}

/// A value of a closed list as a TEXT column.
enum StoredWord {
    /// - Throws: `TableError` when the column holds no word that this program knows.
    static func read<Word: RawRepresentable<String>>(_ text: String) throws -> Word {
        guard let word = Word(rawValue: text) else {
            throw TableError(
                .mismatch, operation: "read the journal",
                message: "`\(text)` is no \(Word.self) that this program knows")
        }
        return word
    }
}

extension RunFailure {
    /// What takes four columns, all NULL when there is no failure.
    static func columns(_ failure: RunFailure?) -> [any Bindable] {
        [failure?.stage, failure?.kind, failure?.message, failure?.errorClass?.rawValue]
    }

    /// From four columns, the first being `column`.
    static func read(_ row: borrowing Row, from column: Int) throws -> RunFailure? {
        guard let stage = try row.textOrNil(column) else { return nil }
        return RunFailure(
            stage: stage, kind: try row.text(column + 1), message: try row.text(column + 2),
            errorClass: try row.textOrNil(column + 3).map { try StoredWord.read($0) })
    }
}

extension SourceIdentity {
    /// What takes five columns, all NULL when there is no file. A database's integers are signed, so numbers of devices and
    /// inodes are kept by their bits.
    static func columns(_ source: SourceIdentity?) -> [any Bindable] {
        [
            source?.path.bytes, source.map { Int64(bitPattern: $0.device) },
            source.map { Int64(bitPattern: $0.inode) }, source?.size, source?.modified,
        ]
    }

    /// From five columns, the first being `column`.
    static func read(_ row: borrowing Row, from column: Int) throws -> SourceIdentity? {
        guard let path = try row.bytesOrNil(column) else { return nil }
        return SourceIdentity(
            path: Path(bytes: path), device: UInt64(bitPattern: try row.integer(column + 1)),
            inode: UInt64(bitPattern: try row.integer(column + 2)), size: try row.integer(column + 3),
            modified: try row.integer(column + 4))
    }
}

extension StageUndo {
    /// What takes four columns, all NULL when nothing is taken back.
    static func columns(_ undo: StageUndo?) -> [any Bindable] {
        [undo?.status.rawValue, undo?.attempts, undo?.message, undo?.intent.map(StoredRecord.text)]
    }

    /// From four columns, the first being `column`.
    static func read(_ row: borrowing Row, from column: Int) throws -> StageUndo? {
        guard let status = try row.textOrNil(column) else { return nil }
        return StageUndo(
            try StoredWord.read(status), attempts: Int(try row.integer(column + 1)),
            message: try row.textOrNil(column + 2), intent: try row.textOrNil(column + 3).map(StoredRecord.read))
    }
}

/// What is wrong with a table's contents, or with its use, where the database itself has nothing to refuse. Its backend
/// tells it as the user's error.
public struct TableError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// A value is none that this program knows.
        case mismatch
        /// A row that was written, or has to be there, is not.
        case missing
        /// The database was closed before.
        case closed
    }

    public let kind: Kind
    /// What was attempted, as a verb phrase: "read the journal".
    public let operation: String
    public let message: String

    public init(_ kind: Kind, operation: String, message: String) {
        self.kind = kind
        self.operation = operation
        self.message = message
    }

    public var description: String { "cannot \(operation): \(message)" }
}
