public import Documents
internal import Platform

/// What an object store has to do, as rules that a backend's tests go through one by one:
///
///     @Test("the store keeps its contract", arguments: ObjectStoreConformance.rules)
///     func contract(rule: ObjectStoreRule) async throws {
///         try await rule.check(MyPlace())
///     }
public enum ObjectStoreConformance {
    /// Of every store.
    public static let rules = puts + races + failures + reads + keys + deletions + links
    /// Also of a store that is an `ObjectListing`; others fail them.
    public static let listingRules = listing
}

/// One rule: a condition and what follows from it.
public struct ObjectStoreRule: Sendable, CustomStringConvertible {
    public let description: String
    private let body: @Sendable (ObjectStoreBench) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (ObjectStoreBench) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// Tries the rule out, on threads that the store may block.
    ///
    /// - Parameter place: a fresh one, with nothing in it.
    /// - Throws: `ConformanceError` when the store does something else, or has left something behind that is no object; what
    ///   the store throws.
    public func check(_ place: any TestedObjectPlace) async throws {
        try await withTaskExecutorPreference(WorkerPool(name: "objects", width: 12)) {
            let bench = try await ObjectStoreBench(place)
            try await body(bench)
            try await expect(place.leftovers(), is: [], "nothing is left but objects")
        }
    }
}

/// Where an object store under test keeps its objects: a folder, a bucket. It goes, with all that it holds, when the last
/// reference does.
public protocol TestedObjectPlace: Sendable {
    /// Opens the store as one more process would: stores of two calls know nothing of each other but through the place.
    func open() async throws -> any ObjectStore

    /// What is there besides whole objects and what tells that the place is a store: parts of objects, temporary files.
    /// Empty of a store that leaves nothing.
    func leftovers() async throws -> [String]
}
