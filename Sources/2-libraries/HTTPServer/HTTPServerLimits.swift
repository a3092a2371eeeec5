extension HTTPServer {
    /// What clients may ask of a server.
    public struct Limits: Sendable, Hashable {
        /// Bytes of a request's head, at least 1,024; more are answered with 431.
        public var headBytes = 32 << 10
        /// Open connections. Beyond it the one that has been idle for longest is cut, which is what its client has to expect of
        /// an idle one (RFC 9112, 9.5); the newest is refused when all are being answered.
        public var connections = 1_024
        /// Open connections of one address, of which the newest is refused; of Unix sockets there may be as many as there are connections.
        public var connectionsPerAddress = 64
        /// From a connection's beginning, or a request's first line, to the end of the request's head.
        public var headTime: Duration = .seconds(10)
        /// Between an answer and the next request's first line.
        public var idleTime: Duration = .seconds(60)
        /// For as many bytes of a body, a client may keep who reads the body waiting no longer than `bodyTime`.
        public var bodyBytes = 30 << 10
        /// See `bodyBytes`.
        public var bodyTime: Duration = .seconds(30)
        /// As many bytes of an answer that is no stream have to be taken each `readingTime`, over TCP: of a Unix socket the
        /// kernel does not tell.
        public var readingBytes = 60 << 10
        /// See `readingBytes`.
        public var readingTime: Duration = .seconds(60)
        /// How long a client that was answered before its body was read may go on sending, so that it reads the answer.
        public var surplusTime: Duration = .seconds(5)
        /// Threads of libmicrohttpd.
        public var threads = 2

        /// The usual limits.
        public init() {}
    }
}
