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
