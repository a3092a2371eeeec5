internal import Documents
internal import Platform
internal import SQL

extension CatalogWriter {
    func share(_ id: String, with schools: [String], run: String?) throws -> [String] {
        let found = try reader.find(id)
        try requireNotTrashed(found)
        try reader.requireSchools(schools)
        var added: [String] = []
        for school in schools {
            // What another run is still to take back would go from under this one.
            let count = try connection.execute(
                """
                INSERT INTO shares (series, school, permission, shared_at, run) VALUES (?, ?, 'view', ?, ?)
                ON CONFLICT (series, school) DO UPDATE SET run = excluded.run, shared_at = excluded.shared_at
                WHERE shares.run IN (SELECT id FROM runs WHERE undo_due IS NOT NULL)
                """, [found.seriesRow, school, now.microseconds, run])
            if count > 0 { added.append(school) }
        }
        if !added.isEmpty { try touch(series: found.seriesRow) }
        return added
    }

    func unshare(_ id: String, with schools: [String]) throws {
        let found = try reader.find(id)
        try reader.requireSchools(schools)
        var removed = 0
        for school in schools {
            removed += try connection.execute(
                "DELETE FROM shares WHERE series = ? AND school = ?", [found.seriesRow, school])
            // A share that is ended by request does not come back with the document either.
            try connection.execute(
                "DELETE FROM ended_shares WHERE series = ? AND school = ?", [found.seriesRow, school])
        }
        if removed > 0 { try touch(series: found.seriesRow) }
    }

    func retractShares(ofRun run: String) throws {
        let series = try connection.rows("SELECT DISTINCT series FROM shares WHERE run = ?", [run]) {
            try $0.integer(0)
        }
        try connection.execute("DELETE FROM shares WHERE run = ?", [run])
        for row in series { try touch(series: row) }
    }

    /// - Throws: `CatalogError` of kind `trashed`.
    func requireNotTrashed(_ found: CatalogReader.Found) throws {
        guard found.isTrashed else { return }
        throw CatalogError.trashed(found.version)
    }
}
