internal import CLinux
internal import Glibc
internal import Synchronization

/// Tells what changes in folders, by inotify(7), on one thread of its own. What happens below a folder's own folders is
/// not told: add these as well.
public final class FolderWatch: Sendable {
    /// What happened, in the order in which it happened; never empty. Ends when the watch is closed. For one reader.
    public let changes: AsyncStream<[FolderChange]>

    private let inotify: Inotify
    private let folders: Mutex<[Int32: Path]>
    private let stopper: Mutex<FileDescriptor?>

    /// How many lists of changes wait for a slow reader; what comes then is told as an overflow.
    private static let waiting = 1_024

    /// - Parameter quiet: changes that follow one another at shorter intervals are told together, for at most ten times as
    ///   long; zero: each as soon as it is known.
    /// - Parameter attributes: whether `FolderChange.Kind.attributes` is told.
    /// - Throws: `SystemError`
    public init(quiet: Duration = .zero, attributes: Bool = false) throws(SystemError) {
        var ends: [Int32] = [0, 0]
        try systemCall("create a pipe") { compass_pipe(&ends) }
        let stopped = FileDescriptor(owning: ends[0])
        stopper = Mutex(FileDescriptor(owning: ends[1]))
        inotify = try Inotify(attributes: attributes)
        folders = Mutex([:])
        let (stream, continuation) = AsyncStream.makeStream(
            of: [FolderChange].self, bufferingPolicy: .bufferingOldest(Self.waiting))
        changes = stream
        let loop = WatchLoop(
            inotify: inotify, stopped: stopped, quiet: Int32(clamping: Int(quiet / .milliseconds(1))),
            continuation: continuation
        ) { [weak self] in self?.changes(of: $0) ?? [] }
        _ = WorkerThread(name: "folder-watch") { loop.run() }
    }

    deinit {
        close()
    }

    /// Watches a folder; from the return on nothing that happens in it is lost. Adding it again does no harm.
    ///
    /// - Throws: `SystemError`; `ENOTDIR` for what is no folder, `ENOSPC` when the system allows no more watches.
    public func add(_ folder: Path) throws(SystemError) {
        let inotify = inotify
        // Held while the kernel answers, so that no event comes before its folder is known.
        let result = folders.withLock { folders -> Result<Void, SystemError> in
            do throws(SystemError) {
                folders[try inotify.add(folder)] = folder
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Watches a folder no longer; one that is not watched is no error.
    public func remove(_ folder: Path) {
        let watch = folders.withLock { folders in
            let watch = folders.first { $0.value == folder }?.key
            if let watch { folders[watch] = nil }
            return watch
        }
        if let watch { inotify.remove(watch) }
    }

    /// Watches neither a folder nor those below it any longer, by the paths they were added with: after a rename of the
    /// folder, these would be told under names that are gone.
    public func removeAll(below folder: Path) {
        let prefix = folder.bytes + [UInt8(ascii: "/")]
        let watches = folders.withLock { folders in
            let watches = folders.filter { $0.value == folder || $0.value.bytes.starts(with: prefix) }.map(\.key)
            for watch in watches { folders[watch] = nil }
            return watches
        }
        for watch in watches { inotify.remove(watch) }
    }

    /// The folders that are watched now, in no order.
    public var watched: [Path] { folders.withLock { Array($0.values) } }

    /// Ends `changes`. Doing it twice does no harm.
    public func close() {
        // The thread sees the pipe's end.
        stopper.withLock { $0 = nil }
    }

    /// In words of folders and names.
    private func changes(of events: [Inotify.Event]) -> [FolderChange] {
        folders.withLock { folders in
            var result: [FolderChange] = []
            for event in events {
                let has: (UInt32) -> Bool = { event.mask & $0 != 0 }
                if has(UInt32(IN_Q_OVERFLOW)) {
                    result.append(.overflowed)
                    continue
                }
                guard let folder = folders[event.watch] else { continue }
                let kind: FolderChange.Kind? =
                    if has(UInt32(IN_CREATE)) { .created } else if has(UInt32(IN_CLOSE_WRITE)) {
                        .written
                    } else if has(
                        UInt32(IN_MOVED_TO))
                    { .movedIn } else if has(UInt32(IN_MOVED_FROM)) { .movedOut } else if has(UInt32(IN_DELETE)) {
                        .removed
                    } else if has(UInt32(IN_ATTRIB)), !event.name.bytes.isEmpty { .attributes } else { nil }
                if let kind {
                    result.append(.entry(kind, folder: folder, name: event.name))
                } else if has(UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)) {
                    // A folder that was renamed would go on under its former name.
                    if has(UInt32(IN_MOVE_SELF)) { inotify.remove(event.watch) }
                    folders[event.watch] = nil
                    result.append(.gone(folder: folder))
                }
            }
            return result
        }
    }
}
