internal import Glibc
internal import Platform
internal import Synchronization

/// A client's connection: its time limits, and the request that is under way.
final class Connection: Sendable {
    private struct State {
        /// The number of the descriptor is valid.
        var isOpen = true
        /// The client sends no more.
        var hasEnded = false
        var exchange: Exchange?
        /// What is sent after an answer that did not wait for it is to be read and dropped.
        var hasSurplus = false
        var isCut = false
        var alarm = Alarm.stopped
        /// Counts the alarms, since one that is stopped may be ringing already.
        var turn = 0
    }

    let id: UInt64
    /// Belongs to libmicrohttpd.
    let descriptor: Int32
    let peer: HTTPPeer
    let core: ServerCore
    private let state = Mutex(State())

    init(id: UInt64, descriptor: Int32, peer: HTTPPeer, core: ServerCore) {
        self.id = id
        self.descriptor = descriptor
        self.peer = peer
        self.core = core
    }

    // MARK: Requests

    /// Time for the head of the first request begins.
    func begin() {
        allow(core.limits.headTime, orCutFor: .head)
    }

    /// The first line of a request has come.
    func begin(_ exchange: Exchange) {
        let isCut = state.withLock { state in
            state.exchange = exchange
            return state.isCut
        }
        if isCut { exchange.cut(.clientLeft) }
        allow(core.limits.headTime, orCutFor: .head)
    }

    /// The request is done with.
    func end(_ exchange: Exchange) {
        state.withLock { $0.exchange = nil }
        if core.isStopping {
            cut()
        } else {
            allow(core.limits.idleTime, orCutFor: .idle)
        }
    }

    /// How long what has come, or the end of a connection, may stay unread before somebody looks at it, or is told, again.
    private static let look = Duration.milliseconds(50)

    /// The client has closed the connection, or its half of it. libmicrohttpd reads, whenever it resumes a connection, and closes
    /// one that has ended, so that an answer could not be sent any more. While it waits for the rest of a head it does not
    /// notice.
    func hasEnded() {
        let (exchange, isPending) = state.withLock { state -> (Exchange?, Bool?) in
            guard state.isOpen, !state.isCut else { return (nil, nil) }
            state.hasEnded = true
            return (state.exchange, hasUnread)
        }
        guard let isPending else { return }
        if let exchange, !exchange.isBeforeHead {
            exchange.clientHasEnded(isPending: isPending)
        } else if isPending {
            // It reads that at once, and may find a whole request.
            _ = AlarmClock.shared.set(after: Self.look) { [weak self] in self?.hasEnded() }
        } else {
            cut()
        }
    }

    /// Has whoever waits for edges look again: a shutdown(2) wakes it each time. What has come can be read still, and nothing
    /// comes after it.
    func tellOfEnd() {
        state.withLock { if $0.isOpen, !$0.isCut { shutdown(descriptor, Int32(SHUT_RD)) } }
    }

    /// Whether the client is known to send no more.
    var isEnded: Bool { state.withLock { $0.hasEnded } }

    /// Whether the client sends no more, and all of it was read.
    var isDrained: Bool {
        state.withLock { $0.isOpen && $0.hasEnded && !hasUnread }
    }

    /// To be asked while it is open.
    private var hasUnread: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// What has come and was not read yet. To be asked before libmicrohttpd has it.
    func peek(atMost count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = recv(descriptor, &bytes, count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return Array(bytes.prefix(max(found, 0)))
    }

    // MARK: Limits of time

    /// Calls `ring` after a while, unless another alarm is set or `relax` is called before.
    func setAlarm(after duration: Duration, _ ring: @escaping @Sendable (Connection) -> Void) {
        state.withLock { state in
            guard state.isOpen else { return }
            state.alarm.stop()
            state.turn += 1
            let turn = state.turn
            state.alarm = AlarmClock.shared.set(after: duration) {
                if self.state.withLock({ $0.isOpen && $0.turn == turn }) { ring(self) }
            }
        }
    }

    func relax() {
        state.withLock { state in
            state.alarm.stop()
            state.alarm = .stopped
            state.turn += 1
        }
    }

    private func allow(_ duration: Duration, orCutFor limit: HTTPServerLimit) {
        setAlarm(after: duration) { $0.cut(for: limit) }
    }

    /// Cuts the connection when the client takes too little of an answer.
    func watchReading() {
        guard case .address = peer else { return }
        watchReading(since: nil)
    }

    private func watchReading(since before: UInt64?) {
        setAlarm(after: core.limits.readingTime) { connection in
            guard let now = connection.confirmedBytes else { return }
            if let before, now - before < UInt64(max(connection.core.limits.readingBytes, 1)) {
                connection.cut(for: .reading)
            } else {
                connection.watchReading(since: now)
            }
        }
    }

    private var confirmedBytes: UInt64? {
        state.withLock { $0.isOpen ? try? TCPSocket.confirmedBytes(of: descriptor) : nil }
    }

    // MARK: Ending

    func cut(for limit: HTTPServerLimit) {
        if cut(error: limit == .body ? .bodyTooSlow : .clientLeft) {
            core.count { $0.cut += 1 }
            core.observe(.cut(peer, limit))
        }
    }

    /// Ends the connection in both directions, which libmicrohttpd notices, and what is under way on it. A client whose body comes
    /// too slowly is told so before, past libmicrohttpd.
    @discardableResult
    func cut(error: HTTPServerError = .clientLeft) -> Bool {
        let (isNew, exchange) = state.withLock { state -> (Bool, Exchange?) in
            guard state.isOpen, !state.isCut else { return (false, nil) }
            state.isCut = true
            return (true, state.exchange)
        }
        guard isNew else { return false }
        // First, since libmicrohttpd ends the request as soon as it notices, and then nobody learns why.
        let isUnanswered = exchange?.cut(error) ?? false
        if isUnanswered, error == .bodyTooSlow, let answer = exchange?.lateAnswer {
            state.withLock { state in
                guard state.isOpen else { return }
                _ = send(descriptor, answer, answer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
        }
        shutDown()
        return true
    }

    /// libmicrohttpd may miss an end that comes together with bytes that it has not read yet (`Exchange.tellOfEnd`), so it is
    /// told until it has closed the descriptor.
    private func shutDown() {
        let isOpen = state.withLock { state in
            if state.isOpen { shutdown(descriptor, Int32(SHUT_RDWR)) }
            return state.isOpen
        }
        if isOpen { _ = AlarmClock.shared.set(after: Self.look) { [weak self] in self?.shutDown() } }
    }

    func cutIfIdle() {
        if isIdle { cut() }
    }

    /// Whether it may still be cut, and no request on it is being answered.
    var isIdle: Bool {
        // One lock after the other: an exchange asks for its connection's under its own.
        let (exchange, isOpen) = state.withLock { ($0.exchange, $0.isOpen && !$0.isCut) }
        return isOpen && exchange?.hasBegun != true
    }

    /// What the client goes on sending is to be read, so that it gets the answer that it did not wait for, and not a reset.
    func expectSurplus() {
        state.withLock { $0.hasSurplus = true }
    }

    /// Sends an answer past libmicrohttpd, which is reading the body, and says that no more comes.
    ///
    /// - Returns: false: not all of it was sent.
    func sendPast(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.isOpen, !state.isCut else { return false }
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            let count = send(descriptor, bytes, bytes.count, flags)
            shutdown(descriptor, Int32(SHUT_WR))
            return count == bytes.count
        }
    }

    /// The descriptor is about to be closed.
    func close() {
        let copy = state.withLock { state -> FileDescriptor? in
            guard state.isOpen else { return nil }
            state.isOpen = false
            state.alarm.stop()
            state.alarm = .stopped
            guard !state.isCut, state.hasSurplus || hasUnread else { return nil }
            // The socket lives on in a copy: closed with something unread, it would send a reset, which may take the answer
            // away from the client.
            let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            return number == -1 ? nil : FileDescriptor(owning: number)
        }
        core.remove(self)
        if let copy { core.surplus.take(copy) }
    }
}
