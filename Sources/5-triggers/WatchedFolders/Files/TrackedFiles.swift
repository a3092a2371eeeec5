internal import Pipelines
internal import Platform

/// All files that something is to be done for, and by what they are looked for: kept up to date with every change of a file,
/// so that nothing looks through all of them for one.
struct TrackedFiles: Sendable {
    private var files: [LedgerEntry.File: TrackedFile] = [:]
    /// Those that wait to be taken: one for a path.
    private var candidates: [Path: LedgerEntry.File] = [:]
    /// Those that have to be found, by the paths that they had last.
    private var missing: [Path: Set<LedgerEntry.File>] = [:]
    /// Those that something goes on for, by the paths that they were taken by.
    private var running: [Path: Set<LedgerEntry.File>] = [:]
    private var counts = Array(repeating: 0, count: TrackedFile.Phase.Kind.allCases.count)

    var all: Dictionary<LedgerEntry.File, TrackedFile>.Values { files.values }

    func count(_ kind: TrackedFile.Phase.Kind) -> Int { counts[kind.rawValue] }

    /// How many wait to be taken.
    var candidateCount: Int { count(.waiting) + count(.ready) }

    subscript(_ file: LedgerEntry.File) -> TrackedFile? { files[file] }

    func kind(of file: LedgerEntry.File) -> TrackedFile.Phase.Kind? { files[file]?.phase.kind }

    /// The one that waits at a path to be taken.
    func candidate(at path: Path) -> LedgerEntry.File? { candidates[path] }

    /// Whether something goes on for a file that was taken by that path.
    func isBusy(_ path: Path) -> Bool { running[path] != nil }

    /// Those that have to be found and had that path last.
    func missing(at path: Path) -> Set<LedgerEntry.File> { missing[path] ?? [] }

    var allMissing: [LedgerEntry.File] { missing.values.flatMap { $0 } }

    /// Takes the place of what is known of the file. One that is done is not kept.
    ///
    /// - Returns: another file that waited at its path until now, and does so no longer.
    mutating func update(_ file: TrackedFile) -> LedgerEntry.File? {
        let former =
            file.phase.kind == .done ? files.removeValue(forKey: file.file) : files.updateValue(file, forKey: file.file)
        if let former { unlist(former) }
        guard file.phase.kind != .done else { return nil }
        return list(file)
    }

    /// It was seen at a path since its turn.
    mutating func see(_ file: LedgerEntry.File, at path: Path) {
        guard var tracked = files[file] else { return }
        tracked.see(path)
        _ = update(tracked)
    }

    private mutating func list(_ file: TrackedFile) -> LedgerEntry.File? {
        counts[file.phase.kind.rawValue] += 1
        switch file.phase.kind {
        case .waiting, .ready:
            let other = candidates.updateValue(file.file, forKey: file.path)
            return other == file.file ? nil : other
        case .missing: missing[file.path, default: []].insert(file.file)
        case .running: running[file.entry?.path ?? file.path, default: []].insert(file.file)
        case .comparing, .queued, .failing, .stuck, .done: break
        }
        return nil
    }

    private mutating func unlist(_ file: TrackedFile) {
        counts[file.phase.kind.rawValue] -= 1
        switch file.phase.kind {
        case .waiting, .ready: if candidates[file.path] == file.file { candidates[file.path] = nil }
        case .missing: Self.remove(file.file, at: file.path, from: &missing)
        case .running: Self.remove(file.file, at: file.entry?.path ?? file.path, from: &running)
        case .comparing, .queued, .failing, .stuck, .done: break
        }
    }

    private static func remove(
        _ file: LedgerEntry.File, at path: Path, from index: inout [Path: Set<LedgerEntry.File>]
    ) {
        index[path]?.remove(file)
        if index[path]?.isEmpty ?? false { index[path] = nil }
    }
}
