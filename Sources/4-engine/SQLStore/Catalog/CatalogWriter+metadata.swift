internal import Diagnostics
internal import Documents
internal import Platform
internal import SQL

extension CatalogWriter {
    func edit(_ id: String, _ change: MetadataChange) throws -> DocumentVersion {
        let found = try reader.find(id)
        try requireNotTrashed(found)
        let (version, series) = (found.version, found.seriesRow)
        if let expected = change.expected, expected != version {
            throw CatalogError(
                .changed, "`\(version.title)` was changed meanwhile. Look at it as it is now, and change it again.")
        }
        var isChanged = false
        if let title = try change.title.map({ try DocumentMetadata.title($0) }), title != version.title {
            try requireFreeTitle(version, title: title)
            try rename(series: series, of: version, to: title)
            isChanged = true
        }
        if let description = try change.description.map({ try DocumentMetadata.description($0) }),
            description != version.description ?? ""
        {
            try set("description", description, ofSeries: series)
            isChanged = true
        }
        if let school = change.school, school != version.school ?? "" {
            if !school.isEmpty { try reader.requireSchools([school]) }
            try set("school", school, ofSeries: series)
            isChanged = true
        }
        guard isChanged else { return version }
        try touch(series: series)
        return try self.version(id)
    }

    /// - Throws: `CatalogError` of kind `titleTaken`.
    func requireFreeTitle(_ version: DocumentVersion, title: String) throws {
        guard try reader.liveSeries(owner: version.owner, type: version.type.rawValue, title: title) != nil else {
            return
        }
        throw CatalogError(
            .titleTaken,
            "`\(version.owner)` already has a \(version.type.label) with the title `\(title)`. "
                + "Give one of them another title first.")
    }

    func addSchools(_ schools: [School], replacing: Bool) throws {
        for school in schools {
            let sql =
                replacing
                ? "INSERT INTO schools VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
                : "INSERT INTO schools VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING"
            if try connection.execute(sql, [school.id, school.name, now.microseconds]) == 0 {
                throw CatalogError(.schoolExists, "There is a school `\(school.id)` already.", advice: [.renameSchool])
            }
        }
    }

    func removeSchools(_ ids: [String]) throws {
        try reader.requireSchools(ids)
        for id in ids {
            let shared = try count("SELECT count(*) FROM shares WHERE school = ?", id)
            let about = try count("SELECT count(*) FROM series WHERE school = ? AND trashed_at IS NULL", id)
            let trashed = try count("SELECT count(*) FROM series WHERE school = ? AND trashed_at IS NOT NULL", id)
            let uses = [
                (shared, "", "shared with it"), (about, "", "about it"), (trashed, " in the trash", "about it"),
            ].filter { $0.0 > 0 }.map { count, place, what in
                "\(count) document\(count == 1 ? "" : "s")\(place) \(count == 1 ? "is" : "are") \(what)"
            }
            guard uses.isEmpty else {
                var steps: [NextStep] = shared + about > 0 ? [.endShares(id)] : []
                if trashed > 0 { steps.append(.listTrash(id)) }
                throw CatalogError(
                    .schoolInUse, "`\(id)` stays: \(uses.joined(separator: ", and ")).", advice: steps)
            }
            for table in ["ended_shares", "asked_shares"] {
                try connection.execute("DELETE FROM \(table) WHERE school = ?", [id])
            }
            try connection.execute("DELETE FROM schools WHERE id = ?", [id])
        }
    }

    private func count(_ sql: String, _ school: String) throws -> Int {
        Int(try connection.first(sql, [school]) { try $0.integer(0) } ?? 0)
    }
}
