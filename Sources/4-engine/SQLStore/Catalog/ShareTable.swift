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

extension CatalogWriter {
    func share(_ id: String, with schools: [String], run: String?) throws -> [String] {
        try share(id, with: schools, run: run, by: nil)
    }

    /// - Parameter name: whoever shares; nil: a run does, or nobody knows.
    func share(_ id: String, with schools: [String], run: String?, by name: String?) throws -> [String] {
        let found = try find(id)
        try requireNotTrashed(found)
        try reader.requireSchools(schools)
        var added: [String] = []
        for school in schools {
            // What another run is still to take back would go from under this one, and what a run that is not at its end
            // may take back, from under a person.
            let count = try connection.execute(
                """
                INSERT INTO shares (series, school, permission, shared_at, run, made_by) VALUES (?, ?, 'view', ?, ?, ?)
                ON CONFLICT (series, school) DO UPDATE
                SET run = excluded.run, shared_at = excluded.shared_at, made_by = excluded.made_by
                WHERE shares.run IN (SELECT id FROM runs WHERE undo_due IS NOT NULL)
                    OR excluded.run IS NULL AND shares.run IN (SELECT id FROM runs WHERE status = 'running')
                """, [found.seriesRow, school, now.microseconds, run, name])
            if count > 0 { added.append(school) } else if let run { try ask(found.seriesRow, school, for: run) }
        }
        if !added.isEmpty { try touch(found, sharedWith: added) }
        return added
    }

    /// Keeps in mind that a run asked for a share that another one made and is not at its end: whichever of the two takes
    /// its shares back, the other one keeps it.
    private func ask(_ series: Int64, _ school: String, for run: String) throws {
        try connection.execute(
            """
            INSERT INTO asked_shares (series, school, run)
            SELECT shares.series, shares.school, asking.row FROM shares
            JOIN runs AS making ON making.id = shares.run JOIN runs AS asking ON asking.id = ?
            WHERE shares.series = ? AND shares.school = ? AND making.status = 'running' AND making.row <> asking.row
            ON CONFLICT DO NOTHING
            """, [run, series, school])
    }

    func unshare(_ id: String, with schools: [String]) throws {
        let found = try reader.find(id)
        try reader.requireSchools(schools)
        var removed = 0
        for school in schools {
            removed += try connection.execute(
                "DELETE FROM shares WHERE series = ? AND school = ?", [found.seriesRow, school])
            // A share that is ended by request does not come back with the document either, nor for another run.
            for table in ["ended_shares", "asked_shares"] {
                try connection.execute(
                    "DELETE FROM \(table) WHERE series = ? AND school = ?", [found.seriesRow, school])
            }
        }
        if removed > 0 { try touch(series: found.seriesRow) }
    }

    func retractShares(ofRun run: String) throws {
        let series = try connection.rows("SELECT DISTINCT series FROM shares WHERE run = ?", [run]) {
            try $0.integer(0)
        }
        try connection.execute("DELETE FROM asked_shares WHERE run = (SELECT row FROM runs WHERE id = ?)", [run])
        for table in ["shares", "ended_shares"] {
            try connection.execute(
                """
                UPDATE \(table) SET run = coalesce(
                    (SELECT runs.id FROM asked_shares JOIN runs ON runs.row = asked_shares.run
                    WHERE asked_shares.series = \(table).series AND asked_shares.school = \(table).school
                    ORDER BY asked_shares.row LIMIT 1), run)
                WHERE run = ?
                """, [run])
            try connection.execute("DELETE FROM \(table) WHERE run = ?", [run])
        }
        for row in series { try touch(series: row) }
    }

    /// - Throws: `CatalogError` of kind `trashed`.
    func requireNotTrashed(_ found: CatalogReader.Found) throws {
        guard found.isTrashed else { return }
        throw CatalogError.trashed(found.version)
    }
}
