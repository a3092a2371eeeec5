internal import Glibc
public import Platform

/// The values of a scope's names in one run.
public struct Environment: Sendable {
    /// Looks up one key of an open map; nil if it has none.
    public typealias Lookup = @Sendable (_ name: String) -> String?

    /// The values of `document`, `inputs` and so on; a name that is missing is `null`.
    public private(set) var roots: Record
    /// How the run is going: what `success()`, `failure()`, `rejected()` and `cancelled()` ask.
    public let outcome: RunStatus
    /// What only a run knows. Reading one is an error.
    public var unknown = UnknownNames()
    /// Whether texts have `<document.id>` in the place of what is unknown, for people who look at what a run would do.
    public var showsUnknown = false
    private let variable: Lookup
    private let secret: Lookup

    /// - Parameters:
    ///   - roots: `env` in it comes before the process environment.
    ///   - variable: a variable of the process environment, by default of this process. Called when one is read.
    ///   - secret: a secret of the workspace. Called when one is read.
    public init(
        roots: Record, outcome: RunStatus = .running, variable: @escaping Lookup = Environment.processVariable,
        secret: @escaping Lookup = { _ in nil }
    ) {
        self.roots = roots
        self.outcome = outcome
        self.variable = variable
        self.secret = secret
    }

    /// A variable of the process environment; nil if unset. This program never changes its environment, so reading it from
    /// any thread is safe.
    public static let processVariable: Lookup = { name in
        getenv(name).map { String(cString: $0) }
    }

    /// The folders in which stages look for programs: `PATH` of this process.
    public static var searchPath: String {
        processVariable("PATH").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/bin:/usr/bin:/bin"
    }

    /// With a further value, such as a loop variable's.
    public func adding(_ name: String, _ value: Value) -> Environment {
        var environment = self
        environment.roots[name] = value
        return environment
    }

    /// The value of a root.
    func value(of root: String) -> Value { roots[root] ?? .null }

    /// The value of a key of an open map; nil if it is unset.
    func value(of key: String, in root: String) -> Value? {
        if let value = roots[root]?[key], !value.isNull { return value }
        return switch root {
        // Secrets have a name of their own, which marks everything that is computed from them.
        case "env": key.hasPrefix("COMPASS_SECRET_") ? nil : variable(key).map(Value.string)
        case "secrets": secret(key).map(Value.string)
        default: nil
        }
    }
}

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
