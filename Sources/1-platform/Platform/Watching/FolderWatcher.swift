internal import CLinux
internal import Glibc
internal import Synchronization

/// One inotify(7) instance and one thread for any number of `FolderWatch`es: the kernel allows a user few instances, so a
/// process should have one. It is made when the first folder is added, made anew after a failure, and given back when the
/// last of them is closed.
public final class FolderWatcher: Sendable {
    /// A folder as one of the watches has named it.
    private struct Place {
        let owner: Int
        let folder: Path
    }

    private struct Instance {
        let inotify: Inotify
        /// The thread ends when it sees the pipe's end.
        let stopper: FileDescriptor
    }

    private struct State {
        var instance: Instance?
        /// The kernel has one number for a folder, by whatever paths and however often it was added.
        var places: [Int32: [Place]] = [:]
        var readers: [Int: AsyncStream<[FolderChange]>.Continuation] = [:]
        var nextOwner = 0
    }

    private let quiet: Duration
    private let attributes: Bool
    private let state = Mutex(State())

    /// How many lists of changes wait for a slow reader; what comes then is told as an overflow.
    private static let waiting = 1_024

    /// - Parameter quiet: changes that follow one another at shorter intervals are told together, for at most ten times as
    ///   long; zero: each as soon as it is known.
    /// - Parameter attributes: whether `FolderChange.Kind.attributes` is told.
    public init(quiet: Duration = .zero, attributes: Bool = false) {
        self.quiet = quiet
        self.attributes = attributes
    }

    /// Makes the instance, unless there is one.
    ///
    /// - Throws: `SystemError`; `EMFILE` when the user has too many instances.
    func start() throws(SystemError) {
        let result = state.withLock { state -> Result<Void, SystemError> in
            do throws(SystemError) {
                _ = try instance(&state)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func instance(_ state: inout State) throws(SystemError) -> Inotify {
        if let instance = state.instance { return instance.inotify }
        let inotify = try Inotify(attributes: attributes)
        var ends: [Int32] = [0, 0]
        try systemCall("create a pipe") { compass_pipe(&ends) }
        let stopped = FileDescriptor(owning: ends[0])
        state.instance = Instance(inotify: inotify, stopper: FileDescriptor(owning: ends[1]))
        let loop = WatchLoop(
            inotify: inotify, stopped: stopped, quiet: Int32(clamping: Int(quiet / .milliseconds(1))),
            translate: { [weak self] in self?.changes(of: $0, from: inotify) ?? [:] },
            deliver: { [weak self] in self?.deliver($1, to: $0) ?? true },
            failed: { [weak self] in self?.end(inotify) })
        WorkerThread.start(name: "folder-watch") { loop.run() }
        return inotify
    }

    // MARK: For watches

    func open() -> (owner: Int, changes: AsyncStream<[FolderChange]>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [FolderChange].self, bufferingPolicy: .bufferingOldest(Self.waiting))
        let owner = state.withLock { state in
            state.nextOwner += 1
            state.readers[state.nextOwner] = continuation
            return state.nextOwner
        }
        return (owner, stream)
    }

    /// - Throws: as `FolderWatch.add`.
    func add(_ opened: Folder, as folder: Path, for owner: Int) throws(SystemError) {
        // Held while the kernel answers, so that no event comes before its folder is known.
        let result = state.withLock { state -> Result<Void, SystemError> in
            if state.readers[owner] == nil { return .success(()) }
            do throws(SystemError) {
                let number = try instance(&state).add(opened)
                let isKnown = state.places[number]?.contains { $0.owner == owner && $0.folder == folder } ?? false
                if !isKnown {
                    // By another path than before: a watch knows a folder by the last one.
                    state.places[number]?.removeAll { $0.owner == owner }
                    state.places[number, default: []].append(Place(owner: owner, folder: folder))
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        if case .failure(let error) = result {
            throw SystemError(error.operation, on: folder.description, code: error.code)
        }
    }

    func remove(_ owner: Int, where isMeant: (Path) -> Bool) {
        state.withLock { state in remove(owner, from: &state, where: isMeant) }
    }

    private func remove(_ owner: Int, from state: inout State, where isMeant: (Path) -> Bool) {
        for (number, places) in state.places {
            let rest = places.filter { $0.owner != owner || !isMeant($0.folder) }
            if rest.count == places.count { continue }
            state.places[number] = rest.isEmpty ? nil : rest
            if rest.isEmpty { state.instance?.inotify.remove(number) }
        }
    }

    func watched(by owner: Int) -> [Path] {
        state.withLock { $0.places.values.joined().filter { $0.owner == owner }.map(\.folder) }
    }

    func close(_ owner: Int) {
        let reader = state.withLock { state in
            remove(owner, from: &state) { _ in true }
            let reader = state.readers.removeValue(forKey: owner)
            if state.readers.isEmpty { (state.instance, state.places) = (nil, [:]) }
            return reader
        }
        reader?.finish()
    }

    // MARK: For the thread

    /// In words of folders and names, by the watch that is to know.
    private func changes(of events: [Inotify.Event], from inotify: Inotify) -> [Int: [FolderChange]] {
        state.withLock { state in
            var result: [Int: [FolderChange]] = [:]
            // The numbers of an instance that was given up mean nothing any more.
            guard state.instance?.inotify === inotify else { return result }
            for event in events {
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    for owner in state.readers.keys { result[owner, default: []].append(.overflowed) }
                    continue
                }
                guard let places = state.places[event.watch] else { continue }
                if let kind = event.kind {
                    for place in places {
                        result[place.owner, default: []].append(
                            .entry(kind, folder: place.folder, name: event.name))
                    }
                } else if event.endsWatch {
                    // A folder that was renamed would go on under its former name.
                    if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify.remove(event.watch) }
                    state.places[event.watch] = nil
                    for place in places { result[place.owner, default: []].append(.gone(folder: place.folder)) }
                }
            }
            return result
        }
    }

    /// - Returns: whether there was room; a watch that was closed needs none.
    private func deliver(_ changes: [FolderChange], to owner: Int) -> Bool {
        guard let reader = state.withLock({ $0.readers[owner] }) else { return true }
        if case .dropped = reader.yield(changes) { return false }
        return true
    }

    /// The instance cannot be read any more: what is added from now on goes to a new one, and all have to look at
    /// everything again, which adds their folders.
    private func end(_ inotify: Inotify) {
        let readers = state.withLock { state -> [AsyncStream<[FolderChange]>.Continuation] in
            guard state.instance?.inotify === inotify else { return [] }
            (state.instance, state.places) = (nil, [:])
            return Array(state.readers.values)
        }
        for reader in readers { reader.yield([.overflowed]) }
    }
}

extension Inotify.Event {
    /// What happened to an entry of the folder; nil: it is about the folder itself.
    fileprivate var kind: FolderChange.Kind? {
        let kinds: [(Int32, FolderChange.Kind)] = [
            (IN_CREATE, .created), (IN_CLOSE_WRITE, .written), (IN_MOVED_TO, .movedIn), (IN_MOVED_FROM, .movedOut),
            (IN_DELETE, .removed),
        ]
        if let kind = kinds.first(where: { mask & UInt32($0.0) != 0 }) { return kind.1 }
        return mask & UInt32(IN_ATTRIB) != 0 && !name.bytes.isEmpty ? .attributes : nil
    }

    /// Whether the folder is watched no longer, or under a name that is gone.
    fileprivate var endsWatch: Bool { mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 }
}
