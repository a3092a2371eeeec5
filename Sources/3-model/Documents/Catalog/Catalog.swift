public import Platform

/// The documents, their versions and shares, and the schools: all that can be asked of them and done with them. Every
/// change is on disk when its call returns.
public protocol Catalog: CatalogReading, CatalogEditing, CatalogErasing {}

/// What can be asked of the documents.
public protocol CatalogReading: Sendable {
    /// The current version of each series that matches; with `trashed`, what lies in the trash.
    ///
    /// - Parameters:
    ///   - limit: at most that many, 1 to 10,000.
    ///   - cursor: a former page's `next`, of the same query.
    /// - Throws: `CatalogError` of kind `invalidCursor`.
    func documents(_ query: DocumentQuery, limit: Int, after cursor: String?) async throws -> Page<DocumentVersion>

    /// How many documents a query finds, whatever its order.
    ///
    /// - Parameter limit: no more than that many are counted.
    func count(_ query: DocumentQuery, atMost limit: Int) async throws -> Int

    /// - Throws: `CatalogError` of kind `notFound`.
    func version(_ id: String) async throws -> DocumentVersion

    /// Every version of the series that `id` belongs to, newest first, those in the trash included.
    func versions(ofSeriesOf id: String) async throws -> [DocumentVersion]

    /// Every version of the document that a new one with this owner, type and title would join, newest first, those in
    /// the trash included; empty when it would start a document. That is the document that has the title now, or else the
    /// one outside of the trash that had it last.
    func versions(owner: String, type: DocumentType, title: String) async throws -> [DocumentVersion]

    /// The number of an earlier version of the same document with the same bytes: the one that was the current one before it,
    /// or else the newest of them. nil: there is none.
    ///
    /// - Throws: `CatalogError` of kind `notFound`.
    func sameBytes(as id: String) async throws -> Int?

    /// The titles that a version's document had before the one that it has, the last one first.
    func formerTitles(of id: String) async throws -> [FormerTitle]

    /// Documents outside of the trash that had a title before the one that they have, by their current versions; the one that
    /// had it last is first.
    ///
    /// - Parameter limit: at most that many, 1 to 10,000.
    func documents(formerlyTitled title: String, limit: Int) async throws -> [DocumentVersion]

    /// Documents of a title, folded (`String.folded`), by their current versions, newest first; of documents that
    /// do not lie in the trash, their versions that do.
    ///
    /// - Parameters:
    ///   - owner: whose only; nil: anybody's.
    ///   - trashed: what lies in the trash, instead of what does not.
    ///   - limit: at most that many, 1 to 10,000.
    func documents(
        titled title: String, of owner: String?, trashed: Bool, limit: Int
    ) async throws -> [DocumentVersion]

    /// The same of all titles that begin with a text, by title. Zeros before numbers make no difference.
    func documents(titlesBeginningWith text: String, trashed: Bool, limit: Int) async throws -> [DocumentVersion]

    /// Versions that match, in the order in which they were made, those in the trash left out. Each page begins where the
    /// former one ended, whatever was added, trashed or erased meanwhile; what was made after the first page was asked
    /// for is in none.
    ///
    /// - Parameters:
    ///   - limit: at most that many, 1 to 10,000.
    ///   - cursor: a former page's `next`, of the same query.
    /// - Throws: `CatalogError` of kind `invalidCursor`.
    func versions(_ query: VersionQuery, limit: Int, after cursor: String?) async throws -> Page<DocumentVersion>

    /// Schools that something was shared with in a time and still is, by id.
    ///
    /// - Throws: `CatalogError` of kind `invalidCursor`.
    func schools(sharedWith period: SharePeriod, limit: Int, after cursor: String?) async throws -> Page<School>

    /// What was shared with a school in a time and still is, in the order in which it was shared.
    ///
    /// - Parameter limit: lists at most that many, 1 to 10,000; all are counted.
    func shares(with school: String, in period: SharePeriod, limit: Int) async throws -> SharedDocuments

    /// The shares of a version's document that stand, in the order in which they were added.
    func shares(of id: String) async throws -> [ShareRecord]

    /// The shares that ended when a version's document was last put into the trash and have not come back, in the order
    /// in which they were added.
    func endedShares(of id: String) async throws -> [ShareRecord]

    /// What is known of the contents of objects, and what was made of them.
    ///
    /// - Parameter objects: their keys.
    /// - Returns: by key; those of which nothing is known are left out.
    func media(of objects: [String]) async throws -> [String: ObjectMedia]

    /// - Parameter owner: nil: of everybody.
    func statistics(owner: String?) async throws -> DocumentStatistics

    /// By id.
    func schools(limit: Int, after cursor: String?) async throws -> Page<School>

    /// - Throws: `CatalogError` of kind `unknownSchool` that names every unknown one.
    func requireSchools(_ ids: [String]) async throws
}

/// What can be done with the documents so that it can be undone. Every change is on disk when its call returns.
public protocol CatalogEditing: Sendable {
    /// Changes title, description or school of the whole series.
    func edit(_ id: String, _ change: MetadataChange) async throws -> DocumentVersion

    /// Makes that version the current one; nothing is copied. Takes it, and its series, out of the trash.
    ///
    /// - Parameter withShares: whether the shares that the trash ended come back; also when the document has left the
    ///   trash without them before.
    /// - Returns: the version, and the shares that came back.
    func restore(_ id: String, withShares: Bool) async throws -> (version: DocumentVersion, shares: [ShareRecord])

    /// Shares a document with schools and ends shares, together. A share that is there already and one that is not are
    /// left as they are.
    ///
    /// - Parameters:
    ///   - added: ids of schools, none of which is in `removed`.
    ///   - removed: ids of schools.
    ///   - name: whoever asks: recorded with each share that is new; nil: nobody knows.
    /// - Throws: `CatalogError` of kind `notFound`, `unknownSchool`, or `trashed` where something is added.
    func changeShares(
        _ id: String, adding added: [String], removing removed: [String], by name: String?
    ) async throws -> DocumentVersion

    /// Puts a version into the trash. The current version takes the whole document, its series, along, and sharing ends
    /// at once.
    ///
    /// - Returns: the shares that ended, in the order in which they were added.
    @discardableResult
    func trash(_ id: String) async throws -> [ShareRecord]

    /// Puts the whole document that a version belongs to into the trash, whichever of its versions that is.
    ///
    /// - Returns: the shares that ended, in the order in which they were added.
    func trashDocument(of id: String) async throws -> [ShareRecord]

    /// Puts one version into the trash, and nothing else. If it is the current one, the newest other one becomes that.
    ///
    /// - Throws: `CatalogError` of kind `onlyVersion` when no other one is outside of the trash.
    func trashVersion(_ id: String) async throws

    /// Adds schools, all or none.
    ///
    /// - Parameter replacing: whether a known id takes the new name; otherwise `schoolExists` is thrown.
    func addSchools(_ schools: [School], replacing: Bool) async throws

    /// Removes schools, all or none. Shares with them that the trash ended do not come back with their documents.
    ///
    /// - Throws: `CatalogError` of kind `unknownSchool`; `schoolInUse` while documents are shared with one, or are about it,
    ///   also in the trash.
    func removeSchools(_ ids: [String]) async throws
}

/// What ends documents for good. Every change is on disk when its call returns.
public protocol CatalogErasing: Sendable {
    /// Erases the whole document that a version belongs to, whichever of its versions that is. The objects are queued for
    /// deletion in the same transaction.
    ///
    /// - Parameter versions: the ids that it has to have; with others it stays. nil: whatever it has.
    /// - Returns: what was erased, newest first.
    /// - Throws: `CatalogError` of kind `notFound` or `changed`.
    func deleteDocument(of id: String, expecting versions: Set<String>?) async throws -> [DocumentVersion]

    /// Erases one version, and nothing else. If it is the current one, the newest other one becomes that. The object is
    /// queued for deletion in the same transaction.
    ///
    /// - Throws: `CatalogError` of kind `notFound`; `onlyVersion` when no other one is outside of the trash.
    func deleteVersion(_ id: String) async throws -> DocumentVersion

    /// Erases what lies in the trash under an id, a version or a whole document, if it has been there since before a time.
    ///
    /// - Returns: what was erased; nothing when it is not in the trash any more, or not for so long.
    func deleteTrashed(_ id: String, since cutoff: Timestamp) async throws -> [DocumentVersion]

    /// Object keys that are queued for deletion, oldest first.
    func objectDeletions(limit: Int) async throws -> [String]

    /// Takes keys off that queue, once their objects are gone.
    func finishObjectDeletions(_ keys: [String]) async throws
}

extension CatalogEditing {
    /// Shares a document with schools.
    ///
    /// - Parameter name: as of `changeShares`.
    public func share(_ id: String, with schools: [String], by name: String? = nil) async throws -> DocumentVersion {
        try await changeShares(id, adding: schools, removing: [], by: name)
    }

    /// Ends shares of a document.
    public func unshare(_ id: String, with schools: [String]) async throws -> DocumentVersion {
        try await changeShares(id, adding: [], removing: schools, by: nil)
    }

    /// As `restore` without its shares.
    public func restore(_ id: String) async throws -> DocumentVersion {
        try await restore(id, withShares: false).version
    }
}

/// The catalog inside a transaction that also records the stage: both commit, or neither does. Calls are synchronous and
/// run on the store's own thread; the value is not valid after the transaction's body returned.
public protocol CatalogTransaction {
    /// Makes a version of `new.series`, or else of the series that has that owner, type and title, or had them last; it
    /// becomes the current one. The series keeps the title that it has.
    ///
    /// - Returns: the version; if `new.run` has already made one, that one.
    /// - Throws: `CatalogError` for titles and descriptions out of bounds and an unknown `school`; for `new.series` of kind
    ///   `notFound`, `trashed`, or `otherDocument` when it has another owner or type.
    func createVersion(_ new: NewVersion) throws -> DocumentVersion

    /// Shares the series of a version with schools; those it is already shared with stay as they are.
    ///
    /// - Parameters:
    ///   - id: of any version of the series.
    ///   - run: recorded with each share that is new; nil when a person shares.
    /// - Returns: the schools that were added by this call, in the given order.
    /// - Throws: `CatalogError` of kind `notFound`, `unknownSchool` (naming every unknown one) or `trashed`.
    func share(_ id: String, with schools: [String], run: String?) throws -> [String]

    /// Makes a link to the document of a version, whose key is made with it when there is none; one of that id stays as it is.
    ///
    /// - Parameters:
    ///   - link: what it has as its `documents` and `owner` does not count.
    ///   - candidate: becomes the key when there is none; `LinkKey.length` random bytes.
    /// - Returns: the link's secret.
    /// - Throws: `CatalogError` of kind `notFound` or `trashed`.
    func link(_ id: String, by link: DocumentLink, orElse candidate: [UInt8]) throws -> LinkSecret

    /// Takes back the links that a run made.
    func retractLinks(ofRun run: String) throws

    /// Enters what was made of a stored object. Another rendition of a kind is replaced, and its object queued for deletion.
    /// When no version has the object any more, nothing is entered, and the objects of these are queued for deletion.
    ///
    /// - Parameter object: the key of what they were made of.
    func addRenditions(_ renditions: [Rendition], of object: String) throws

    /// Takes renditions out, whose objects somebody deletes. Does nothing with those that are not there.
    ///
    /// - Parameter keys: their own.
    func removeRenditions(_ keys: [String]) throws

    /// Takes back the version that a run made: its row goes, and the newest remaining version of the series becomes the
    /// current one if it was that; a series without versions goes as well. Does nothing when the run made none.
    func retractVersion(ofRun run: String) throws

    /// Takes back the shares that a run added, as far as they still stand or would come back with the document, but for
    /// those that another run asked for meanwhile: they are that run's now.
    func retractShares(ofRun run: String) throws

    /// Puts a version into the trash. The current version takes the whole document, its series, along, and sharing ends
    /// at once.
    ///
    /// - Returns: the shares that ended, in the order in which they were added.
    /// - Throws: `CatalogError` of kind `notFound` or `trashed`.
    func trash(_ id: String) throws -> [ShareRecord]

    /// Takes back what `trash` did: the version is where it was, and what was shared is shared again. Does nothing when
    /// the version is not in the trash any more, or was erased.
    ///
    /// - Parameter shares: what `trash` returned.
    /// - Throws: `CatalogError` of kind `titleTaken` when another document has taken its place.
    func untrash(_ id: String, shares: [ShareRecord]) throws

    /// - Throws: `CatalogError` of kind `notFound`.
    func version(_ id: String) throws -> DocumentVersion
}
