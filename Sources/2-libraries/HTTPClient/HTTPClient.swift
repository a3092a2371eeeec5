public import Platform

/// Makes HTTP requests with libcurl.
///
/// All requests of a client run on one thread of its own, which sleeps while there are none. Connections, resolved names
/// and TLS sessions are kept and used again, so make one client and share it; `init(sharing:)` keeps requests that must
/// not wait for each other apart. libcurl is loaded by the first request.
///
/// - Certificates are always verified, against the system's store.
/// - Proxies come from the environment, as with curl(1): `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`. This machine
///   itself (`localhost`, 127.0.0.0/8, `::1`) is never asked through a proxy.
/// - A request is sent once, or, if its method is idempotent (RFC 9110, section 9.2.2), perhaps again: libcurl repeats what
///   it sent on a kept connection that was closed before a byte of the answer came, and cannot be told not to. So every
///   other request, a POST first of all, gets a connection of its own; TLS sessions are resumed all the same.
/// - No content coding is asked for, no cookies are kept, `.netrc` is not read.
public final class HTTPClient: Sendable {
    private let loop: TransferLoop
    private let thread: SerialThread<Void>
    private let turns: ConnectionTurns

    /// - Parameters:
    ///   - userAgent: sent with every request.
    ///   - connectionsPerServer: requests to one server at a time, at least 1; more wait for their turn.
    public init(userAgent: String = "compass", connectionsPerServer: Int = 8) {
        let loop = TransferLoop(userAgent: userAgent)
        self.loop = loop
        thread = SerialThread(name: "http", drain: { _ in loop.run() }, end: { loop.close() })
        turns = ConnectionTurns(perServer: max(1, connectionsPerServer))
    }

    /// A client on the thread of another one, whose requests have turns of their own: they never wait for those of the
    /// other one, also to the same server.
    ///
    /// - Parameter connectionsPerServer: requests of this client to one server at a time, at least 1.
    public init(sharing other: HTTPClient, connectionsPerServer: Int = 8) {
        loop = other.loop
        thread = other.thread
        turns = ConnectionTurns(perServer: max(1, connectionsPerServer))
    }

    /// Makes a request. Never blocks the calling thread; cancelling the task ends the transfer at once.
    ///
    /// While all connections that the client may have to the server are in use it waits, for as long as need be; the limits
    /// of time begin when the request does.
    ///
    /// - Returns: the answer, whatever its status.
    /// - Throws: `HTTPError`; of kind `cancelled` when the task was cancelled.
    public func send(
        _ request: HTTPRequest, limits: HTTPLimits = HTTPLimits()
    ) async throws(HTTPError) -> HTTPResponse {
        try await send(request, limits: limits, sink: nil)
    }

    /// The same with the body of the answer written to a file as it comes, whatever its status; the answer's own is empty. The
    /// thread of all requests writes it, so that the file should be on a disk of this machine. When it throws, part of it may be
    /// there.
    ///
    /// - Throws: as `send`; also of kind `disk`.
    public func download(
        _ request: HTTPRequest, to file: FileDescriptor, limits: HTTPLimits
    ) async throws(HTTPError) -> HTTPResponse {
        try await send(request, limits: limits, sink: file)
    }

    private func send(
        _ request: HTTPRequest, limits: HTTPLimits, sink: FileDescriptor?
    ) async throws(HTTPError) -> HTTPResponse {
        try request.validate()
        let cancellation = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.put(
                    Transfer(
                        request: request, limits: limits, sink: sink, turns: turns, cancellation: cancellation,
                        continuation: continuation))
                thread.put(())
            }
        } onCancel: {
            cancellation.set()
            loop.wake()
        }
        return try result.get()
    }
}
