internal import Platform

/// What a function is called with: checked by count; by type only as far as types were known.
struct Arguments {
    let values: [Value]
    let place: Place

    /// The argument as a text.
    func text(_ index: Int) throws(ExpressionError) -> String {
        if case .string(let text) = values[index] { return text }
        throw ExpressionError("argument \(index + 1) must be string, and is \(values[index].kindName)", at: place)
    }

    /// The argument as a list.
    func list(_ index: Int) throws(ExpressionError) -> [Value] {
        if case .list(let list) = values[index] { return list }
        throw ExpressionError("argument \(index + 1) must be list, and is \(values[index].kindName)", at: place)
    }

    func error(_ message: String) -> ExpressionError { ExpressionError(message, at: place) }
}

/// The functions that ask how the run is going.
enum StatusFunction: String, Sendable, CaseIterable {
    case success, failure, rejected, cancelled, always

    func holds(_ outcome: RunStatus) -> Bool {
        switch self {
        case .success: outcome == .running || outcome == .succeeded
        case .failure: outcome == .failed
        case .rejected: outcome == .rejected
        case .cancelled: outcome == .cancelled
        case .always: true
        }
    }
}
