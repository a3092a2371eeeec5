internal import Glibc
internal import Platform

/// Asks a running service.
enum ControlQuery {
    /// No answer is larger, in bytes.
    private static let limit = 64 << 20
    /// A service answers from memory, in a few milliseconds.
    static let patience = Duration.seconds(3)

    /// The body of the answer to a GET. Blocks for at most a few seconds.
    ///
    /// - Returns: nil when nobody listens.
    /// - Throws: `SystemError` when somebody does and does not answer as expected: `EAGAIN` when no answer came in time,
    ///   `EACCES` when this user may not ask.
    static func get(_ resource: String, from path: Path, patience: Duration = Self.patience) throws(SystemError)
        -> [UInt8]?
    {
        let socket: FileDescriptor
        do {
            socket = try UnixSocket.connect(to: path, patience: patience)
        } catch {
            if [ENOENT, ECONNREFUSED, ENOTDIR].contains(error.code) { return nil }
            throw error
        }
        let bytes: [UInt8]
        do {
            try socket.write(Array("GET \(resource) HTTP/1.0\r\n\r\n".utf8))
            bytes = try socket.readToEnd(limit: limit)
        } catch {
            // It ended between the two.
            if error.code == ECONNRESET || error.code == EPIPE { return nil }
            throw SystemError("get an answer from", on: path.description, code: error.code)
        }
        let head = Array("HTTP/1.0 200 ".utf8)
        guard bytes.starts(with: head), let body = bodyStart(bytes) else {
            throw SystemError("understand the answer of", on: path.description, code: EPROTO)
        }
        return Array(bytes[body...])
    }

    private static func bodyStart(_ bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: end) }.map { $0 + end.count }
    }
}
