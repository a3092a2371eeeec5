/// Tells what changes in folders, by a `FolderWatcher`. What happens below a folder's own folders is not told: add these as
/// well.
public final class FolderWatch: Sendable {
    /// What happened, in the order in which it happened; never empty. Ends when the watch is closed. For one reader.
    public let changes: AsyncStream<[FolderChange]>

    private let watcher: FolderWatcher
    private let owner: Int

    /// - Parameter watcher: whose instance and thread it shares with others.
    public init(sharing watcher: FolderWatcher) {
        self.watcher = watcher
        (owner, changes) = watcher.open()
    }

    /// With an instance and a thread of its own; the parameters are those of `FolderWatcher`.
    ///
    /// - Throws: `SystemError`; `EMFILE` when the user has too many instances.
    public convenience init(quiet: Duration = .zero, attributes: Bool = false) throws(SystemError) {
        let watcher = FolderWatcher(quiet: quiet, attributes: attributes)
        try watcher.start()
        self.init(sharing: watcher)
    }

    deinit {
        close()
    }

    /// Watches a folder that is named by a path whose every part is trusted; otherwise as `add(_:as:)`.
    ///
    /// - Throws: `SystemError`; `ENOTDIR` for what is no folder.
    public func add(_ path: Path) throws(SystemError) {
        let folder: Folder
        do {
            folder = try Folder(opening: path)
        } catch {
            throw SystemError("watch", on: path.description, code: error.code)
        }
        try add(folder, as: path)
    }

    /// Watches a folder; from the return on nothing that happens in it is lost. Adding it again does no harm.
    ///
    /// - Parameter path: what it is called in `changes`.
    /// - Throws: `SystemError`; `ENOSPC` when the system allows no more watches, `EMFILE` when it allows no instance: a later
    ///   call tries again.
    public func add(_ folder: Folder, as path: Path) throws(SystemError) {
        try watcher.add(folder, as: path, for: owner)
    }

    /// Watches a folder no longer; one that is not watched is no error.
    public func remove(_ folder: Path) { watcher.remove(owner) { $0 == folder } }

    /// Watches neither a folder nor those below it any longer, by the paths they were added with: after a rename of the
    /// folder, these would be told under names that are gone.
    public func removeAll(below folder: Path) {
        let prefix = folder.bytes + [UInt8(ascii: "/")]
        watcher.remove(owner) { $0 == folder || $0.bytes.starts(with: prefix) }
    }

    /// The folders that are watched now, in no order.
    public var watched: [Path] { watcher.watched(by: owner) }

    /// Ends `changes`. Doing it twice does no harm.
    public func close() { watcher.close(owner) }
}

/// Something that happened in a watched folder.
public enum FolderChange: Sendable, Hashable {
    /// What happened to an entry.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// It is new, and may still be empty.
        case created
        /// Somebody who had it open for writing closed it.
        case written
        /// It came by a rename.
        case movedIn
        /// It went by a rename.
        case movedOut
        case removed
        /// Its rights, times or number of names were changed; told only to those who asked for it.
        case attributes
    }

    /// An entry of a folder, as it was named to `FolderWatch.add`.
    case entry(Kind, folder: Path, name: Path)
    /// More happened than the kernel or this process could keep: look at everything again.
    case overflowed
    /// A watched folder was removed, renamed or unmounted, and is not watched any more.
    case gone(folder: Path)
}
