internal import Glibc

/// What the thread of a `FolderWatcher` does: waits for the kernel, gathers what belongs together, hands it over.
struct WatchLoop: Sendable {
    let inotify: Inotify
    /// Ends when the watcher does.
    let stopped: FileDescriptor
    /// In milliseconds; see `FolderWatcher.init`.
    let quiet: Int32
    /// By the watch that is to know.
    let translate: @Sendable ([Inotify.Event]) -> [Int: [FolderChange]]
    /// Whether the watch had room for it.
    let deliver: @Sendable (Int, [FolderChange]) -> Bool
    /// The kernel gives nothing more.
    let failed: @Sendable () -> Void

    /// How often it tries again to hand over what a slow reader had no room for, in milliseconds.
    private static let retryInterval: Int32 = 100

    func run() {
        var gathered: [Int: [FolderChange]] = [:]
        /// Watches that are to be told that more happened than they had room for.
        var full: Set<Int> = []
        var since = ContinuousClock.now
        while true {
            let wait = !gathered.isEmpty ? quiet : !full.isEmpty ? Self.retryInterval : -1
            guard let isReady = waitForEvents(milliseconds: wait) else { return }
            if isReady {
                guard let events = try? inotify.read() else { return failed() }
                if gathered.isEmpty { since = .now }
                gathered.merge(translate(events)) { $0 + $1 }
            }
            let isDue = !isReady || quiet == 0 || ContinuousClock.now - since > .milliseconds(Int64(quiet) * 10)
            guard isDue else { continue }
            for owner in full.union(gathered.keys) {
                let changes = full.contains(owner) ? [.overflowed] : gathered[owner] ?? []
                if deliver(owner, changes) { full.remove(owner) } else { full.insert(owner) }
            }
            gathered = [:]
        }
    }

    /// - Returns: whether there are events; nil when it is time to end.
    private func waitForEvents(milliseconds: Int32) -> Bool? {
        var descriptors = [
            pollfd(fd: inotify.descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopped.number, events: Int16(POLLIN), revents: 0),
        ]
        guard (try? systemCall("poll", { poll(&descriptors, 2, milliseconds) })) != nil,
            descriptors[1].revents == 0
        else { return nil }
        return descriptors[0].revents != 0
    }
}
