internal import Documents
internal import Platform
internal import SQL

extension CatalogWriter {
    @discardableResult
    func trash(_ id: String) throws -> [ShareRecord] {
        let found = try reader.find(id)
        try requireNotTrashed(found)
        var shares: [ShareRecord] = []
        if found.version.isCurrent {
            shares = try endShares(ofSeries: found.seriesRow)
            try connection.execute(
                "UPDATE series SET trashed_at = ? WHERE row = ?", [now.microseconds, found.seriesRow])
        } else {
            try connection.execute("UPDATE versions SET trashed_at = ? WHERE row = ?", [now.microseconds, found.row])
        }
        try touch(series: found.seriesRow)
        return shares
    }

    func untrash(_ id: String, shares: [ShareRecord]) throws {
        let found: CatalogReader.Found
        do {
            found = try reader.find(id)
        } catch let error as CatalogError where error.kind == .notFound {
            return
        }
        guard found.isTrashed else { return }
        if found.version.isCurrent {
            try requireFreeTitle(found.version, title: found.version.title)
            try connection.execute("UPDATE series SET trashed_at = NULL WHERE row = ?", [found.seriesRow])
            try bringBack(shares, ofSeries: found.seriesRow)
        } else {
            // Its document may have followed it into the trash; then it stays there with it.
            try connection.execute("UPDATE versions SET trashed_at = NULL WHERE row = ?", [found.row])
        }
        try touch(series: found.seriesRow)
    }

    func restore(_ id: String, withShares: Bool) throws -> (version: DocumentVersion, shares: [ShareRecord]) {
        let found = try reader.find(id)
        let shares = withShares ? try reader.endedShares(ofSeries: found.seriesRow) : []
        if found.version.isCurrent, !found.isTrashed, shares.isEmpty { return (found.version, []) }
        if found.seriesTrashedAt != nil {
            try requireFreeTitle(found.version, title: found.version.title)
            try connection.execute("UPDATE series SET trashed_at = NULL WHERE row = ?", [found.seriesRow])
        }
        try makeCurrent(row: found.row, ofSeries: found.seriesRow)
        let back = try bringBack(shares, ofSeries: found.seriesRow)
        try touch(series: found.seriesRow)
        return (try version(id), back)
    }

    /// Ends all shares of a series. They are remembered until it goes to the trash again, comes back with them, or is
    /// erased.
    private func endShares(ofSeries row: Int64) throws -> [ShareRecord] {
        let shares = try reader.shares(ofSeries: row)
        try connection.execute("DELETE FROM ended_shares WHERE series = ?", [row])
        try connection.execute(
            """
            INSERT INTO ended_shares (series, school, shared_at, run, made_by)
            SELECT series, school, shared_at, run, made_by FROM shares WHERE series = ? ORDER BY row
            """, [row])
        try connection.execute("DELETE FROM shares WHERE series = ?", [row])
        return shares
    }

    /// Shares with schools that have been removed since stay ended.
    ///
    /// - Returns: those that did not stand already.
    @discardableResult
    private func bringBack(_ shares: [ShareRecord], ofSeries row: Int64) throws -> [ShareRecord] {
        let back = try shares.filter { share in
            try connection.execute("DELETE FROM ended_shares WHERE series = ? AND school = ?", [row, share.school])
            return try connection.execute(
                """
                INSERT INTO shares (series, school, permission, shared_at, run, made_by)
                SELECT ?, id, 'view', ?, ?, ? FROM schools WHERE id = ?
                ON CONFLICT (series, school) DO NOTHING
                """, [row, share.sharedAt.microseconds, share.run, share.by, share.school]) > 0
        }
        return back
    }

    func makeCurrent(row: Int64, ofSeries series: Int64) throws {
        try connection.execute("UPDATE versions SET is_current = 0 WHERE series = ? AND is_current = 1", [series])
        try connection.execute("UPDATE versions SET is_current = 1, trashed_at = NULL WHERE row = ?", [row])
    }

    func retractVersion(ofRun run: String) throws {
        guard let found = try reader.version(ofRun: run) else { return }
        let series = found.seriesRow
        try listing.erase(found.row)
        try connection.execute("DELETE FROM versions WHERE row = ?", [found.row])
        try forgetMedia(ofObject: found.version.objectKey)
        guard let newest = try reader.newest(ofSeries: series) else { return try erase(series: series) }
        // Who came after it comes after its former version now.
        try connection.execute(
            "UPDATE versions SET former = ? WHERE former = ? AND series = ?", [found.former, found.row, series])
        if found.version.isCurrent {
            let former = try found.former.flatMap { try reader.find(row: $0) }
            let successor =
                if let former, former.seriesRow == series, former.ownTrashedAt == nil { former } else {
                    try reader.newestLive(ofSeries: series) ?? newest
                }
            if let trashedAt = successor.ownTrashedAt, found.seriesTrashedAt == nil {
                // Nothing but trash is left, so the document itself lies there now.
                _ = try endShares(ofSeries: series)
                try connection.execute("UPDATE series SET trashed_at = ? WHERE row = ?", [trashedAt, series])
            }
            try makeCurrent(row: successor.row, ofSeries: series)
        }
        try touch(series: series)
    }

    /// Its versions are gone already.
    func erase(series: Int64) throws {
        forgetFresh(ofSeries: series)
        for table in ["shares", "ended_shares", "asked_shares"] {
            try connection.execute("DELETE FROM \(table) WHERE series = ?", [series])
        }
        try connection.execute("DELETE FROM former_titles WHERE series = ?", [series])
        try connection.execute("DELETE FROM series WHERE row = ?", [series])
    }
}
