internal import Pipelines
internal import SQLite

extension RunFailure {
    /// What takes three columns, all NULL when there is no failure.
    static func columns(_ failure: RunFailure?) -> [any Bindable] {
        [failure?.stage, failure?.kind, failure?.message]
    }

    /// From three columns, the first being `column`.
    static func read(_ row: borrowing Row, from column: Int) throws -> RunFailure? {
        guard let stage = try row.textOrNil(column) else { return nil }
        return RunFailure(stage: stage, kind: try row.text(column + 1), message: try row.text(column + 2))
    }
}
