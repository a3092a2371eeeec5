/// Names that have no value before a run, such as the id of a version that was not made yet. Whatever reads one of them
/// fails, so that no decision is made on a guess.
public struct UnknownNames: Sendable, Hashable {
    private var paths: Set<[String]> = []

    public init() {}

    public var isEmpty: Bool { paths.isEmpty }

    /// Adds a name, with everything below it: `["document", "id"]`.
    public mutating func insert(_ path: [String]) { paths.insert(path) }

    public mutating func remove(_ path: [String]) { paths.remove(path) }

    public func contains(_ path: [String]) -> Bool { paths.contains(path) }

    /// What of a name is unknown: itself, something that it is part of, or a part of it. nil: nothing.
    func unknownPart(of path: [String]) -> String? {
        if paths.isEmpty { return nil }
        return paths.filter { path.starts(with: $0) || $0.starts(with: path) }.map { $0.joined(separator: ".") }.min()
    }
}
