internal import Platform

/// What is not taken, and why; and what the log has been told of that, since each is told once.
struct IgnoredFiles: Sendable {
    private var reasons: [Path: String] = [:]
    private var omitted = 0
    private var toldPaths: Set<Path> = []
    private var toldProblems: Set<String> = []

    private static let maxProblems = 1_000

    /// How many they are.
    var count: Int { reasons.count + omitted }

    /// By path, at most `IntakeStatus.maxListed`.
    var list: [IntakeStatus.Ignored] {
        reasons.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
            .map { IntakeStatus.Ignored(path: $0.key, reason: $0.value) }
    }

    /// - Returns: what the log is told: of very many only the first ones.
    mutating func add(_ path: Path, _ reason: String) -> LogEvent? {
        if reasons.count < IntakeStatus.maxListed || reasons[path] != nil {
            reasons[path] = reason
        } else {
            omitted += 1
        }
        guard toldPaths.count < IntakeStatus.maxListed, toldPaths.insert(path).inserted else { return nil }
        return .ignored(path, reason)
    }

    mutating func remove(_ path: Path) { reasons[path] = nil }

    /// A look through everything tells all of them anew.
    ///
    /// - Parameter omitted: how many more there are than it tells.
    mutating func reset(omitted: Int) {
        reasons = [:]
        self.omitted = omitted
    }

    /// - Parameter problem: what it is known by.
    /// - Returns: whether the log has not been told of it before.
    mutating func isNew(_ problem: String) -> Bool {
        toldProblems.insert(problem).inserted && toldProblems.count < Self.maxProblems
    }
}
