internal import Platform

/// Makes HTTP requests with libcurl.
///
/// All requests of a client run on one thread of its own, which sleeps while there are none. Connections, resolved names
/// and TLS sessions are kept and used again, so make one client and share it. libcurl is loaded by the first request.
///
/// - Certificates are always verified, against the system's store.
/// - Proxies come from the environment, as with curl(1): `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`. This machine
///   itself (`localhost`, 127.0.0.0/8, `::1`) is never asked through a proxy.
/// - A kept connection that turns out to be closed before a byte of the answer came is replaced and the request sent again;
///   a server may then see it twice. Make requests repeatable.
/// - No content coding is asked for, no cookies are kept, `.netrc` is not read.
public final class HTTPClient: Sendable {
    private let loop: TransferLoop
    private let thread: SerialThread<Void>

    /// - Parameters:
    ///   - userAgent: sent with every request.
    ///   - connectionsPerServer: requests to one server at a time, at least 1; more wait for their turn.
    public init(userAgent: String = "compass", connectionsPerServer: Int = 8) {
        let loop = TransferLoop(userAgent: userAgent, connectionsPerServer: max(1, connectionsPerServer))
        self.loop = loop
        thread = SerialThread(name: "http", drain: { _ in loop.run() }, end: { loop.close() })
    }

    /// Makes a request. Never blocks the calling thread; cancelling the task ends the transfer at once.
    ///
    /// - Returns: the answer, whatever its status.
    /// - Throws: `HTTPError`; of kind `cancelled` when the task was cancelled.
    public func send(
        _ request: HTTPRequest, limits: HTTPLimits = HTTPLimits()
    ) async throws(HTTPError) -> HTTPResponse {
        try request.validate()
        let cancellation = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.put(
                    Transfer(
                        request: request, limits: limits, cancellation: cancellation, continuation: continuation))
                thread.put(())
            }
        } onCancel: {
            cancellation.set()
            loop.wake()
        }
        return try result.get()
    }
}
