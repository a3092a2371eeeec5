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
