public import HTTPMessages
public import Platform

/// An answer.
///
/// The server sets `Date`, `Content-Length`, `Transfer-Encoding` and `Connection` itself and drops what a handler says of
/// the latter three, but for `Connection: close`. Answers to HEAD have the same header as those to GET and no body. Of 204
/// neither a body nor a length is sent. Of 304 the length is sent, and no body: give it the body that 200 would have, since
/// without a length, as also to HEAD, the connection has to be closed.
public struct HTTPResponse: Sendable {
    /// From 200 to 599; anything else is answered as 500.
    public var status: Int
    /// Those of the answer; the server adds what the connection needs.
    public var headers: HTTPHeaders
    /// What is sent with it.
    public var body: Body

    /// What follows the header.
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A part of a file, sent by the kernel with sendfile(2). The descriptor is kept until it is sent.
        case file(FileDescriptor, offset: Int64, count: Int64)
        /// Bytes that a closure writes, in the handler's task after the handler has returned; the answer ends when the
        /// closure returns, and breaks off when it throws. It is not called for HEAD. Without a length it is sent in
        /// chunks, and to HTTP/1.0 until the connection is closed.
        case stream(length: Int64?, @Sendable (HTTPWriter) async throws -> Void)
    }

    /// An answer to be sent.
    public init(status: Int, headers: HTTPHeaders = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Plain text.
    public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: .bytes(Array(text.utf8)))
    }
}

/// Takes the bytes of an answer's stream, from one task at a time.
public final class HTTPWriter: Sendable {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// Returns when the bytes are in a buffer of 256 KiB, from which the client takes them: what a slow client has not taken
    /// is waited for.
    ///
    /// - Throws: `HTTPServerError.clientLeft`, `.wrongLength` when there are more than were promised; `CancellationError`
    public func write(_ bytes: [UInt8]) async throws {
        try await exchange.write(bytes)
    }
}

/// Answers requests. Called in a task of its own for each, many at a time; the task is cancelled when the client leaves.
public protocol HTTPHandler: Sendable {
    /// Must not block its thread, and has to return in the end, if only once its task is cancelled: the server waits for it.
    func respond(to request: HTTPRequest) async -> HTTPResponse

    /// How to answer what is no sound request, so that it looks like the other answers; the connection is closed after it.
    /// Called by a thread of libmicrohttpd: must return at once.
    ///
    /// - Parameter headers: of the request; none where they are what is not sound.
    func refusal(status: Int, reason: String, headers: HTTPHeaders) -> HTTPResponse
}

extension HTTPHandler {
    /// The reason, as text.
    public func refusal(status: Int, reason: String, headers: HTTPHeaders) -> HTTPResponse {
        .text("\(reason)\n", status: status)
    }
}
