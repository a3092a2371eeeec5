internal import CompassTesting
internal import Glibc
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct HTTPServerTests {
    @Test("a GET: its path, query, headers and peer reach the handler, and the answer the client")
    func get() async throws {
        try await withServer { request in
            .text(
                "\(request.method) \(request.path) \(request.query("q") ?? "-") \(request.headers["x-a"] ?? "-") \(request.peer)"
            )
        } body: { server in
            let answer = try await server.ask("GET /a/b%20c?q=1+2 HTTP/1.1\r\nHost: h\r\nX-A: v\r\n\r\n")
            #expect(answer.status == 200)
            #expect(answer.reason == "OK")
            #expect(answer.text == #"GET ["a", "b c"] 1 2 v 127.0.0.1"#)
            #expect(answer.headers["Date"].flatMap { HTTPDate.read($0) } != nil)
        }
    }

    @Test("requests one after the other and in one go: one connection answers all in their order")
    func pipelining() async throws {
        try await withServer {
            .text($0.target)
        } body: { server in
            let texts = try await server.client { client in
                var texts: [String] = []
                for index in 0..<3 { texts.append(try client.ask("GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n").text) }
                try client.send((3..<20).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
                var rest: [UInt8] = []
                for _ in 3..<20 {
                    let answer = try client.answer(after: rest)
                    texts.append(answer.text)
                    rest = answer.rest
                }
                return texts
            }
            #expect(texts == (0..<20).map { "/\($0)" })
            #expect(server.server.figures.accepted == 1)
        }
    }

    @Test("a body with a length and one in chunks: the handler gets it whole")
    func bodies() async throws {
        try await withServer { request in
            do {
                return .text(
                    "\(request.body.length.map(String.init) ?? "-") \(try await request.body.collect(atMost: 1 << 20).count)"
                )
            } catch {
                return .text("\(error)", status: 413)
            }
        } body: { server in
            let sized = try await server.client { client in
                try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n")
                try client.send([UInt8](repeating: 97, count: 1_000_000))
                let first = try client.answer()
                return [
                    first,
                    try client.ask(
                        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
                    ),
                ]
            }
            #expect(sized.map(\.text) == ["1000000 1000000", "- 5"])
            #expect(server.server.figures.bytesIn == 1_000_005)
        }
    }

    @Test("a stream: it comes in chunks, and its end is told")
    func stream() async throws {
        try await withServer { _ in
            HTTPResponse(
                status: 200,
                body: .stream(length: nil) { writer in
                    for index in 0..<100 { try await writer.write([UInt8](repeating: UInt8(index), count: 10_000)) }
                })
        } body: { server in
            let answer = try await server.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(answer.headers["Transfer-Encoding"] == "chunked")
            var sent: [UInt8] = []
            for index in 0..<100 { sent += [UInt8](repeating: UInt8(index), count: 10_000) }
            #expect(answer.body == sent)
        }
    }

    @Test("a part of a file: these bytes, and no more")
    func file() async throws {
        let folder = try TestFolder()
        let path = try folder.write("f", (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        try await withServer { _ in
            HTTPResponse(status: 206, body: .file(file, offset: 1_000, count: 150_000))
        } body: { server in
            let answer = try await server.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(answer.body == (1_000..<151_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        }
    }
}
