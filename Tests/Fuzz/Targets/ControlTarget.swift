import Glibc
import Platform

@testable import Service

/// Whoever talks to the control socket gets one answer in HTTP, the same whether the request comes at once or in pieces.
enum ControlTarget: FuzzTarget {
    static let name = "control"

    static func run(_ input: [UInt8]) {
        let answer = answer(to: input, inPiecesOf: max(1, input.count))
        require(self.answer(to: input, inPiecesOf: 7) == answer, "pieces are answered as the whole")
        guard case .complete(let request) = ControlRequest.read(input) else {
            require(answer.isEmpty || status(of: answer) != 200, "what is no request is refused or not answered")
            return
        }
        require(request.path.hasPrefix("/") && !request.path.contains("?"), "`\(request.path)` is a path")
        require(status(of: answer) == 200, "a request is answered")
        let end = required(headEnd(of: answer), "the head of an answer ends")
        let body = request.method == "HEAD" ? [] : body(for: request)
        require(Array(answer[end...]) == body, "the answer is to the request")
    }

    /// As a client does that sends, says that this was all, and reads what comes.
    private static func answer(to input: [UInt8], inPiecesOf size: Int) -> [UInt8] {
        let (server, caller) = required("a pair of sockets") { try UnixSocket.pair() }
        require(fcntl(server.number, F_SETFL, O_NONBLOCK) == 0, "the server does not block")
        var client = ControlClient(server, since: .now, timeout: .seconds(60))
        for start in stride(from: 0, to: input.count, by: size) {
            // It closes behind a request, and what is sent then is lost.
            if client.isDone { break }
            let piece = input[start..<min(input.count, start + size)]
            required("the request can be sent") { try caller.write(Array(piece)) }
            client.advance(respond)
        }
        shutdown(caller.number, Int32(SHUT_WR))
        client.advance(respond)
        require(client.isDone, "a client that has said all is done")
        return withExtendedLifetime(client) {
            shutdown(server.number, Int32(SHUT_RDWR))
            return required("the answer can be read") { try caller.readToEnd(limit: 1 << 20) }
        }
    }

    private static func respond(_ request: ControlRequest) -> ControlResponse {
        ControlResponse("text/plain", body(for: request))
    }

    private static func body(for request: ControlRequest) -> [UInt8] {
        Array("\(request.method) \(request.path)\n".utf8)
    }

    private static func status(of answer: [UInt8]) -> Int? {
        let head = Array("HTTP/1.0 ".utf8)
        guard answer.starts(with: head) else { return nil }
        return Int(String(decoding: answer[head.count...].prefix(3), as: UTF8.self))
    }

    private static func headEnd(of answer: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        return answer.indices.first { answer[$0...].starts(with: end) }.map { $0 + end.count }
    }
}
