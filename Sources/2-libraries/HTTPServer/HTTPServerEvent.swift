/// Something that is worth a line in a log.
public enum HTTPServerEvent: Sendable {
    /// A new connection was closed at once.
    case refused(HTTPPeer, HTTPServerLimit)
    /// A connection was cut.
    case cut(HTTPPeer, HTTPServerLimit)
    /// A request was answered by the server itself, since it is no sound one.
    case rejected(HTTPPeer, status: Int, reason: String)
    /// An answer broke off, since whoever makes it has failed. A client that leaves is no failure.
    case streamFailed(HTTPPeer, target: String, any Error)
    /// New connections cannot be let in for the moment, such as when there are no descriptors left.
    case cannotAccept(HTTPServerError)
}

/// What a client went beyond.
public enum HTTPServerLimit: String, Sendable, Hashable, CaseIterable {
    case connections
    case connectionsOfAddress = "connections-of-address"
    /// Time for the head of a request.
    case head
    /// Time between requests.
    case idle
    /// Rate of a body.
    case body
    /// Rate of reading an answer.
    case reading
    /// Bytes that are sent after an answer that did not wait for them.
    case surplus
}

/// What a server does and has done. Bytes are those of bodies.
public struct HTTPServerFigures: Sendable, Hashable {
    /// Open connections.
    public var connections = 0
    /// Requests whose handler was called and that are not done with.
    public var active = 0
    /// Those of them that are answered by a stream.
    public var streams = 0
    /// Connections that were let in since the start.
    public var accepted = 0
    /// Requests whose handler was called since the start.
    public var requests = 0
    /// As they were read from the kernel, since the start.
    public var bytesIn: Int64 = 0
    /// As they were handed to the kernel.
    public var bytesOut: Int64 = 0
    /// Connections that were refused for a limit since the start.
    public var refused = 0
    /// Connections that were cut for a limit since the start.
    public var cut = 0
    /// Requests that the server has answered itself since the start, as they were no sound ones.
    public var rejected = 0

    /// Of a server that has just started.
    public init() {}
}
