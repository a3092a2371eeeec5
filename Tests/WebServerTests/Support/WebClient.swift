import Glibc
import Platform

/// What a client sends.
struct WebRequest: Sendable {
    var method = "GET"
    /// With its query, percent-encoded.
    var target = "/"
    /// `Host`, `Connection` and `Content-Length` come by themselves unless they stand here.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    init(
        _ method: String = "GET", _ target: String, _ headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
    }

    /// With a JSON body.
    init(
        _ method: String, _ target: String, json: Value, _ headers: [(name: String, value: String)] = []
    ) {
        self.init(
            method, target, [("Content-Type", "application/json")] + headers, body: Array(json.json.utf8))
    }

    /// With the fields of a form, as a browser sends them.
    init(
        _ method: String, _ target: String, form: Record, _ headers: [(name: String, value: String)] = []
    ) {
        let pairs = form.map { "\($0.key.encoded)=\(($0.value.string ?? "").encoded)" }
        self.init(
            method, target, [("Content-Type", "application/x-www-form-urlencoded")] + headers,
            body: Array(pairs.joined(separator: "&").utf8))
    }

    fileprivate func bytes(host: String) -> [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1"]
        func has(_ name: String) -> Bool { headers.contains { $0.name == name } }
        if !has("Host") { lines.append("Host: \(host)") }
        if !has("Connection") { lines.append("Connection: close") }
        if !has("Content-Length"), !has("Transfer-Encoding"), !body.isEmpty || !["GET", "HEAD"].contains(method) {
            lines.append("Content-Length: \(body.count)")
        }
        lines += headers.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}

/// What comes back, read without the help of what is tested.
struct WebAnswer: Sendable, CustomStringConvertible {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// The values of a header, joined; nil: it is not there.
    subscript(name: String) -> String? {
        let found = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return found.isEmpty ? nil : found.joined(separator: ", ")
    }

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: Value { get throws { try Value(json: text) } }
    /// What problem details say; empty: it is none.
    var detail: String { (try? json)?["detail"]?.string ?? "" }
    var description: String { "\(status) \(headers.map { "\($0.name): \($0.value)" }) \(text.prefix(2_000))" }
}

struct NoAnswer: Error {
    let bytes: String
}

/// Where a server listens.
enum WebAddress: Sendable {
    case tcp(port: UInt16)
    case unix(Path)

    /// As a client names it.
    var host: String {
        switch self {
        case .tcp(let port): "127.0.0.1:\(port)"
        case .unix: "localhost"
        }
    }
}

/// One connection. Its calls block their thread.
final class WebConnection: Sendable {
    /// For what clients do.
    static let pool = WorkerPool(name: "clients", width: 24)

    private let socket: FileDescriptor
    private let host: String

    init(_ address: WebAddress) throws {
        host = address.host
        switch address {
        case .tcp(let port): socket = try TCPSocket.connect(host: "127.0.0.1", port: port)
        case .unix(let path): socket = try UnixSocket.connect(to: path, timeout: .seconds(60))
        }
        // So that a server that never answers fails a test instead of stopping it.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket.number, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    func send(_ request: WebRequest) throws { try send(request.bytes(host: host)) }

    func send(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            start += try systemCall("send") {
                bytes.withUnsafeBytes {
                    Glibc.send(
                        socket.number, $0.baseAddress?.advanced(by: start), $0.count - start, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Some bytes; empty: the server has closed the connection.
    func receive() throws -> [UInt8] {
        do {
            return try receiveSome()
        } catch let error as SystemError where error.code == ECONNRESET {
            return []
        }
    }

    private func receiveSome() throws -> [UInt8] {
        let limit = 65_536
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try systemCall("receive") { recv(socket.number, &bytes, limit, 0) }
        return Array(bytes[..<count])
    }

    /// Closes it for both sides, also while another thread waits for bytes.
    func close() { shutdown(socket.number, Int32(SHUT_RDWR)) }

    /// The answer to a request after which the server closes the connection.
    func ask(_ request: WebRequest) throws -> WebAnswer {
        do {
            try send(request)
        } catch let error as SystemError where error.code == EPIPE || error.code == ECONNRESET {
            // It was answered before all of it was sent.
        }
        var bytes: [UInt8] = []
        while true {
            let more = try receive()
            if more.isEmpty { break }
            bytes += more
        }
        guard let answer = WebAnswerReader(bytes)?.whole else {
            throw NoAnswer(bytes: String(decoding: bytes, as: UTF8.self))
        }
        return answer
    }
}

/// Reads answers from what has come so far.
struct WebAnswerReader {
    let status: Int
    let headers: [(name: String, value: String)]
    private var rest: [UInt8]

    /// nil: the head is not complete.
    init?(_ bytes: [UInt8]) {
        guard let end = Self.find([13, 10, 13, 10], in: bytes) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        self.status = status
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (String(line[..<colon]), String(value))
        }
        rest = Array(bytes[(end + 4)...])
    }

    private var isChunked: Bool {
        headers.contains { $0.name.lowercased() == "transfer-encoding" && $0.value == "chunked" }
    }

    mutating func add(_ bytes: [UInt8]) { rest += bytes }

    /// The answer when nothing more comes; nil: some of its body is missing.
    var whole: WebAnswer? {
        guard isChunked else { return WebAnswer(status: status, headers: headers, body: rest) }
        var reader = self
        var body: [UInt8] = []
        while let (chunk, isLast) = reader.nextChunk() {
            body += chunk
            if isLast { return WebAnswer(status: status, headers: headers, body: body) }
        }
        return nil
    }

    /// The next chunk of a stream, nil: some of it is missing.
    mutating func nextChunk() -> (bytes: [UInt8], isLast: Bool)? {
        guard let end = Self.find([13, 10], in: rest),
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), rest.count >= end + size + 4
        else { return nil }
        let chunk = Array(rest[(end + 2)..<(end + 2 + size)])
        rest.removeFirst(end + size + 4)
        return (chunk, size == 0)
    }

    private static func find(_ pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= pattern.count else { return nil }
        var index = 0
        while index <= bytes.count - pattern.count {
            if bytes[index] == pattern[0], bytes[index..<(index + pattern.count)].elementsEqual(pattern) {
                return index
            }
            index += 1
        }
        return nil
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}

/// A stream of server-sent events.
final class EventClient: Sendable {
    struct Event: Sendable, Equatable {
        var id: String?
        var kind = ""
        var data = Value.null

        /// The number behind the epoch.
        var sequence: Int64? { id.flatMap { $0.split(separator: "-").last }.flatMap { Int64($0) } }
    }

    private let connection: WebConnection
    private let events: AsyncStream<Event>
    private let reading: Task<Void, Never>

    /// - Throws: `NoAnswer` with an answer that is no stream.
    static func open(_ address: WebAddress, _ request: WebRequest) async throws -> EventClient {
        let (connection, reader) = try await WebConnection.pool.run { try Self.begin(address, request) }
        return EventClient(connection, reader)
    }

    private static func begin(
        _ address: WebAddress, _ request: WebRequest
    ) throws -> (WebConnection, WebAnswerReader) {
        let connection = try WebConnection(address)
        try connection.send(request)
        var bytes: [UInt8] = []
        while true {
            let more = try connection.receive()
            if more.isEmpty { throw NoAnswer(bytes: String(decoding: bytes, as: UTF8.self)) }
            bytes += more
            guard let reader = WebAnswerReader(bytes) else { continue }
            if reader.status == 200 { return (connection, reader) }
            throw NoAnswer(bytes: String(decoding: bytes, as: UTF8.self))
        }
    }

    private init(_ connection: WebConnection, _ reader: WebAnswerReader) {
        self.connection = connection
        let (events, found) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        reading = Task {
            // A connection that was cut ends the stream as its end does.
            try? await WebConnection.pool.run { try Self.read(reader, from: connection) { found.yield($0) } }
            found.finish()
        }
    }

    deinit { connection.close() }

    /// Blocks until the stream ends.
    private static func read(
        _ head: WebAnswerReader, from connection: WebConnection, _ found: (Event) -> Void
    ) throws {
        var reader = head
        var parser = EventParser()
        while true {
            while let (chunk, isLast) = reader.nextChunk() {
                for event in parser.add(chunk) { found(event) }
                if isLast { return }
            }
            let more = try connection.receive()
            if more.isEmpty { return }
            reader.add(more)
        }
    }

    /// The events up to the first that matches, which is the last; all when the stream ends before.
    func events(until isLast: @Sendable (Event) -> Bool) async -> [Event] {
        var found: [Event] = []
        for await event in events {
            found.append(event)
            if isLast(event) { return found }
        }
        return found
    }

    /// Leaves, and waits until the thread that reads is free.
    func leave() async {
        connection.close()
        await reading.value
    }
}

/// Reads an event stream (WHATWG HTML, 9.2.6), as far as the server writes it.
private struct EventParser {
    private var text: [UInt8] = []
    private var event = EventClient.Event()

    mutating func add(_ bytes: [UInt8]) -> [EventClient.Event] {
        text += bytes
        var found: [EventClient.Event] = []
        while let end = text.firstIndex(of: 10) {
            let line = String(decoding: text[..<end], as: UTF8.self)
            text.removeSubrange(...end)
            if line.isEmpty {
                if !event.kind.isEmpty { found.append(event) }
                event = EventClient.Event()
            } else if line.hasPrefix("id: ") {
                event.id = String(line.dropFirst(4))
            } else if line.hasPrefix("event: ") {
                event.kind = String(line.dropFirst(7))
            } else if line.hasPrefix("data: ") {
                event.data = (try? Value(json: String(line.dropFirst(6)))) ?? .string(line)
            }
        }
        return found
    }
}
