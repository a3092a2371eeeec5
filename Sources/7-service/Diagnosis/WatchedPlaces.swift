internal import FileIntake
internal import Glibc
internal import Pipelines
internal import Platform

/// The folders that a watch looks into, as far as they are there: those that match its path, and with `recursive` those
/// below them.
struct WatchedPlaces: Sendable {
    struct Place: Sendable, Hashable {
        let folder: Path
        /// The folder that matches the path: this one, or one above it.
        let watched: Path
    }

    /// Those that match come before those below them.
    private(set) var places: [Place] = []
    /// Folders on the way that cannot be read, so that nobody knows what lies there.
    private(set) var closed: [(folder: Path, error: SystemError)] = []
    /// Whether these are all.
    private(set) var isComplete = true

    /// A sample is enough.
    static let most = 100
    private static let maxSeen = 10_000

    private struct Step {
        let folder: Path
        /// As the pattern has it.
        let relative: Path
        let watched: Path?
    }

    /// - Parameters:
    ///   - base: the folder that the path begins with.
    ///   - root: the workspace's.
    init(_ trigger: WatchTrigger, base: Path, root: Path) {
        guard let pattern = try? PathPattern(trigger.path) else { return }
        var steps = [Step(folder: base, relative: pattern.base, watched: nil)]
        var next = 0
        while next < steps.count {
            if places.count == Self.most || next == Self.maxSeen {
                isComplete = false
                return
            }
            let step = steps[next]
            next += 1
            let watched = step.watched ?? (pattern.match(step.relative) == nil ? nil : step.folder)
            if let watched { places.append(Place(folder: step.folder, watched: watched)) }
            let isDeep = watched != nil && trigger.isRecursive
            guard isDeep || pattern.mayMatch(below: step.relative) else { continue }
            let targets = watched.map { Self.targets(trigger, of: $0, root: root) } ?? []
            do throws(SystemError) {
                for name in try Self.folders(in: step.folder) {
                    let folder = step.folder == "." ? name : step.folder.appending(name)
                    let relative = step.relative == "." ? name : step.relative.appending(name)
                    guard TemporaryNames.reason(forFolder: name) == nil, !targets.contains(folder) else { continue }
                    if isDeep || pattern.match(relative) != nil || pattern.mayMatch(below: relative) {
                        steps.append(Step(folder: folder, relative: relative, watched: isDeep ? watched : nil))
                    }
                }
            } catch {
                // What comes and goes meanwhile is nobody's trouble.
                if watched == nil, error.code != ENOENT { closed.append((step.folder, error)) }
            }
        }
    }

    /// The folders that match the path.
    var watched: [Path] {
        var seen: Set<Path> = []
        return places.map(\.watched).filter { seen.insert($0).inserted }
    }

    /// Where the files of a watched folder are moved to.
    private static func targets(_ trigger: WatchTrigger, of watched: Path, root: Path) -> [Path] {
        [trigger.onSuccess, trigger.onRejected, trigger.onFailure].compactMap { action in
            guard case .move(let text) = action else { return nil }
            return ServicePaths.normalised(watched.appending(Path(text)))
        }
    }

    private static func folders(in folder: Path) throws(SystemError) -> [Path] {
        let opened = try Folder(opening: folder)
        let reader = try FolderReader(opened, path: folder)
        var names: [Path] = []
        while let (name, kind) = try reader.next() {
            let isFolder = kind == .folder || kind == .unknown && Self.isFolder(name, in: opened)
            if isFolder { names.append(name) }
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private static func isFolder(_ name: Path, in folder: Folder) -> Bool {
        (try? folder.status(of: name))?.kind == .folder
    }
}
