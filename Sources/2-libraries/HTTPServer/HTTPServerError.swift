internal import Glibc
public import Platform

/// Why a server does not begin, or why a body or an answer goes no further.
public enum HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libmicrohttpd is missing or does not start.
    case unavailable(String)
    /// The listening socket cannot be made.
    case cannotListen(SystemError)
    /// The client has gone, or was cut.
    case clientLeft
    /// The client sends its body more slowly than the limit allows; it is cut.
    case bodyTooSlow
    /// Whoever serves wants no more of a body, see `HTTPBody.stop`.
    case bodyStopped
    /// A body is longer than whoever collects it allows.
    case bodyTooLarge(limit: Int)
    /// A stream has more or fewer bytes than its answer has promised.
    case wrongLength(promised: Int64)

    /// What, why and what to do, for people.
    public var description: String {
        switch self {
        case .unavailable(let reason): "The server cannot run: \(reason). Install the package libmicrohttpd12."
        case .cannotListen(let error): "The server cannot start: \(error).\(Self.advice(error.code))"
        case .clientLeft: "The client has closed the connection."
        case .bodyTooSlow: "The client sends its body too slowly."
        case .bodyStopped: "No more of the body of the request is read."
        case .bodyTooLarge(let limit): "The body of the request is longer than \(limit) bytes."
        case .wrongLength(let promised): "The answer was to have \(promised) bytes, and has another number of them."
        }
    }

    private static func advice(_ code: Int32) -> String {
        switch code {
        case EADDRINUSE: " Another program listens there: end it, or choose another place."
        case EADDRNOTAVAIL: " This machine has no such address: choose one of its own."
        case EACCES: " Choose a port from 1024 on, or a folder that this user may write to."
        default: ""
        }
    }
}
