internal import Platform

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
