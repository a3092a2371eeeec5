public import Documents

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
