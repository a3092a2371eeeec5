/// The names that an expression may use, with their types.
public struct Scope: Sendable {
    /// In the order of the documentation: `document`, `inputs`, `stages`, `run`, `env`, `secrets`, `trigger`, loop variables.
    public private(set) var roots: [Field]
    /// Whether `success()` and the like mean something here: they do once stages run.
    public let hasStatus: Bool

    public init(roots: [Field], hasStatus: Bool = true) {
        self.roots = roots
        self.hasStatus = hasStatus
    }

    /// With a further name, such as a loop variable; it hides an older one of the same name.
    public func adding(_ name: String, _ type: ValueType, _ doc: String = "") -> Scope {
        adding(Field(name, type, doc))
    }

    /// With a further name, which may be one that cannot be used here.
    public func adding(_ field: Field) -> Scope {
        var scope = self
        scope.roots.removeAll { $0.name == field.name }
        scope.roots.append(field)
        return scope
    }

    /// The name's declaration.
    public subscript(name: String) -> Field? { roots.first { $0.name == name } }
}

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
