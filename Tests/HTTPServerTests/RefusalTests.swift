internal import HTTPMessages
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
        // Lines that go on: they are no other fields, and say nothing of what was said before.
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n\t3\r\n\r\nabc", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n 4\r\n\r\nabcd", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\nD: e\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n \r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: x\u{0}y\r\nB: z\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: x\u{0}\r\nB: z\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: x\u{0}y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: x\u{0}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA:\u{0}\u{0}\u{0}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\u{0}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: x\ry\r\n\r\n", 400),
        ("GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET\t/a\tHTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("\r\n /a HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\r\n\r\n", 400),
        ("GET / HTCPCP/1.0\r\n\r\n", 400),
        ("GET / HTTP/11\r\nHost: h\r\n\r\n", 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("GET  /a HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a\tb HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a\u{0}b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n\r\nabc", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: \r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked \r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3 \r\n\r\nabc", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length:3\t\r\n\r\nabc", 400),
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
            // In our words, but where more has come than is looked at.
            #expect(!answer.text.lowercased().contains("<html") || [414, 431].contains(status), "\(answer.text)")
            #expect(server.server.figures.requests == 0)
            let found = try await server.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text
            #expect(found == "handled")
        }
    }

    /// Which nobody looks at before libmicrohttpd does.
    static let later = [
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n\t3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n 4\r\n\r\nabcd",
        "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n \r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nA: x\u{0}y\r\nB: z\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nA: x\u{0}\r\n\r\n", "GET /a\u{0}b HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: \r\n\r\n0\r\n\r\n",
    ]

    @Test("what is no sound request behind one that is: it is refused in our words as well", arguments: later)
    func refusedLater(_ request: String) async throws {
        try await withServer { _ in
            .text("handled")
        } body: { server in
            let answer = try await server.client { client in
                _ = try client.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                let answer = try client.ask(request)
                #expect(try client.receiveAll().isEmpty)
                return answer
            }
            #expect(answer.status == 400 && !answer.text.lowercased().contains("<html"), "\(answer.text)")
            #expect(server.server.figures.requests == 1)
        }
    }

    /// Chunks that end elsewhere for whoever wants CR LF, or looks for it within an extension, and some that end there for all.
    static let chunks = [
        "3\r\nabc\r\n0\r\n\r\n", "3\nabc\r\n0\r\n\r\n", "3\r\nabc\n0\r\n\r\n", "3\r\nabc\r\n0\n\n",
        "3;a\nabc\r\n0\r\n\r\n", "3;a=\"\nabc\r\n0\r\n\r\n", "3;a\u{0}\r\nabc\r\n0\r\n\r\n",
        "3\r\nabc\r\n0\r\nContent-Length: 9\r\n\r\n",
    ]

    @Test("what comes behind a body in chunks: it is no request, and the connection is closed", arguments: chunks)
    func behindChunks(_ body: String) async throws {
        try await withServer { request in
            .text("\((try? await request.body.collect(atMost: 9).count) ?? -1)")
        } body: { server in
            let answer = try await server.client { client in
                let head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                let answer = try client.ask(head + body + "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.receiveAll().isEmpty)
                return answer
            }
            #expect(answer.text == "3" && answer.headers["Connection"] == "close")
            #expect(server.server.figures.requests == 1)
        }
    }

    @Test("a head that comes in pieces, or with lines that end in LF alone: it is understood")
    func pieces() async throws {
        try await withServer {
            .text("\($0.headers["A"] ?? "-") \($0.headers["B"]?.utf8.count ?? -1) \($0.headers["C"] ?? "-")")
        } body: { server in
            let long = String(repeating: "x", count: 20_000)
            let expected = "a\tb 20000 "
            for end in ["\r\n", "\n"] {
                let head = ["GET / HTTP/1.1", "Host: h", "A: \t a\tb \t", "B:\(long)", "C:", "", ""].joined(
                    separator: end)
                let found = try await server.client { client in
                    for start in stride(from: 0, to: head.utf8.count, by: 997) {
                        try client.send(Array(Array(head.utf8)[start..<min(start + 997, head.utf8.count)]))
                    }
                    return try client.answer().text
                }
                #expect(found == expected)
            }
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
