internal import Platform

/// Paths that are to be looked at: each once however often it is asked for, in that order, by one job at a time, which tells
/// what it has seen batch by batch.
struct InspectionQueue: Sendable {
    private enum Standing {
        case waiting, underway
        /// Asked for while it was being looked at, so what was seen may be from before.
        case again
    }

    private var standings: [Path: Standing] = [:]
    private var waiting: ArraySlice<Path> = []
    private var isUnderway = false

    /// How many paths are looked at before what was seen is told.
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

    /// With what a job is to begin; nil: there is nothing, or one is under way.
    mutating func begin() -> [Path]? { isUnderway ? nil : next() }

    /// With what the job that is under way is to go on; nil: it has ended.
    mutating func next() -> [Path]? {
        isUnderway = !waiting.isEmpty
        guard isUnderway else { return nil }
        let paths = Array(waiting.prefix(Self.batch))
        waiting = waiting.dropFirst(paths.count)
        if waiting.isEmpty { waiting = [] }
        for path in paths { standings[path] = .underway }
        return paths
    }

    /// A batch has been looked at; what was asked for meanwhile is looked at again.
    mutating func finish(_ paths: [Path]) {
        for path in paths where standings.removeValue(forKey: path) == .again { add([path]) }
    }
}
