internal import Pipelines
internal import Platform
internal import SQL

extension SourceIdentity {
    /// What takes five columns, all NULL when there is no file. SQLite's integers are signed, so numbers of devices and
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
