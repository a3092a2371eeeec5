internal import HTTPMessages
internal import Platform
internal import Synchronization

/// What a server's threads and tasks share: the connections, the requests that wait for a task, and the figures.
final class ServerCore: Sendable {
    private struct State {
        var connections: [UInt64: Connection] = [:]
        /// The same by descriptor.
        var descriptors: [Int32: Connection] = [:]
        var perAddress: [String: Int] = [:]
        var lastID: UInt64 = 0
        var isStopping = false
        var figures = HTTPServerFigures()
        /// Waits until no request is under way.
        var waiting: CheckedContinuation<Void, Never>?
    }

    let library: MicrohttpdLibrary
    let limits: HTTPServer.Limits
    let observe: @Sendable (HTTPServerEvent) -> Void
    /// What is no sound request is answered so.
    let refusal: @Sendable (Int, String, HTTPHeaders) -> HTTPResponse
    /// Requests whose handler is to be called.
    let arrivals: AsyncStream<Exchange>
    private let arriving: AsyncStream<Exchange>.Continuation
    private let state = Mutex(State())
    let surplus: Surplus

    init(
        library: MicrohttpdLibrary, limits: HTTPServer.Limits, surplus: Surplus,
        observe: @escaping @Sendable (HTTPServerEvent) -> Void,
        refusal: @escaping @Sendable (Int, String, HTTPHeaders) -> HTTPResponse
    ) {
        self.library = library
        self.limits = limits
        self.observe = observe
        self.refusal = refusal
        self.surplus = surplus
        (arrivals, arriving) = AsyncStream.makeStream()
    }

    var figures: HTTPServerFigures { state.withLock { $0.figures } }
    var isStopping: Bool { state.withLock { $0.isStopping } }

    func count(_ change: (inout HTTPServerFigures) -> Void) {
        state.withLock { change(&$0.figures) }
    }

    // MARK: Connections

    /// So many connections beyond the limit there may be while those that make room for them are being closed.
    static let extraConnections = 64

    /// Makes room for a connection. When there are as many as may be, the one that has been idle for longest is cut for it.
    ///
    /// - Returns: nil: there is none for it.
    func admit(_ descriptor: Int32, from peer: HTTPPeer) -> Connection? {
        let limit = limits.connections + (cutOneIfFull() ? Self.extraConnections : 0)
        let (connection, stale, reached) = state.withLock { state -> (Connection?, Connection?, HTTPServerLimit?) in
            if state.isStopping { return (nil, nil, nil) }
            if state.connections.count >= limit {
                state.figures.refused += 1
                return (nil, nil, .connections)
            }
            if case .address(let address) = peer {
                if state.perAddress[address, default: 0] >= limits.connectionsPerAddress {
                    state.figures.refused += 1
                    return (nil, nil, .connectionsOfAddress)
                }
                state.perAddress[address, default: 0] += 1
            }
            state.lastID += 1
            let connection = Connection(id: state.lastID, descriptor: descriptor, peer: peer, core: self)
            state.connections[connection.id] = connection
            // One that libmicrohttpd has closed without a word, as it does when it has no memory for it.
            let stale = state.descriptors.updateValue(connection, forKey: descriptor)
            state.figures.accepted += 1
            state.figures.connections = state.connections.count
            return (connection, stale, nil)
        }
        stale?.close()
        if let reached { observe(.refused(peer, reached)) }
        return connection
    }

    /// - Returns: whether it was full, and one was cut.
    private func cutOneIfFull() -> Bool {
        let all = state.withLock { state -> [Connection] in
            if state.isStopping || state.connections.count < limits.connections { return [] }
            return Array(state.connections.values)
        }
        // Not under the lock: a connection has one of its own. Those that have begun last have the highest ids.
        guard let oldest = all.filter(\.isIdle).min(by: { $0.id < $1.id }) else { return false }
        oldest.cut(for: .connections)
        return true
    }

    func connection(withDescriptor descriptor: Int32) -> Connection? {
        state.withLock { $0.descriptors[descriptor] }
    }

    func connection(withID id: UInt64) -> Connection? {
        state.withLock { $0.connections[id] }
    }

    /// Forgets a connection that is closed.
    func remove(_ connection: Connection) {
        state.withLock { state in
            guard state.connections.removeValue(forKey: connection.id) != nil else { return }
            if state.descriptors[connection.descriptor] === connection {
                state.descriptors[connection.descriptor] = nil
            }
            if case .address(let address) = connection.peer, let count = state.perAddress[address] {
                state.perAddress[address] = count > 1 ? count - 1 : nil
            }
            state.figures.connections = state.connections.count
        }
    }

    // MARK: Requests

    /// A request begins.
    ///
    /// - Returns: false: no more does.
    func begin() -> Bool {
        state.withLock { state in
            if state.isStopping { return false }
            state.figures.active += 1
            state.figures.requests += 1
            return true
        }
    }

    /// Has the handler called for a request that has begun.
    ///
    /// - Returns: false: it will not be.
    func arrive(_ exchange: Exchange) -> Bool {
        if case .enqueued = arriving.yield(exchange) { true } else { false }
    }

    /// A request that had begun is done with.
    func end() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.figures.active -= 1
            guard state.figures.active == 0 else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    // MARK: The end

    /// Lets no new request begin, and cuts connections that are idle.
    func stop() {
        state.withLock { $0.isStopping = true }
        arriving.finish()
        for connection in all { connection.cutIfIdle() }
    }

    /// Cuts all connections.
    func cut() {
        for connection in all { connection.cut() }
    }

    /// Waits until no request is under way. After `stop`, by one task.
    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.figures.active == 0 { return true }
                state.waiting = continuation
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    private var all: [Connection] { state.withLock { Array($0.connections.values) } }
}
