internal import Documents
public import Platform

/// The sum of what a run computes before its first stage, so that defaults that build on each other cannot take all memory.
public struct ComputedValues: Sendable {
    private var bytes = 0

    public init() {}

    /// Counts a value.
    ///
    /// - Parameter name: what it is of: "Input `title`".
    /// - Throws: `StageError` of kind `too-large` that says which value is the first that is too much.
    public mutating func add(_ value: Value, of name: String) throws(StageError) {
        bytes += value.size(upTo: Limits.computed - bytes)
        guard bytes <= Limits.computed else {
            throw .failed(
                .permanent, "too-large",
                "\(name) is too much: the inputs and `env` that a run computes may have \(Limits.shown(Limits.computed)) "
                    + "together.")
        }
    }
}

extension Value {
    /// About how many bytes it takes: those of its texts and keys, and eight for everything else.
    ///
    /// - Parameter limit: it is not counted much further than this.
    func size(upTo limit: Int) -> Int {
        var size = 0
        switch self {
        case .string(let text): size = text.utf8.count
        case .list(let values):
            for value in values where size <= limit { size += 8 + value.size(upTo: limit - size) }
        case .record(let record):
            for entry in record where size <= limit {
                size += 8 + entry.key.utf8.count + entry.value.size(upTo: limit - size)
            }
        case .null, .boolean, .integer, .number: size = 8
        }
        return size
    }
}

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
