internal import Glibc
internal import HTTPMessages
internal import HTTPServer
internal import Platform

/// A client that sends and receives bytes as it likes. Its calls block their thread, so that tests run them on a pool.
final class RawClient: Sendable {
    let socket: FileDescriptor

    /// - Parameter window: of the receive buffer; nil: the system's.
    init(_ listener: HTTPServer.Listener, window: Int32? = nil) throws {
        switch listener {
        case .tcp(let address, let port): socket = try TCPSocket.connect(host: address, port: port)
        case .unix(let path, _): socket = try UnixSocket.connect(to: path, timeout: .seconds(60))
        }
        // So that a server that never answers fails a test instead of stopping it.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket.number, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        if var window {
            setsockopt(socket.number, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// - Throws: `SystemError` when the server has closed the connection.
    func send(_ text: String) throws { try send(Array(text.utf8)) }

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

    /// Says that no more is sent.
    func endSending() { shutdown(socket.number, Int32(SHUT_WR)) }

    /// Some bytes; empty: the server has closed the connection.
    func receive(atMost count: Int = 65_536) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = try systemCall("receive") { recv(socket.number, &bytes, count, 0) }
        return Array(bytes[..<received])
    }

    /// All bytes until the server closes the connection, be it with a reset.
    func receiveAll() throws -> [UInt8] {
        var result: [UInt8] = []
        while true {
            do {
                let bytes = try receive()
                if bytes.isEmpty { return result }
                result += bytes
            } catch let error as SystemError where error.code == ECONNRESET {
                return result
            }
        }
    }

    /// One answer, whose end its length, its chunks or the end of the connection tells.
    func answer(toHead isHead: Bool = false, after before: [UInt8] = []) throws -> RawAnswer {
        var bytes = before
        let lastChunk = Array("0\r\n\r\n".utf8)
        while true {
            // To go through many chunks each time would take long.
            let isLong = bytes.count > 65_536 && String(decoding: bytes.prefix(512), as: UTF8.self).contains("chunked")
            if !isLong || bytes.suffix(5).elementsEqual(lastChunk),
                let answer = RawAnswer(bytes, isHead: isHead, hasEnded: false)
            {
                return answer
            }
            let more = try receive()
            if more.isEmpty {
                guard let answer = RawAnswer(bytes, isHead: isHead, hasEnded: true) else {
                    throw NoAnswer(bytes: String(decoding: bytes, as: UTF8.self))
                }
                return answer
            }
            bytes += more
        }
    }

    /// Two answers to requests that are sent in one go, so that each byte between them shows.
    func askBoth(_ first: String, _ second: String) throws -> (RawAnswer, RawAnswer) {
        try send(first + second)
        let answer = try answer(toHead: first.hasPrefix("HEAD "))
        return (answer, try self.answer(after: answer.rest))
    }

    /// Sends a request and waits for the answer.
    func ask(_ text: String) throws -> RawAnswer {
        try send(text)
        return try answer(toHead: text.hasPrefix("HEAD "))
    }
}

struct NoAnswer: Error {
    let bytes: String
}

/// An answer, read without the help of what is tested.
struct RawAnswer {
    let status: Int
    let reason: String
    let headers: HTTPHeaders
    let body: [UInt8]
    /// What came after it.
    let rest: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// nil: it is not complete.
    init?(_ bytes: [UInt8], isHead: Bool, hasEnded: Bool) {
        guard let end = Self.find([13, 10, 13, 10], in: bytes, from: 0) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        let first = lines[0].split(separator: " ", maxSplits: 2)
        guard first.count >= 2, let status = Int(first[1]) else { return nil }
        self.status = status
        reason = first.count > 2 ? String(first[2]) : ""
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            headers.add(String(line[..<colon]), String(line[line.index(after: colon)...]))
        }
        self.headers = headers
        let start = end + 4
        if isHead || status == 204 || status == 304 || status < 200 {
            (body, rest) = ([], Array(bytes[start...]))
        } else if let length = headers["Content-Length"].flatMap(Int.init) {
            guard bytes.count >= start + length || hasEnded else { return nil }
            let stop = min(start + length, bytes.count)
            (body, rest) = (Array(bytes[start..<stop]), Array(bytes[stop...]))
        } else if headers["Transfer-Encoding"] == "chunked" {
            guard let (body, stop) = Self.chunks(bytes, from: start) else { return nil }
            (self.body, rest) = (body, Array(bytes[stop...]))
        } else {
            guard hasEnded else { return nil }
            (body, rest) = (Array(bytes[start...]), [])
        }
    }

    private static func chunks(_ bytes: [UInt8], from start: Int) -> (body: [UInt8], end: Int)? {
        var body: [UInt8] = []
        var place = start
        while let end = find([13, 10], in: bytes, from: place) {
            guard let size = Int(String(decoding: bytes[place..<end], as: UTF8.self), radix: 16),
                bytes.count >= end + 2 + size + 2
            else { return nil }
            body += bytes[(end + 2)..<(end + 2 + size)]
            place = end + 2 + size + 2
            if size == 0 { return (body, place) }
        }
        return nil
    }

    private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= start + pattern.count else { return nil }
        return (start...(bytes.count - pattern.count)).first { place in
            pattern.indices.allSatisfy { bytes[place + $0] == pattern[$0] }
        }
    }
}
