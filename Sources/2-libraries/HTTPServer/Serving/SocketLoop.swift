internal import Glibc
internal import HTTPMessages
internal import Platform
internal import Synchronization

/// A server's own thread: lets clients in, looks at what they send first, and notices those that leave while their connection is
/// suspended, which libmicrohttpd does not.
final class SocketLoop: Sendable {
    private static let listenerKey: UInt64 = 0
    /// How long clients wait to be let in when there are no descriptors left.
    private static let pause: Duration = .milliseconds(200)

    private struct State {
        /// nil: it is closed.
        var listener: FileDescriptor?
        var isStopped = false
        var hasEnded = false
        /// Those that have sent nothing yet, by their ids: libmicrohttpd has not got them.
        var silent: [UInt64: Connection] = [:]
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let isUnix: Bool
    private let poll: EventPoll
    private let core: ServerCore
    private let state: Mutex<State>

    init(listener: FileDescriptor, isUnix: Bool, poll: EventPoll, core: ServerCore) {
        state = Mutex(State(listener: listener))
        self.isUnix = isUnix
        self.poll = poll
        self.core = core
    }

    /// Works on the calling thread until `stop`.
    func run(_ daemon: Daemon) {
        listen()
        while !state.withLock({ $0.isStopped }) {
            do {
                for event in try poll.wait() { take(event, daemon) }
            } catch {
                // epoll_wait(2) fails for mistakes of ours alone.
                core.observe(.cannotAccept(.cannotListen(error)))
                break
            }
        }
        let (silent, waiting) = state.withLock { state in
            state.hasEnded = true
            defer { (state.silent, state.waiting) = ([:], nil) }
            return (state.silent, state.waiting)
        }
        for connection in silent.values { close(connection) }
        waiting?.resume()
    }

    /// Lets nobody in any more.
    func stopListening() {
        guard
            let listener = state.withLock({ state in
                defer { state.listener = nil }
                return state.listener
            })
        else { return }
        // Not there while it waits for descriptors. It is closed when the last reference goes.
        try? poll.remove(listener.number)
    }

    /// Ends `run`.
    func stop() {
        state.withLock { $0.isStopped = true }
        poll.wake()
    }

    /// Waits until `run` has ended. By one task.
    func waitUntilEnded() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiting = continuation }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func listen() {
        guard let listener = state.withLock({ $0.listener }) else { return }
        do {
            try poll.add(listener.number, [.readable], key: Self.listenerKey)
        } catch {
            core.observe(.cannotAccept(.cannotListen(error)))
        }
    }

    private func take(_ event: EventPoll.Event, _ daemon: Daemon) {
        if event.key == Self.listenerKey {
            accept()
        } else if event.key & Surplus.keyBit != 0 {
            core.surplus.read(event.key)
        } else if let connection = state.withLock({ $0.silent.removeValue(forKey: event.key) }) {
            open(connection, daemon)
        } else if let connection = core.connection(withID: event.key) {
            connection.hasEnded()
        }
    }

    private func accept() {
        guard let listener = state.withLock({ $0.listener }) else { return }
        // No more at a time than a few, so that those that leave are noticed in between.
        for _ in 0..<64 {
            do {
                guard let number = try UnixSocket.acceptNumber(from: listener) else { return }
                add(number)
            } catch {
                core.observe(.cannotAccept(.cannotListen(error)))
                // The listener stays readable, which would be told over and over.
                try? poll.remove(listener.number)
                _ = AlarmClock.shared.set(after: Self.pause) { self.listen() }
                return
            }
        }
    }

    private func add(_ number: Int32) {
        guard let peer = peer(of: number), let connection = core.admit(number, from: peer) else {
            Glibc.close(number)
            return
        }
        do {
            try poll.add(number, [.readable, .ended, .once], key: connection.id)
        } catch {
            core.observe(.cannotAccept(.cannotListen(error)))
            close(connection)
            return
        }
        state.withLock { $0.silent[connection.id] = connection }
        connection.begin()
    }

    /// Something has come, or the connection has ended: libmicrohttpd gets it, unless that is no request.
    private func open(_ connection: Connection, _ daemon: Daemon) {
        let number = connection.descriptor
        do {
            try poll.remove(number)
            if let refusal = RequestStart.refusal(of: connection.peek(atMost: RequestStart.length)) {
                refuse(connection, refusal)
                return
            }
            try poll.add(number, [.ended, .once], key: connection.id)
        } catch {
            core.observe(.cannotAccept(.cannotListen(error)))
            close(connection)
            return
        }
        // Closes the descriptor when it fails.
        if !daemon.add(number) { connection.close() }
    }

    private func refuse(_ connection: Connection, _ refusal: RequestHead.Refusal) {
        core.count { $0.rejected += 1 }
        core.observe(.rejected(connection.peer, status: refusal.status, reason: refusal.reason))
        let answer = Answer(core.refusal(refusal.status, refusal.reason, HTTPHeaders()))
        if let text = answer.text(core.library) { _ = connection.sendPast(text) }
        connection.expectSurplus()
        close(connection)
    }

    /// Closes one that libmicrohttpd has not got.
    private func close(_ connection: Connection) {
        connection.close()
        Glibc.close(connection.descriptor)
    }

    /// nil: it has gone already.
    private func peer(of number: Int32) -> HTTPPeer? {
        if isUnix { return .unix }
        return (try? TCPSocket.peer(of: number)).map { .address($0.host) }
    }
}
