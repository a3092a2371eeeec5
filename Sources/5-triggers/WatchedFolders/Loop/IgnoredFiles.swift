internal import Platform

/// What is not taken, and why; and what the log has been told of that, since each is told once.
struct IgnoredFiles: Sendable {
    private var reasons: [Path: String] = [:]
    /// Of those, what was told since the last look through everything began.
    private var recent: Set<Path> = []
    /// Of those, further names of files that were taken.
    private var names: Set<Path> = []
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
            recent.insert(path)
        } else {
            omitted += 1
        }
        guard toldPaths.count < IntakeStatus.maxListed, toldPaths.insert(path).inserted else { return nil }
        return .ignored(path, reason)
    }

    mutating func remove(_ path: Path) {
        reasons[path] = nil
        recent.remove(path)
        names.remove(path)
    }

    /// It is a further name of a file that was taken, and not that file.
    mutating func noteName(_ path: Path) { names.insert(path) }

    /// A look through everything has seen it, and tells of it no further.
    mutating func see(_ path: Path) {
        if reasons[path] != nil { recent.insert(path) }
    }

    func isName(_ path: Path) -> Bool { names.contains(path) }

    /// A look through everything begins.
    mutating func beginLook() { recent = [] }

    /// It has ended. What is neither seen nor told since it began is not there any more; what it has found is told next.
    ///
    /// - Parameter omitted: how many more there are than it tells.
    mutating func endLook(omitted: Int) {
        reasons = reasons.filter { recent.contains($0.key) }
        names.formIntersection(recent)
        self.omitted = omitted
    }

    /// - Parameter problem: what it is known by.
    /// - Returns: whether the log has not been told of it before.
    mutating func isNew(_ problem: String) -> Bool {
        toldProblems.insert(problem).inserted && toldProblems.count < Self.maxProblems
    }
}
