internal import CompassTesting
internal import Glibc
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Testing

/// How answers are sent.
@Suite(.timeLimit(.minutes(2)))
struct AnswerTests {
    private static func answer(_ request: HTTPRequest, file: FileDescriptor) -> HTTPResponse {
        let produce: @Sendable (HTTPWriter) async throws -> Void = { try await $0.write(Array("stream".utf8)) }
        return switch request.path.first {
        case "none": HTTPResponse(status: 200)
        case "bytes": HTTPResponse(status: 200, body: .bytes(Array("bytes".utf8)))
        case "file": HTTPResponse(status: 200, body: .file(file, offset: 1, count: 3))
        case "sized": HTTPResponse(status: 200, body: .stream(length: 6, produce))
        case "stream": HTTPResponse(status: 200, body: .stream(length: nil, produce))
        case let status:
            HTTPResponse(status: status.flatMap { Int($0) } ?? 404, headers: ["X": "y"], body: .bytes([97]))
        }
    }

    private func file() throws -> FileDescriptor {
        let folder = try TestFolder()
        return try FileDescriptor.open(try folder.write("f", Array("abcdef".utf8)), flags: O_RDONLY)
    }

    @Test(
        "HEAD and HTTP/1.0: the header of GET, and bodies that end with the connection",
        arguments: [
            ("none", "", "0"), ("bytes", "bytes", "5"), ("file", "bcd", "3"), ("sized", "stream", "6"),
            ("stream", "stream", nil),
        ] as [(String, String, String?)])
    func heads(_ name: String, _ text: String, _ length: String?) async throws {
        let file = try file()
        try await withServer {
            Self.answer($0, file: file)
        } body: { server in
            let (get, head) = try await server.client { client in
                let (head, get) = (
                    "HEAD /\(name) HTTP/1.1\r\nHost: h\r\n\r\n", "GET /\(name) HTTP/1.1\r\nHost: h\r\n\r\n"
                )
                if length == nil {
                    let answer = try client.ask(get)
                    try client.send(head)
                    let bytes = try client.receiveAll()
                    return (answer, try #require(RawAnswer(bytes, isHead: true, hasEnded: true)))
                }
                let (first, second) = try client.askBoth(head, get)
                return (second, first)
            }
            #expect(get.text == text)
            #expect(get.headers["Content-Length"] == length)
            #expect(head.headers["Content-Length"] == length)
            #expect(length != nil || head.rest.isEmpty)
            let old = try await server.client { client in
                try client.send("GET /\(name) HTTP/1.0\r\n\r\n")
                return try RawAnswer(client.receiveAll(), isHead: false, hasEnded: true)
            }
            #expect(old?.text == text)
            #expect(old?.headers["Transfer-Encoding"] == nil)
            let kept = try await server.ask("GET /\(name) HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(kept.text == text)
        }
    }

    @Test(
        "statuses: 204 has no length, 304 the length of what it stands for, and those that do not exist are 500",
        arguments: [
            (200, 200, "1"), (204, 204, nil), (304, 304, "1"), (404, 404, "1"), (507, 507, "1"), (100, 500, "47"),
            (42, 500, "47"),
            (1_000, 500, "47"),
        ] as [(Int, Int, String?)])
    func statuses(_ status: Int, _ expected: Int, _ length: String?) async throws {
        let file = try file()
        try await withServer {
            Self.answer($0, file: file)
        } body: { server in
            let (answer, next) = try await server.client { client in
                try client.askBoth(
                    "GET /\(status) HTTP/1.1\r\nHost: h\r\n\r\n", "GET /bytes HTTP/1.1\r\nHost: h\r\n\r\n")
            }
            #expect(answer.status == expected)
            #expect(answer.headers["Content-Length"] == length)
            #expect(answer.headers["X"] == (status == expected ? "y" : nil))
            #expect(next.text == "bytes")
        }
    }

    @Test("304 without a length to tell: none is told, no byte follows, and the connection is closed")
    func notModified() async throws {
        try await withServer { _ in
            HTTPResponse(status: 304, headers: ["ETag": "\"a\""])
        } body: { server in
            let bytes = try await server.client { client in
                try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                return try client.receiveAll()
            }
            let answer = try #require(RawAnswer(bytes, isHead: false, hasEnded: true))
            #expect(answer.headers["ETag"] == "\"a\"")
            #expect(answer.headers["Content-Length"] == nil && answer.headers["Transfer-Encoding"] == nil)
            #expect(answer.rest.isEmpty)
        }
    }

    @Test("headers that belong to the server: they are its own, and Connection: close closes")
    func ownHeaders() async throws {
        try await withServer { _ in
            HTTPResponse(
                status: 200,
                headers: [
                    "Content-Length": "9", "Transfer-Encoding": "gzip", "Connection": "close", "Empty": "", "A": "b",
                ],
                body: .bytes([97]))
        } body: { server in
            let answer = try await server.client { client in
                try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                return try RawAnswer(client.receiveAll(), isHead: false, hasEnded: true)
            }
            #expect(answer?.text == "a")
            #expect(answer?.headers["Content-Length"] == "1")
            #expect(answer?.headers["Transfer-Encoding"] == nil)
            #expect(answer?.headers["A"] == "b")
        }
    }

    @Test(
        "a stream that breaks off, or has the wrong length: the client sees that it is not whole",
        arguments: [
            (nil, 3, true), (6, 3, false), (2, 3, false),
        ] as [(Int64?, Int, Bool)])
    func brokenStreams(_ length: Int64?, _ count: Int, _ fails: Bool) async throws {
        struct Failure: Error {}
        try await withServer { _ in
            HTTPResponse(
                status: 200,
                body: .stream(length: length) { writer in
                    try await writer.write([UInt8](repeating: 97, count: count))
                    if fails { throw Failure() }
                })
        } body: { server in
            let bytes = try await server.client { client in
                try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                return try client.receiveAll()
            }
            if let length {
                let answer = RawAnswer(bytes, isHead: false, hasEnded: true)
                #expect(answer.map { Int64($0.body.count) < length } ?? true)
            } else {
                #expect(RawAnswer(bytes, isHead: false, hasEnded: false) == nil)
            }
            let event = await server.events.first()
            guard case .streamFailed = event else {
                Issue.record("\(event)")
                return
            }
        }
    }

    @Test("a Unix socket: it is served, protected, and removed at the end")
    func unix() async throws {
        let folder = try TestFolder()
        let path = folder.file("socket")
        try await withServer(.unix(path)) {
            .text("\($0.peer)")
        } body: { server in
            let found = try await server.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text
            #expect(found == "unix")
            #expect(throws: HTTPServerError.self) {
                try HTTPServer(listener: .unix(path), handler: Handler { _ in .text("") })
            }
        }
        #expect(throws: SystemError.self) { try FileStatus.of(path, followingLinks: false) }
        let stale = try UnixSocket.listen(at: path)
        _ = consume stale
        try await withServer(.unix(path)) {
            .text("\($0.peer)")
        } body: { server in
            let found = try await server.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text
            #expect(found == "unix")
        }
    }

    @Test(
        "a Unix socket is its owner's alone, or its group's too where that is said, whatever the umask",
        arguments: [(false, 0o600), (true, 0o660)] as [(Bool, UInt32)])
    func rights(_ group: Bool, _ mode: UInt32) async throws {
        let folder = try TestFolder()
        let path = folder.file("socket")
        try await withServer(.unix(path, group: group)) { _ in
            .text("")
        } body: { _ in
            let found = try FileStatus.of(path, followingLinks: false).mode
            #expect(found == mode)
        }
    }

    @Test(
        "logs show where a server listens as people write addresses",
        arguments: [
            (.tcp(address: "127.0.0.1", port: 8080), "127.0.0.1:8080"), (.tcp(address: "::1", port: 80), "[::1]:80"),
            (.unix("/run/compass.sock"), "/run/compass.sock"),
        ] as [(HTTPServer.Listener, String)])
    func listenerText(listener: HTTPServer.Listener, text: String) {
        #expect("\(listener)" == text)
    }

    @Test("a port that somebody listens at, and what is no address: errors that say so")
    func busyPort() async throws {
        try await withServer { _ in
            .text("")
        } body: { server in
            let error = #expect(throws: HTTPServerError.self) {
                try HTTPServer(
                    listener: .tcp(address: "127.0.0.1", port: server.port), handler: Handler { _ in .text("") })
            }
            #expect(
                error.map { "\($0)" }
                    == "The server cannot start: cannot listen at 127.0.0.1:\(server.port): Address already in use (EADDRINUSE). "
                    + "Another program listens there: end it, or choose another place.")
        }
        #expect(throws: HTTPServerError.self) {
            try HTTPServer(listener: .tcp(address: "localhost", port: 0), handler: Handler { _ in .text("") })
        }
        try await withServer(.tcp(address: "::1", port: 0)) {
            .text("\($0.peer)")
        } body: { server in
            let found = try await server.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text
            #expect(found == "::1")
        }
    }
}
