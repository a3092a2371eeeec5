internal import Platform

/// Paths that are to be looked at: each once however often it is asked for, in that order, and one batch at a time.
struct InspectionQueue: Sendable {
    private enum Standing {
        case waiting, underway
        /// Asked for while it was being looked at, so what was seen may be from before.
        case again
    }

    private var standings: [Path: Standing] = [:]
    private var waiting: ArraySlice<Path> = []
    private var isUnderway = false

    /// How many paths one job looks at.
    private static let batch = 32

    var isEmpty: Bool { standings.isEmpty }

    mutating func add(_ paths: [Path]) {
        for path in paths {
            switch standings[path] {
            case nil:
                standings[path] = .waiting
                waiting.append(path)
            case .underway: standings[path] = .again
            case .waiting, .again: break
            }
        }
    }

    /// What is to be looked at now; nil: nothing, or a batch is under way.
    mutating func next() -> [Path]? {
        guard !isUnderway, !waiting.isEmpty else { return nil }
        isUnderway = true
        let paths = Array(waiting.prefix(Self.batch))
        waiting = waiting.dropFirst(paths.count)
        if waiting.isEmpty { waiting = [] }
        for path in paths { standings[path] = .underway }
        return paths
    }

    /// A batch has been looked at; what was asked for meanwhile is looked at again.
    mutating func finish(_ paths: [Path]) {
        isUnderway = false
        for path in paths where standings.removeValue(forKey: path) == .again { add([path]) }
    }
}
