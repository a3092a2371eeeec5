/// The figures above the documents' list, over current versions that are not in the trash; storage counts every version.
public struct DocumentStatistics: Sendable, Hashable {
    public let total: Int
    /// Shared with at least one school.
    public let shared: Int
    /// nil when there are no documents; of equals the first in the order of `DocumentType.allCases`.
    public let mostCommonType: DocumentType?
    /// Bytes of all versions, the trash included: what the object store holds.
    public let storageBytes: Int64

    public init(total: Int, shared: Int, mostCommonType: DocumentType?, storageBytes: Int64) {
        self.total = total
        self.shared = shared
        self.mostCommonType = mostCommonType
        self.storageBytes = storageBytes
    }
}
