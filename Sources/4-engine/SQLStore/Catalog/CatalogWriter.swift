public import Documents
internal import Platform
internal import SQL

/// Changes documents inside a transaction that writes.
struct CatalogWriter: CatalogTransaction {
    let connection: any SQLConnection
    let now: Timestamp
    let listing: any ListingWriter
    private let outdated = OutdatedListing()
    /// The version that this transaction has made of a document that was not there before: what it has written need not be read.
    private let fresh = FreshVersion()

    init(connection: any SQLConnection, now: Timestamp, listing: any ListingWriter) {
        self.connection = connection
        self.now = now
        self.listing = listing
    }

    var reader: CatalogReader { CatalogReader(connection: connection) }

    func version(_ id: String) throws -> DocumentVersion {
        try find(id).version
    }

    /// As `CatalogReader.find`.
    func find(_ id: String) throws -> CatalogReader.Found {
        if let found = fresh.found, found.version.id == id { return found }
        return try reader.find(id)
    }

    func createVersion(_ new: NewVersion) throws -> DocumentVersion {
        if let made = try reader.version(ofRun: new.run) { return made.version }
        let title = try DocumentMetadata.title(new.title)
        let description = try new.description.map { try DocumentMetadata.description($0) }
        if let school = new.school, !school.isEmpty { try reader.requireSchools([school]) }
        let known = try reader.series(joinedBy: new, titled: title)
        let made = known == nil ? try addSeries(of: new, title: title) : nil
        guard let series = known ?? made?.row else { preconditionFailure("a document is known or made") }
        var isChanged = false
        if let description { isChanged = try set("description", description, ofSeries: series) }
        if let school = new.school { isChanged = try set("school", school, ofSeries: series) || isChanged }
        let former = known == nil ? nil : try retireCurrent(ofSeries: series)
        let id = Identifier.uuid(at: now)
        let url = try ObjectPlaceTable(connection: connection).relative(new.fileURL, key: new.objectKey)
        let row = try connection.insert(
            """
            INSERT INTO versions (
                id, series, number, is_current, object_key, file_url, name, mime_type, size, sha256, run, created_at,
                former)
            VALUES (
                ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM versions WHERE series = ?), 1, ?, ?, ?, ?, ?, ?, ?, ?,
                ?)
            """,
            [
                id, series, series, new.objectKey, url, new.name, new.mimeType, new.size, new.sha256, new.run,
                now.microseconds, former,
            ], numbering: "row")
        try connection.execute("UPDATE runs SET version = ? WHERE id = ?", [id, new.run])
        // The object is needed again, whatever was to become of an earlier one with its key.
        try connection.execute("DELETE FROM object_deletions WHERE object_key = ?", [new.objectKey])
        try set(new.media, ofObject: new.objectKey)
        if isChanged {
            try touch(series: series)
        } else {
            if known != nil { try stamp(series: series) }
            // Another version is the current one, and all else is as it was: what lies in the trash by itself is left alone.
            outdated.add(former: former, current: row, ofSeries: series)
        }
        if let made {
            let version = DocumentVersion(
                id: id, series: made.id, number: 1, isCurrent: true, owner: new.owner, type: new.type, title: title,
                description: description.flatMap { $0.isEmpty ? nil : $0 },
                school: new.school.flatMap { $0.isEmpty ? nil : $0 }, sharedWith: [], objectKey: new.objectKey,
                fileURL: new.fileURL, name: new.name, mimeType: new.mimeType, size: new.size, sha256: new.sha256,
                run: new.run, createdAt: now, updatedAt: now, trashedAt: nil)
            fresh.found = CatalogReader.Found(
                version: version, seriesRow: series, row: row, ownTrashedAt: nil, seriesTrashedAt: nil, former: nil)
            return version
        }
        guard let version = try reader.version(row: row) else {
            throw TableError(.missing, operation: "create a version", message: "the new row is not there")
        }
        return version
    }

    /// - Returns: the row of the version that was the current one.
    private func retireCurrent(ofSeries row: Int64) throws -> Int64? {
        let former = try connection.first(
            "SELECT row FROM versions WHERE series = ? AND is_current = 1", [row]
        ) { try $0.integer(0) }
        try connection.execute("UPDATE versions SET is_current = 0 WHERE series = ? AND is_current = 1", [row])
        return former
    }

    private func addSeries(of new: NewVersion, title: String) throws -> (row: Int64, id: String) {
        let id = Identifier.uuid(at: now)
        let row = try connection.insert(
            """
            INSERT INTO series (id, owner, type, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
            """, [id, new.owner, new.type.rawValue, title, now.microseconds, now.microseconds], numbering: "row")
        return (row, id)
    }

    /// An empty text is stored as NULL.
    ///
    /// - Returns: whether it was something else before.
    @discardableResult
    func set(_ column: StaticString, _ text: String, ofSeries row: Int64) throws -> Bool {
        try connection.execute(
            "UPDATE series SET \(column) = nullif(?1, '') WHERE row = ?2 AND \(column) IS DISTINCT FROM nullif(?1, '')",
            [text, row]) > 0
    }

    /// Stamps a series as changed: what lists show of it is brought up to date at the end.
    func touch(series row: Int64) throws {
        try stamp(series: row)
        outdated.add(series: row)
    }

    /// Stamps a series whose current version has been shared with schools.
    func touch(_ found: CatalogReader.Found, sharedWith added: [String]) throws {
        let isFresh = fresh.found?.row == found.row
        try touch(series: found.seriesRow)
        if isFresh { fresh.found = found.shared(with: added, at: now) }
    }

    /// What is changed, or gone, is read again.
    func forgetFresh(ofSeries row: Int64) {
        if fresh.found?.seriesRow == row { fresh.found = nil }
    }

    private func stamp(series row: Int64) throws {
        forgetFresh(ofSeries: row)
        try connection.execute("UPDATE series SET updated_at = ? WHERE row = ?", [now.microseconds, row])
    }
}

extension CatalogWriter {
    /// Brings what lists show up to date, once for all that was changed: writing an entry costs more than most changes.
    func updateListing() throws {
        for (series, change) in outdated.take() {
            if let found = fresh.found, found.seriesRow == series {
                try listing.add(found.listed)
                continue
            }
            switch change {
            case .current(let former, let row):
                for former in former { try listing.erase(former) }
                if let found = try reader.find(row: row) { try listing.add(found.listed) }
            case .whole:
                try listing.erase(ofSeries: series)
                for found in try reader.listed(ofSeries: series) { try listing.add(found.listed) }
            }
        }
    }
}

/// Nothing of it is in lists yet.
private final class FreshVersion {
    var found: CatalogReader.Found?
}

/// The series whose entries in lists a transaction has yet to bring up to date.
private final class OutdatedListing {
    enum Change {
        /// The current version is another one; `former` are those that were.
        case current(former: [Int64], Int64)
        case whole
    }

    private var changes: [(series: Int64, change: Change)] = []

    func add(series: Int64) {
        if let index = changes.firstIndex(where: { $0.series == series }) {
            changes[index].change = .whole
        } else {
            changes.append((series, .whole))
        }
    }

    func add(former: Int64?, current row: Int64, ofSeries series: Int64) {
        let former = former.map { [$0] } ?? []
        guard let index = changes.firstIndex(where: { $0.series == series }) else {
            return changes.append((series, .current(former: former, row)))
        }
        if case .current(let earlier, _) = changes[index].change {
            changes[index].change = .current(former: earlier + former, row)
        }
    }

    func take() -> [(series: Int64, change: Change)] {
        defer { changes = [] }
        return changes
    }
}

extension CatalogReader.Found {
    /// The same after the series was shared with further schools, or with some again.
    fileprivate func shared(with schools: [String], at time: Timestamp) -> CatalogReader.Found {
        CatalogReader.Found(
            version: version.shared(with: schools, at: time), seriesRow: seriesRow, row: row,
            ownTrashedAt: ownTrashedAt,
            seriesTrashedAt: seriesTrashedAt, former: former)
    }

    fileprivate var listed: ListedVersion {
        ListedVersion(
            version: version, row: row, seriesRow: seriesRow, isTrashed: isTrashed,
            titleKey: CatalogReader.key(ofTitle: version.title))
    }
}

/// What lists and searches see of documents, which each kind of database keeps in its own way: written in the transaction
/// that changes the documents, and by nobody else. The totals of `Catalog.statistics` follow from it.
public protocol ListingWriter {
    /// Adds a version that is not there.
    func add(_ version: ListedVersion) throws

    /// Removes all versions of a series.
    func erase(ofSeries row: Int64) throws

    /// Removes one version.
    func erase(_ row: Int64) throws
}

/// A version that lists show: the current one of its series, or one that lies in the trash by itself.
public struct ListedVersion: Sendable, Hashable {
    public let version: DocumentVersion
    /// Later versions have higher ones.
    public let row: Int64
    public let seriesRow: Int64
    /// By itself or with its document.
    public let isTrashed: Bool
    /// What lists by title compare, byte by byte.
    public let titleKey: String

    public init(version: DocumentVersion, row: Int64, seriesRow: Int64, isTrashed: Bool, titleKey: String) {
        self.titleKey = titleKey
        self.version = version
        self.row = row
        self.seriesRow = seriesRow
        self.isTrashed = isTrashed
    }
}
