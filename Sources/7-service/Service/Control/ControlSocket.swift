package import Diagnostics
internal import Glibc
package import Platform
package import Representations
internal import Synchronization

/// Answers, on a Unix socket that only the owner may use, what a service does: `GET /metrics` and `GET /status` in
/// HTTP/1.0, for other processes of this program and any client of HTTP.
///
/// One thread serves all clients without ever waiting for one of them: a client that is slow, talks nonsense or never
/// ends is sent away after five seconds, after two if it has not asked by then, and at most 32 are served at a time, so that
/// answers that nobody reads take no room without end. When more come, those make room first that have neither asked nor
/// read for the longest time, if that is a tenth of a second.
package final class ControlSocket: Sendable {
    /// Where it is, below the workspace.
    package static let name: Path = ".compass/up.sock"
    package static let timeout = Duration.seconds(5)
    static let maxClients = 32

    private let path: Path
    private let stopper: Mutex<FileDescriptor?>
    private let thread: SerialThread<Server>
    private let ended: AsyncStream<Void>
    private let identity: FileStatus?

    /// Listens from the return on.
    ///
    /// - Parameter answer: makes the answer; called on the socket's own thread, so it must be quick.
    /// - Throws: `SystemError`; `EADDRINUSE` when another process answers at the path.
    package init(
        _ path: Path, timeout: Duration = ControlSocket.timeout, maxClients: Int = ControlSocket.maxClients,
        log: Log, answer: @escaping @Sendable (ControlRequest) -> ControlResponse
    ) throws(SystemError) {
        let listener = try UnixSocket.listen(at: path)
        let (stopped, stopper) = try UnixSocket.pair()
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        self.path = path
        self.stopper = Mutex(stopper)
        self.ended = ended
        identity = try? FileStatus.of(path, followingLinks: false)
        let thread = SerialThread<Server>(name: "control") { servers in
            for server in servers { server.run() }
            continuation.finish()
        }
        self.thread = thread
        thread.put(
            Server(
                listener: listener, stopped: stopped, timeout: timeout, maxClients: maxClients, log: log,
                answer: answer))
    }

    /// A service's own: figures and status from its reports.
    package convenience init(_ path: Path, of service: any ServiceReporting, log: Log) throws(SystemError) {
        try self.init(path, log: log) { Self.answer($0, service) }
    }

    /// What a service answers.
    package static func answer(_ request: ControlRequest, _ service: any ServiceReporting) -> ControlResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .refusal(405, "Only GET and HEAD are answered.")
        }
        switch request.path {
        case "/metrics":
            return ControlResponse(MetricsText.contentType, Array(Metrics.text(service.report()).utf8))
        case "/status":
            var bytes: [UInt8] = []
            for record in StatusRecords.running(service.report()) {
                Value.record(record).write(to: &bytes)
                bytes.append(UInt8(ascii: "\n"))
            }
            return ControlResponse("application/x-ndjson", bytes)
        default:
            return .refusal(404, "There is /status and /metrics.")
        }
    }

    /// Ends all connections and removes the socket's file. Doing it twice does no harm.
    package func close() async {
        guard
            stopper.withLock({ stopper in
                defer { stopper = nil }
                return stopper != nil
            })
        else { return }
        for await _ in ended {}
        // Not one that somebody else has put there meanwhile.
        if let identity, let now = try? FileStatus.of(path, followingLinks: false), now.inode == identity.inode {
            path.withCString { _ = unlink($0) }
        }
    }
}

/// The loop of the control socket's thread.
private struct Server: Sendable {
    let listener: FileDescriptor
    /// Readable when it is time to end.
    let stopped: FileDescriptor
    let timeout: Duration
    let maxClients: Int
    let log: Log
    let answer: @Sendable (ControlRequest) -> ControlResponse

    func run() {
        var clients: [ControlClient] = []
        var isPausing = false
        while true {
            let start = ContinuousClock.now
            let isFull = clients.count >= maxClients
            let givesWay = isFull ? clients.map(\.givesWayAt).min() : nil
            let accepts = !isPausing && (!isFull || givesWay.map { $0 <= start } ?? false)
            var wanted =
                [
                    pollfd(fd: stopped.number, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: accepts ? listener.number : -1, events: Int16(POLLIN), revents: 0),
                ] + clients.map { pollfd(fd: $0.socket.number, events: $0.events, revents: 0) }
            let due = clients.map(\.deadline) + (accepts ? [] : givesWay.map { [$0] } ?? [])
            let wait = Self.milliseconds(until: due.min(), isPausing: isPausing)
            if poll(&wanted, nfds_t(wanted.count), wait) < 0, errno != EINTR { return }
            if wanted[0].revents != 0 { return }
            // Those who ask in the same round get the same answer: with many clients, making one for each is what would keep
            // the others waiting.
            var made: [ControlRequest: ControlResponse] = [:]
            let answer = { (request: ControlRequest) -> ControlResponse in
                if let known = made[request] { return known }
                let response = self.answer(request)
                made[request] = response
                return response
            }
            for index in clients.indices where wanted[index + 2].revents != 0 { clients[index].advance(answer) }
            let now = ContinuousClock.now
            clients.removeAll { $0.isDone || $0.deadline <= now }
            isPausing = false
            guard wanted[1].revents != 0 else { continue }
            do {
                while hasRoom(clients, now), let socket = try UnixSocket.accept(from: listener) {
                    if clients.count >= maxClients, let index = Self.idle(clients, now) { clients.remove(at: index) }
                    var client = ControlClient(socket, since: now, timeout: timeout)
                    // Most have asked already.
                    client.advance(answer)
                    if !client.isDone { clients.append(client) }
                }
            } catch {
                // Without free descriptors the same client would be told at once again: wait a little.
                isPausing = true
                log.warning(
                    "control-socket", "The control socket cannot let a client in", .init("reason", error))
            }
        }
    }

    /// Whether another one can be let in, if need be in the place of one that does nothing.
    private func hasRoom(_ clients: [ControlClient], _ now: ContinuousClock.Instant) -> Bool {
        clients.count < maxClients || Self.idle(clients, now) != nil
    }

    /// The first to give way.
    private static func idle(_ clients: [ControlClient], _ now: ContinuousClock.Instant) -> Int? {
        clients.indices.filter { clients[$0].givesWayAt <= now }.min { clients[$0].givesWayAt < clients[$1].givesWayAt }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?, isPausing: Bool) -> Int32 {
        if isPausing { return 1_000 }
        guard let deadline else { return -1 }
        return Int32(clamping: max(0, Int64((deadline - .now) / .milliseconds(1)) + 1))
    }
}
