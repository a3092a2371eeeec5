internal import HTTPServer
internal import Testing

/// What libmicrohttpd or we do not let through.
@Suite(.timeLimit(.minutes(2)))
struct RefusalTests {
    static let table: [(String, Int)] = [
        ("GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /%ff HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a%00b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a%0ab HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a/../b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a/%2e%2E/b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /./a HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a%2fb HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /?a=%z HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET a HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET http://u:p@h/ HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n", 501),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : h\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA\u{1}: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: x\u{1}y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nnothing\r\n\r\n", 400),
        ("G(T / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +3\r\n\r\nabc", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3, 3\r\n\r\nabc", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999999999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: identity\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n", 501),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nExpect: miracles\r\n\r\n", 417),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: \(String(repeating: "x", count: 40_000))\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: \(String(repeating: "x", count: 400_000))\r\n\r\n", 431),
        ("GET /\(String(repeating: "x", count: 400_000)) HTTP/1.1\r\nHost: h\r\n\r\n", 414),
    ]

    @Test(
        "a request that is no sound one: it is refused, its connection closed, and no handler called", arguments: table)
    func refused(_ request: String, _ status: Int) async throws {
        try await withServer { _ in
            .text("handled")
        } body: { server in
            let answer = try await server.client { client in
                try client.send(request)
                let answer = try client.answer()
                #expect(try client.receiveAll().isEmpty)
                return answer
            }
            #expect(answer.status == status)
            #expect(server.server.figures.requests == 0)
            let found = try await server.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text
            #expect(found == "handled")
        }
    }

    @Test(
        "what is no first line of a request: the connection is closed, and no handler called",
        arguments: [
            "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", "GET /\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
            "GET / HTCPCP/1.0\r\n\r\n",
        ])
    func closed(_ request: String) async throws {
        try await withServer { _ in
            .text("handled")
        } body: { server in
            let bytes = try await server.client { client in
                try client.send(request)
                return try client.receiveAll()
            }
            #expect((RawAnswer(bytes, isHead: false, hasEnded: true)?.status ?? 400) >= 400)
            #expect(server.server.figures.requests == 0)
        }
    }

    @Test(
        "forms of the target: each is understood",
        arguments: [
            ("GET http://other:8080/a?b#c HTTP/1.1", "/a?b#c [\"a\"] other:8080"),
            ("GET http://other HTTP/1.1", "/ [] other"),
            ("GET https://other?x=1 HTTP/1.1", "/?x=1 [] other"), ("OPTIONS * HTTP/1.1", "* [] h"),
            ("GET /a//b/ HTTP/1.1", #"/a//b/ ["a", "", "b", ""] h"#),
            ("GET /a;b=c/%C3%A9 HTTP/1.1", #"/a;b=c/%C3%A9 ["a;b=c", "é"] h"#),
            ("BREW /... HTTP/1.1", #"/... ["..."] h"#), ("GET / HTTP/1.1", "/ [] h"),
        ])
    func targets(_ line: String, _ expected: String) async throws {
        try await withServer {
            .text("\($0.target) \($0.path) \($0.authority ?? "-")")
        } body: { server in
            let found = try await server.ask("\(line)\r\nHost: h\r\n\r\n").text
            #expect(found == expected)
        }
    }
}
