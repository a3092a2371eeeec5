internal import Diagnostics
internal import Documents
internal import Platform
internal import SQL

/// What a request names is a document or one version, whichever version is the current one when it is carried out.
extension CatalogWriter {
    func trashDocument(of id: String) throws -> [ShareRecord] {
        let found = try reader.find(id)
        return try trash(try reader.current(ofSeries: found.seriesRow)?.id ?? id)
    }

    func trashVersion(_ id: String) throws {
        let found = try reader.find(id)
        guard found.version.isCurrent else { return _ = try trash(id) }
        try requireNotTrashed(found)
        try makeCurrent(row: try successor(of: found, request: NextStep.trashDocument), ofSeries: found.seriesRow)
        try connection.execute("UPDATE versions SET trashed_at = ? WHERE row = ?", [now.microseconds, found.row])
        try touch(series: found.seriesRow)
    }

    func deleteDocument(of id: String, expecting versions: Set<String>?) throws -> [DocumentVersion] {
        let series = try reader.find(id).seriesRow
        let doomed = try reader.versions(ofSeries: series)
        if let versions, versions != Set(doomed.map(\.version.id)) {
            throw CatalogError(
                .changed,
                "`\(Printable.text(doomed[0].version.title))` has changed meanwhile; nothing was deleted. Ask again.")
        }
        try listing.erase(ofSeries: series)
        for found in doomed { try erase(found) }
        try erase(series: series)
        return doomed.map(\.version)
    }

    func deleteVersion(_ id: String) throws -> DocumentVersion {
        let found = try reader.find(id)
        let successor = found.version.isCurrent ? try successor(of: found, request: NextStep.deleteDocument) : nil
        try listing.erase(ofSeries: found.seriesRow)
        // Who came after it comes after its former version now.
        try connection.execute(
            "UPDATE versions SET former = ? WHERE series = ? AND former = ?",
            [found.former, found.seriesRow, found.row])
        try erase(found)
        if let successor { try makeCurrent(row: successor, ofSeries: found.seriesRow) }
        try touch(series: found.seriesRow)
        return found.version
    }

    func deleteTrashed(_ id: String, since cutoff: Timestamp) throws -> [DocumentVersion] {
        let found: CatalogReader.Found
        do {
            found = try reader.find(id)
        } catch let error as CatalogError where error.kind == .notFound {
            // It went with its document, or by another process.
            return []
        }
        // Somebody may have taken it out meanwhile, or put another version there.
        if found.version.isCurrent {
            guard let since = found.seriesTrashedAt, since < cutoff.microseconds else { return [] }
            return try deleteDocument(of: id, expecting: nil)
        }
        guard let since = found.ownTrashedAt ?? found.seriesTrashedAt, since < cutoff.microseconds else { return [] }
        return [try deleteVersion(id)]
    }

    /// The row of the version that is the current one when that one goes: the newest that is not in the trash.
    private func successor(of found: CatalogReader.Found, request: (String) -> NextStep) throws -> Int64 {
        let row = try connection.first(
            """
            SELECT row FROM versions WHERE series = ? AND row <> ? AND trashed_at IS NULL ORDER BY number DESC LIMIT 1
            """, [found.seriesRow, found.row]
        ) { try $0.integer(0) }
        guard let row else {
            throw CatalogError(
                .onlyVersion,
                "No other version of `\(Printable.text(found.version.title))` than \(found.version.number) is left that "
                    + "could be its current one.", advice: [request(found.version.id)])
        }
        return row
    }

    private func erase(_ found: CatalogReader.Found) throws {
        try connection.execute("DELETE FROM versions WHERE row = ?", [found.row])
        // An object that another version still refers to stays.
        try connection.execute(
            """
            INSERT INTO object_deletions (object_key, queued_at)
            SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM versions WHERE object_key = ?1)
            ON CONFLICT (object_key) DO NOTHING
            """, [found.version.objectKey, now.microseconds])
        try forgetMedia(ofObject: found.version.objectKey)
    }
}
