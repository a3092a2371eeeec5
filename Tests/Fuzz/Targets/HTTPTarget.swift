import Glibc
import Platform

/// Whoever talks to the server gets an answer that is no fault of the server's, or is cut; it never goes on for ever.
///
/// An input is a request: its first line without the version, its header lines, an empty line and its body. `TOKEN`, `DOCUMENT`,
/// `UPLOAD` and `RUN` in it stand for those of the served workspace, which the fuzzer could not guess. An input that begins
/// with `!` is sent as it is, and nothing behind it.
enum HTTPTarget: FuzzTarget {
    static let name = "http"

    private static let workspace = FuzzedWorkspace()
    private static let emptyLine: [UInt8] = [10, 10]

    static func run(_ input: [UInt8]) {
        let input = workspace.filled(input)
        if input.first == UInt8(ascii: "!") {
            _ = exchange(Array(input.dropFirst()), isWhole: false)
            return
        }
        let answer = exchange(request(input), isWhole: true)
        guard !answer.isEmpty else { return }
        let head = Array("HTTP/1.1 ".utf8)
        require(answer.starts(with: head), "an answer is HTTP: \(String(decoding: answer.prefix(100), as: UTF8.self))")
        let status = Int(String(decoding: answer[head.count...].prefix(3), as: UTF8.self)) ?? 0
        let isFault = status < 100 || status >= 500 && ![501, 503, 505, 507].contains(status)
        require(!isFault, "no fault of the server:\n\(text(input))\n\(text(answer))")
    }

    /// As a sound client frames it, whatever its parts are.
    private static func request(_ input: [UInt8]) -> [UInt8] {
        let end = (0...max(0, input.count - 2)).first { input[$0...].starts(with: emptyLine) } ?? input.count
        let lines = input[..<end].split(separator: 10, omittingEmptySubsequences: true)
        let body = input[min(input.count, end + emptyLine.count)...]
        var bytes = Array(lines.first ?? []) + Array(" HTTP/1.1\r\n".utf8)
        for line in lines.dropFirst() { bytes += line + [13, 10] }
        bytes += Array("Host: localhost\r\nX-Forwarded-For: \(workspace.nextAddress())\r\nConnection: close\r\n".utf8)
        return bytes + Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    /// All that comes until the server closes the connection; of events, the first.
    ///
    /// - Parameter isWhole: else the client says that it sends no more, for which the server closes the connection.
    private static func exchange(_ request: [UInt8], isWhole: Bool) -> [UInt8] {
        let socket = required("the server can be reached") {
            try UnixSocket.connect(to: workspace.socket, timeout: .seconds(30))
        }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket.number, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var start = 0
        while start < request.count {
            let count = request.withUnsafeBytes {
                send(socket.number, $0.baseAddress?.advanced(by: start), $0.count - start, Int32(MSG_NOSIGNAL))
            }
            // libFuzzer has a timer.
            if count < 0, errno == EINTR { continue }
            // It may answer and close before it has read everything.
            if count < 0, errno == EPIPE || errno == ECONNRESET { break }
            require(count > 0, "a request can be sent: \(errno)")
            start += count
        }
        if !isWhole { shutdown(socket.number, Int32(SHUT_WR)) }
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket.number, &piece, piece.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == ECONNRESET { return answer }
            require(count >= 0, "the connection ends: \(errno) behind\n\(text(request))\n\(text(answer))")
            if count == 0 { return answer }
            answer += piece[..<count]
            // It goes on for as long as the client likes.
            if text(answer).contains("text/event-stream") { return answer }
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(4_096), as: UTF8.self) }
}
