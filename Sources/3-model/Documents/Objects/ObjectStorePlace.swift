/// Where an object store is: opened when it is needed, since its disk or its network may be away.
public protocol ObjectStorePlace: Sendable {
    /// For people; never a secret.
    var description: String { get }

    /// Opens the store for storing and deleting.
    ///
    /// - Parameter isExpected: whether the catalog has documents whose bytes lie there: a store that is not there, or in which
    ///   nothing was ever stored, is away then, and is not made anew in its place.
    /// - Throws: `ObjectStoreError`; of code `elsewhere` when it is away.
    func open(isExpected: Bool) async throws -> any ObjectStore

    /// Opens the store for reading alone, and makes nothing.
    ///
    /// - Returns: nil when there is none.
    /// - Throws: `ObjectStoreError`
    func openExisting() async throws -> (any ObjectStore)?
}
