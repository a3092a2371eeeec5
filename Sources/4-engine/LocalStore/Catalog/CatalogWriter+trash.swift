internal import Documents
internal import Platform
internal import SQLite

extension CatalogWriter {
    @discardableResult
    func trash(_ id: String) throws -> [ShareRecord] {
        let found = try reader.find(id)
        try requireNotTrashed(found)
        var shares: [ShareRecord] = []
        if found.version.isCurrent {
            shares = try reader.shares(ofSeries: found.seriesRow)
            try connection.execute("DELETE FROM shares WHERE series = ?", [found.seriesRow])
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
            for share in shares {
                try connection.execute(
                    """
                    INSERT INTO shares (series, school, permission, shared_at, run) VALUES (?, ?, 'view', ?, ?)
                    ON CONFLICT (series, school) DO NOTHING
                    """, [found.seriesRow, share.school, share.sharedAt.microseconds, share.run])
            }
        } else {
            // Its document may have followed it into the trash; then it stays there with it.
            try connection.execute("UPDATE versions SET trashed_at = NULL WHERE row = ?", [found.row])
        }
        try touch(series: found.seriesRow)
    }

    func restore(_ id: String) throws -> DocumentVersion {
        let found = try reader.find(id)
        if found.version.isCurrent, !found.isTrashed { return found.version }
        if found.seriesTrashedAt != nil {
            try requireFreeTitle(found.version, title: found.version.title)
            try connection.execute("UPDATE series SET trashed_at = NULL WHERE row = ?", [found.seriesRow])
        }
        try makeCurrent(row: found.row, ofSeries: found.seriesRow)
        try touch(series: found.seriesRow)
        return try version(id)
    }

    func makeCurrent(row: Int64, ofSeries series: Int64) throws {
        try connection.execute("UPDATE versions SET is_current = 0 WHERE series = ? AND is_current = 1", [series])
        try connection.execute("UPDATE versions SET is_current = 1, trashed_at = NULL WHERE row = ?", [row])
    }

    func retractVersion(ofRun run: String) throws {
        guard let found = try reader.version(ofRun: run) else { return }
        let series = found.seriesRow
        try eraseListing(ofSeries: series)
        try connection.execute("DELETE FROM versions WHERE row = ?", [found.row])
        let rest = try reader.versions(ofSeries: series)
        guard !rest.isEmpty else { return try erase(series: series) }
        // Who came after it comes after its former version now.
        try connection.execute(
            "UPDATE versions SET former = ? WHERE series = ? AND former = ?", [found.former, series, found.row])
        if found.version.isCurrent {
            let live = rest.filter { $0.ownTrashedAt == nil }
            let successor = live.first { $0.row == found.former } ?? live.first ?? rest[0]
            if let trashedAt = successor.ownTrashedAt, found.seriesTrashedAt == nil {
                // Nothing but trash is left, so the document itself lies there now.
                try connection.execute("DELETE FROM shares WHERE series = ?", [series])
                try connection.execute("UPDATE series SET trashed_at = ? WHERE row = ?", [trashedAt, series])
            }
            try makeCurrent(row: successor.row, ofSeries: series)
        }
        try touch(series: series)
    }

    /// Its versions are gone already.
    func erase(series: Int64) throws {
        try connection.execute("DELETE FROM shares WHERE series = ?", [series])
        try connection.execute("DELETE FROM series WHERE row = ?", [series])
    }
}
