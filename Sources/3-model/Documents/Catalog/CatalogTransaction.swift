/// The catalog inside a transaction that also records the stage: both commit, or neither does. Calls are synchronous and
/// run on the store's own thread; the value is not valid after the transaction's body returned.
public protocol CatalogTransaction {
    /// Makes a version of the series with that owner, type and title; it becomes the current one.
    ///
    /// - Returns: the version; if `new.run` has already made one, that one.
    /// - Throws: `CatalogError` for titles and descriptions out of bounds and an unknown `school`.
    func createVersion(_ new: NewVersion) throws -> DocumentVersion

    /// Shares the series of a version with schools; those it is already shared with stay as they are.
    ///
    /// - Parameters:
    ///   - id: of any version of the series.
    ///   - run: recorded with each share that is new; nil when a person shares.
    /// - Returns: the schools that were added by this call, in the given order.
    /// - Throws: `CatalogError` of kind `notFound`, `unknownSchool` (naming every unknown one) or `trashed`.
    func share(_ id: String, with schools: [String], run: String?) throws -> [String]

    /// Takes back the version that a run made: its row goes, and the newest remaining version of the series becomes the
    /// current one if it was that; a series without versions goes as well. Does nothing when the run made none.
    func retractVersion(ofRun run: String) throws

    /// Takes back the shares that a run added, as far as they still stand.
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
