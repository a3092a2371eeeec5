internal import Platform

/// What keeps hostile pipelines and hostile input from taking all time and memory.
enum Limits {
    /// Bytes of an expression's text.
    static let text = 8 << 10
    /// Bytes of any string that an expression computes.
    static let result = 1 << 20
    /// Bytes of all texts of one value, and of all values that a run computes before its first stage.
    static let computed = 16 << 20
    /// Mistakes of one text that are reported.
    static let issues = 200
    /// Items of any list that an expression computes.
    static let items = 10_000
    /// Bytes that `matches` reads: with the largest pattern, some million steps.
    static let matched = 4 << 10
    /// Levels of JSON that `from-json` reads and `to-json` writes.
    static let levels = 64

    /// "16MiB"
    static func shown(_ bytes: Int) -> String { ByteSize(bytes: Int64(bytes)).description }

    /// - Throws: `ExpressionError` when the string is too long.
    static func check(_ string: String, at place: Place) throws(ExpressionError) -> String {
        try check(bytes: string.utf8.count, at: place)
        return string
    }

    /// - Throws: `ExpressionError` when a string of so many bytes would be too long.
    static func check(bytes: Int, at place: Place) throws(ExpressionError) {
        guard bytes <= result else {
            throw ExpressionError("the text would be longer than \(shown(result))", at: place)
        }
    }
}
