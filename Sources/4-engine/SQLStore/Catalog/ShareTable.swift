internal import Documents
internal import Platform
internal import SQL

/// What was shared with whom in a time and still is, through any connection.
struct ShareTable {
    let connection: any SQLConnection

    static let schools = """
        SELECT id, name FROM schools WHERE id > ? AND EXISTS (
            SELECT 1 FROM shares WHERE shares.school = schools.id AND shared_at >= ? AND shared_at < ?)
        ORDER BY id LIMIT ?
        """
    static let ofSchool = """
        SELECT series, shared_at FROM shares WHERE school = ? AND shared_at >= ? AND shared_at < ?
        ORDER BY shared_at, row LIMIT ?
        """
    static let count = "SELECT count(*) FROM shares WHERE school = ? AND shared_at >= ? AND shared_at < ?"

    /// By id.
    func schools(in period: SharePeriod, after id: String, limit: Int) throws -> [School] {
        try connection.rows(Self.schools, [id, period.since.microseconds, period.until.microseconds, limit]) {
            try School(storedID: $0.text(0), name: $0.text(1))
        }
    }

    /// In the order in which they were added.
    func shares(
        with school: String, in period: SharePeriod, limit: Int
    ) throws -> [(series: Int64, at: Timestamp)] {
        try connection.rows(Self.ofSchool, [school, period.since.microseconds, period.until.microseconds, limit]) {
            (series: try $0.integer(0), at: Timestamp(microseconds: try $0.integer(1)))
        }
    }

    func count(with school: String, in period: SharePeriod) throws -> Int {
        let count = try connection.first(
            Self.count, [school, period.since.microseconds, period.until.microseconds]
        ) { try $0.integer(0) }
        return Int(count ?? 0)
    }
}
