internal import Glibc
internal import Platform
internal import Synchronization

/// Reads and drops what clients send after they were answered, for a while: RFC 9112, section 9.6, which calls this a close in
/// stages.
final class Surplus: Sendable {
    /// So many clients at a time; of others the connection is closed at once.
    private static let capacity = 64
    /// No client may send more.
    private static let mostBytes = 16 << 20

    private struct Entry {
        let socket: FileDescriptor
        let alarm: Alarm
        var count = 0
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var lastKey: UInt64 = 0
        var isClosed = false
    }

    private let poll: EventPoll
    private let time: Duration
    private let state = Mutex(State())

    /// Keys of `poll` with this bit are its own.
    static let keyBit: UInt64 = 1 << 62

    init(poll: EventPoll, time: Duration) {
        self.poll = poll
        self.time = time
    }

    /// - Parameter socket: that no more is sent on.
    func take(_ socket: FileDescriptor) {
        state.withLock { state in
            guard !state.isClosed, state.entries.count < Self.capacity else { return }
            state.lastKey += 1
            let key = state.lastKey | Self.keyBit
            guard (try? poll.add(socket.number, [.readable, .ended], key: key)) != nil else { return }
            let alarm = AlarmClock.shared.set(after: time) { self.end(key) }
            state.entries[key] = Entry(socket: socket, alarm: alarm)
        }
    }

    /// Something has come.
    func read(_ key: UInt64) {
        guard let socket = state.withLock({ $0.entries[key]?.socket }) else { return }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count == -1, errno == EAGAIN || errno == EINTR { return }
        let total = state.withLock { state -> Int in
            state.entries[key]?.count += count
            return state.entries[key]?.count ?? 0
        }
        if count <= 0 || total > Self.mostBytes { end(key) }
    }

    /// Closes all, and takes no more.
    func close() {
        let entries = state.withLock { state in
            state.isClosed = true
            defer { state.entries = [:] }
            return state.entries
        }
        for entry in entries.values { entry.alarm.stop() }
    }

    private func end(_ key: UInt64) {
        // Closed when the lock has been given up.
        let entry = state.withLock { $0.entries.removeValue(forKey: key) }
        entry?.alarm.stop()
    }
}
