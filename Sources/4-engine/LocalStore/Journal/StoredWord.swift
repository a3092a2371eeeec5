internal import SQL

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
