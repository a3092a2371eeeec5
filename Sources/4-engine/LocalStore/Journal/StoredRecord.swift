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
