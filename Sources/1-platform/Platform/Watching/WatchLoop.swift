internal import Glibc

/// What the thread of a `FolderWatch` does: waits for the kernel, gathers what belongs together, hands it over.
struct WatchLoop: Sendable {
    let inotify: Inotify
    /// Ends when the watch is closed.
    let stopped: FileDescriptor
    /// In milliseconds; see `FolderWatch.init`.
    let quiet: Int32
    let continuation: AsyncStream<[FolderChange]>.Continuation
    let translate: @Sendable ([Inotify.Event]) -> [FolderChange]

    /// How often it tries again to hand over what a slow reader had no room for, in milliseconds.
    private static let patience: Int32 = 100

    func run() {
        defer { continuation.finish() }
        var gathered: [FolderChange] = []
        var since = ContinuousClock.now
        var isFull = false
        while true {
            let wait = !gathered.isEmpty ? quiet : isFull ? Self.patience : -1
            guard let isReady = waitForEvents(milliseconds: wait) else { return }
            if isReady {
                guard let events = try? inotify.read() else { return }
                if gathered.isEmpty { since = .now }
                gathered += translate(events)
            }
            let isDue = !isReady || quiet == 0 || ContinuousClock.now - since > .milliseconds(Int64(quiet) * 10)
            guard isDue, isFull || !gathered.isEmpty else { continue }
            switch continuation.yield(isFull ? [.overflowed] : gathered) {
            case .enqueued: isFull = false
            case .dropped: isFull = true
            case .terminated: return
            @unknown default: return
            }
            gathered = []
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
