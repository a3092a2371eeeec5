internal import Glibc
public import Platform

/// Serves HTTP/1.1 and HTTP/1.0 with libmicrohttpd: see `HTTPHandler` for what answers.
///
/// Threads: those of libmicrohttpd (`Limits.threads`), which read, write and send files, and one that lets clients in and
/// notices those that leave. Handlers run as tasks of `run`.
///
/// A client that closes its half of the connection has left, as far as libmicrohttpd is concerned, and gets no answer.
public final class HTTPServer: Service {
    /// Where clients come.
    public enum Listener: Sendable, Hashable, CustomStringConvertible {
        /// An IPv4 or IPv6 address in numbers. Port 0: any that is free; `HTTPServer.address` tells which.
        case tcp(address: String, port: UInt16)
        /// A socket in the file system; what a process that is gone has left there is replaced. Its owner may connect, and
        /// its group, where that is said.
        case unix(Path, group: Bool = false)

        /// "127.0.0.1:8080", "[::1]:8080", or the socket's path.
        public var description: String {
            switch self {
            case .tcp(let address, let port): address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
            case .unix(let path, _): path.description
            }
        }
    }

    /// What logs call it.
    public let name: String
    /// Where it listens, with its real port.
    public let address: Listener

    private let core: ServerCore
    private let loop: SocketLoop
    private let grace: Duration
    private let handler: any HTTPHandler

    /// Listens: clients are kept waiting until `run`.
    ///
    /// - Parameters:
    ///   - name: for messages.
    ///   - grace: how long answers that are under way may take after `stop`.
    ///   - observe: called from any thread; must not block.
    /// - Throws: `HTTPServerError.unavailable`, `.cannotListen`
    public init(
        listener: Listener, limits: Limits = Limits(), name: String = "http", grace: Duration = .seconds(10),
        handler: any HTTPHandler, observe: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in }
    ) throws(HTTPServerError) {
        let library = try MicrohttpdLibrary.load()
        let socket: FileDescriptor
        let poll: EventPoll
        do throws(SystemError) {
            poll = try EventPoll()
            switch listener {
            case .tcp(let host, let port):
                socket = try TCPSocket.listen(host: host, port: port)
                let real = try TCPSocket.address(of: socket)
                address = .tcp(address: real.host, port: real.port)
            case .unix(let path, let group):
                socket = try UnixSocket.listen(at: path, group: group, queue: 1_024)
                address = listener
            }
        } catch {
            throw .cannotListen(error)
        }
        self.name = name
        self.grace = grace
        self.handler = handler
        core = ServerCore(
            library: library, limits: limits, surplus: Surplus(poll: poll, time: limits.surplusTime), observe: observe,
            refusal: { handler.refusal(status: $0, reason: $1, headers: $2) })
        if case .unix = listener {
            loop = SocketLoop(listener: socket, isUnix: true, poll: poll, core: core)
        } else {
            loop = SocketLoop(listener: socket, isUnix: false, poll: poll, core: core)
        }
    }

    /// What it does and has done.
    public var figures: HTTPServerFigures { core.figures }

    /// Serves until `stop`; then waits for the answers that are under way, for as long as the grace allows, cuts what is left,
    /// and returns when all tasks and threads have ended. Call once. When its task is cancelled, all is cut at once.
    ///
    /// - Throws: `HTTPServerError.unavailable`
    public func run() async throws {
        // Starting and joining threads blocks.
        let blocking = WorkerPool(name: "http-start", width: 1)
        let core = self.core
        let daemon = try await blocking.run { try Daemon(library: core.library, core: core) }
        let thread = SerialThread<Daemon>(name: "http-sockets") { [loop] daemons in
            for daemon in daemons { loop.run(daemon) }
        }
        thread.put(daemon)
        await withTaskCancellationHandler {
            await serve()
        } onCancel: {
            stop()
            core.cut()
        }
        try await blocking.run { daemon.stop() }
        core.surplus.close()
        if case .unix(let path, _) = address { path.withCString { _ = unlink($0) } }
    }

    private func serve() async {
        let handler = self.handler
        var alarm = Alarm.stopped
        await withDiscardingTaskGroup { group in
            for await exchange in core.arrivals {
                group.addTask { await exchange.serve(handler) }
            }
            loop.stopListening()
            let core = self.core
            if Task.isCancelled {
                core.cut()
            } else {
                alarm = AlarmClock.shared.set(after: grace) { core.cut() }
            }
            await core.waitUntilIdle()
        }
        alarm.stop()
        // Until here it has noticed clients that left.
        loop.stop()
        await loop.waitUntilEnded()
    }

    /// Asks it to end.
    public func stop() {
        core.stop()
    }
}
