internal import Glibc
package import Platform
package import Workspaces

/// Asks a running service.
package enum ControlQuery {
    /// No answer is larger, in bytes.
    private static let limit = 64 << 20
    /// A service answers from memory, in a few milliseconds.
    package static let timeout = Duration.seconds(3)

    /// What the service of a workspace tells of itself; see `StatusRecords`. Blocks for at most a few seconds.
    ///
    /// - Returns: nil when none runs.
    /// - Throws: `SilentServiceError` when one does and does not answer; `SystemError` for an answer that is no list of records.
    package static func status(of folder: WorkspaceFolder) throws -> [Record]? {
        let body: [UInt8]?
        do {
            body = try get("/status", from: folder.path(ControlSocket.name))
        } catch {
            throw SilentServiceError(error, in: folder.root)
        }
        return try body?.split(separator: UInt8(ascii: "\n")).map { line in
            guard let record = try Value(json: String(decoding: line, as: UTF8.self)).record else {
                throw SystemError("understand the answer of", on: ControlSocket.name.description, code: EPROTO)
            }
            return record
        }
    }

    /// The body of the answer to a GET. Blocks for at most a few seconds.
    ///
    /// A service with very many clients cuts off one that was not quick enough: then it is asked again.
    ///
    /// - Returns: nil when nobody listens.
    /// - Throws: `SystemError` when somebody does and does not answer as expected: `EAGAIN` when no answer came in time,
    ///   `EACCES` when this user may not ask.
    package static func get(_ resource: String, from path: Path, timeout: Duration = Self.timeout) throws(SystemError)
        -> [UInt8]?
    {
        let deadline = ContinuousClock.now + timeout
        while true {
            let socket: FileDescriptor
            do {
                socket = try UnixSocket.connect(to: path, timeout: timeout)
            } catch {
                // It may have ended between two questions, too.
                if [ENOENT, ECONNREFUSED, ENOTDIR].contains(error.code) { return nil }
                throw error
            }
            let bytes: [UInt8]
            do {
                try socket.write(Array("GET \(resource) HTTP/1.0\r\n\r\n".utf8))
                bytes = try socket.readToEnd(limit: limit)
            } catch {
                if [ECONNRESET, EPIPE].contains(error.code), .now < deadline { continue }
                throw SystemError("get an answer from", on: path.description, code: error.code)
            }
            switch Answer(bytes) {
            case .whole(let body): return body
            case .cut where .now < deadline: continue
            case .cut: throw SystemError("get an answer from", on: path.description, code: ETIMEDOUT)
            case .strange: throw SystemError("understand the answer of", on: path.description, code: EPROTO)
            }
        }
    }

    /// What came until the other side closed.
    private enum Answer {
        case whole([UInt8])
        case cut
        case strange

        init(_ bytes: [UInt8]) {
            let start = Array("HTTP/1.0 200 ".utf8)
            let end = Array("\r\n\r\n".utf8)
            guard bytes.starts(with: start.prefix(bytes.count)) else {
                self = .strange
                return
            }
            guard let head = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
                self = .cut
                return
            }
            let body = Array(bytes[(head + end.count)...])
            let lines = String(decoding: bytes[..<head], as: UTF8.self).split(separator: "\r\n")
            let name = "Content-Length: "
            guard let count = lines.first(where: { $0.hasPrefix(name) }).flatMap({ Int($0.dropFirst(name.count)) })
            else {
                self = .strange
                return
            }
            self = body.count < count ? .cut : .whole(body)
        }
    }
}
