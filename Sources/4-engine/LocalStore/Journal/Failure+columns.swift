internal import Documents
internal import Pipelines
internal import SQL

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
