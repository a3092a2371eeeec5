internal import Glibc
internal import Platform
internal import Synchronization

/// Sees to it that folders are watched, and knows where that is not so.
final class FolderArming: Sendable {
    /// How folders are watched now.
    struct Standing: Sendable, Hashable {
        /// Folders that events come from.
        var armed = 0
        /// Folders that are only looked through.
        var unarmed = 0
        /// Why not; nil: all are watched.
        var reason: String?
        /// Whether it is the kind of file system, which no setting changes.
        var isRemote = false

        var hasEvents: Bool { reason == nil || armed > 0 }
    }

    private struct State {
        var standing = Standing()
        var counted = Standing()
        var isFull = false
        var ancestor: Path?
    }

    private let events: FolderEvents
    private let state = Mutex(State())

    init(_ events: FolderEvents) {
        self.events = events
    }

    var standing: Standing { state.withLock { $0.standing } }

    /// A look through all folders begins.
    ///
    /// - Parameter kind: of the file system; nil: it cannot be told.
    func begin(_ kind: FileSystemKind?) {
        state.withLock { state in
            state.isFull = false
            state.counted = Standing()
            if let kind, kind.missesEvents {
                state.counted.isRemote = true
                state.counted.reason = "\(kind.name) does not report changes by other machines"
            }
        }
    }

    /// Before a folder is read. A limit that was reached is asked about again at the next look through all folders only.
    func enter(_ folder: Folder, as path: Path) {
        let isSilent = state.withLock { $0.isFull || $0.counted.isRemote }
        if isSilent {
            state.withLock { $0.counted.unarmed += 1 }
            return
        }
        do {
            try events.add(folder, path)
            state.withLock { $0.counted.armed += 1 }
        } catch {
            // One that is gone is no loss.
            if error.code == ENOENT || error.code == ENOTDIR { return }
            state.withLock { state in
                state.counted.unarmed += 1
                state.isFull = state.isFull || [ENOSPC, EMFILE, ENFILE, ENOMEM].contains(error.code)
                state.counted.reason = state.counted.reason ?? Self.explain(error)
            }
        }
    }

    /// The look through all folders has ended.
    ///
    /// - Parameter isWhole: whether all could be looked into: what keeps a folder from that is no sign that it is watched again.
    /// - Returns: how folders are watched now, and whether that is another way than before.
    func end(isWhole: Bool) -> (standing: Standing, isNew: Bool) {
        state.withLock { state in
            if !isWhole, state.counted.reason == nil { state.counted.reason = state.standing.reason }
            let isNew = state.counted.reason != state.standing.reason
            state.standing = state.counted
            return (state.standing, isNew)
        }
    }

    /// A folder that was renamed or removed, with all below it.
    func forget(_ folder: Path) { events.removeAll(folder) }

    /// Watches the nearest folder above one that is not there.
    func awaitCreation(of folder: Path) {
        var ancestor = folder.folder
        while !Files.exists(ancestor), ancestor.folder != ancestor { ancestor = ancestor.folder }
        let former = state.withLock { state in
            defer { state.ancestor = ancestor }
            return state.ancestor
        }
        if let former, former != ancestor { events.remove(former) }
        // Where it cannot be watched, the next look finds out.
        if let folder = try? Folder(opening: ancestor) { try? events.add(folder, ancestor) }
    }

    /// The folder is there.
    func endAwaiting(_ folder: Path) {
        let former = state.withLock { state in
            defer { state.ancestor = nil }
            return state.ancestor
        }
        if let former, former != folder { events.remove(former) }
    }

    func close() { events.close() }

    private static func explain(_ error: SystemError) -> String {
        switch error.code {
        case ENOSPC:
            "this user may watch no more folders: raise `fs.inotify.max_user_watches` (sysctl), which is "
                + "\(limit("max_user_watches")) now"
        case EMFILE:
            "this user has as many inotify instances as may be: raise `fs.inotify.max_user_instances` (sysctl), which is "
                + "\(limit("max_user_instances")) now"
        default: "\(error)"
        }
    }

    private static func limit(_ name: String) -> String {
        guard let bytes = try? Files.read(Path("/proc/sys/fs/inotify/\(name)"), limit: 64) else { return "unknown" }
        return Printable.text(bytes.filter { $0 != UInt8(ascii: "\n") })
    }
}

/// Where changes of folders are told from: the kernel, or what a test puts in its place.
struct FolderEvents: Sendable {
    /// For one reader; ends after `close`.
    let changes: AsyncStream<[FolderChange]>
    /// An open folder, and what it is called in `changes`.
    let add: @Sendable (Folder, Path) throws(SystemError) -> Void
    /// A folder alone.
    let remove: @Sendable (Path) -> Void
    /// A folder with all below it.
    let removeAll: @Sendable (Path) -> Void
    let close: @Sendable () -> Void

    /// - Parameter watcher: one for all watched folders of the process.
    static func inotify(_ watcher: FolderWatcher) -> FolderEvents {
        let watch = FolderWatch(sharing: watcher)
        return FolderEvents(
            changes: watch.changes, add: { folder, path throws(SystemError) in try watch.add(folder, as: path) },
            remove: { watch.remove($0) }, removeAll: { watch.removeAll(below: $0) }, close: { watch.close() })
    }
}
