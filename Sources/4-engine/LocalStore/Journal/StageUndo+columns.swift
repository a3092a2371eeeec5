internal import Pipelines
internal import SQL

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
