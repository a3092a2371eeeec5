internal import CompassTesting
internal import Glibc
internal import HTTPServer
internal import Platform
internal import Synchronization
internal import Testing

/// Clients that ask for too much, or too slowly.
@Suite(.timeLimit(.minutes(2)))
struct LimitTests {
    /// The first cut.
    private func cut(_ server: RunningServer) async -> HTTPServerLimit? {
        if case .cut(_, let limit) = await server.events.first() { limit } else { nil }
    }

    @Test(
        "a head that does not come to its end, a first line as well as later ones: cut",
        arguments: [
            "", "GE", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n",
        ])
    func slowHead(_ start: String) async throws {
        try await withServer(limits: { $0.headTime = .milliseconds(50) }) { _ in
            .text("")
        } body: { server in
            let bytes = try await server.client { client in
                try client.send(start)
                return try client.receiveAll()
            }
            #expect(bytes.isEmpty)
            #expect(await cut(server) == .head)
            #expect(server.server.figures.cut == 1)
        }
    }

    @Test("a connection that waits for a request: cut, and a slow second head as well")
    func idle() async throws {
        try await withServer(limits: { $0.idleTime = .milliseconds(50) }) { _ in
            .text("")
        } body: { server in
            _ = try await server.client { client in
                _ = try client.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                // No first line comes to its end.
                try client.send("GET /")
                return try client.receiveAll()
            }
            #expect(await cut(server) == .idle)
        }
    }

    @Test("a handler that takes longer than limits of time: none counts while it works")
    func slowHandler() async throws {
        let gate = Gate()
        let short: Duration = .milliseconds(20)
        try await withServer(limits: { ($0.idleTime, $0.bodyTime, $0.readingTime) = (short, short, short) }) {
            request in
            if request.path == ["slow"] { await gate.wait() }
            return .text("done")
        } body: { server in
            defer { gate.open() }
            let client = try RawClient(server.address)
            try client.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
            // Twice, a limit passes on another connection meanwhile, which on a busy machine is cut before it has asked.
            for _ in 0..<2 {
                _ = try await server.client { other in
                    _ = try? other.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                    return try? other.receiveAll()
                }
            }
            gate.open()
            let text = try await clients.run { try client.answer().text }
            #expect(text == "done")
        }
    }

    @Test("a body that comes too slowly: bodyTooSlow, 408, and cut", arguments: ["", "abc"])
    func slowBody(_ start: String) async throws {
        let errors = Recorder<String>()
        try await withServer(limits: { $0.bodyTime = .milliseconds(50) }) { request in
            do {
                _ = try await request.body.collect(atMost: 1_000)
            } catch {
                errors.record("\(error)")
            }
            return .text("")
        } body: { server in
            let bytes = try await server.client { client in
                try client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n\(start)")
                return try client.receiveAll()
            }
            #expect(RawAnswer(bytes, isHead: false, hasEnded: true)?.status == 408)
            #expect(await errors.first() == "\(HTTPServerError.bodyTooSlow)")
            #expect(await cut(server) == .body)
        }
    }

    @Test("a client that does not read its answer: cut, while others are served", arguments: [true, false])
    func stoppedReader(_ isFile: Bool) async throws {
        let folder = try TestFolder()
        let bytes = [UInt8](repeating: 97, count: 16 << 20)
        let file = try FileDescriptor.open(try folder.write("f", bytes), flags: O_RDONLY)
        try await withServer(limits: { $0.readingTime = .milliseconds(50) }) { request in
            if request.path == ["small"] { return .text("small") }
            return HTTPResponse(status: 200, body: isFile ? .file(file, offset: 0, count: 16 << 20) : .bytes(bytes))
        } body: { server in
            let client = try RawClient(server.address, window: 4_096)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(await cut(server) == .reading)
            let found = try await server.client { client in
                let text = try client.ask("GET /small HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").text
                // It is counted before the connection is closed.
                _ = try client.receiveAll()
                return text
            }
            #expect(found == "small")
            // The other one is not counted as sent.
            #expect(server.server.figures.bytesOut == 5)
        }
    }

    @Test("more connections of one address than allowed: the newest is refused, the others go on")
    func floodOfAddress() async throws {
        try await withServer(limits: { $0.connectionsPerAddress = 5 }) { _ in
            .text("served")
        } body: { server in
            let held = try (0..<5).map { _ in try RawClient(server.address) }
            // Let in, since they were answered.
            for client in held {
                #expect(try await clients.run { try client.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text } == "served")
            }
            for _ in 0..<20 {
                #expect(try await server.client { try $0.receiveAll() }.isEmpty)
            }
            for client in held {
                #expect(try await clients.run { try client.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text } == "served")
            }
            #expect(server.server.figures.refused == 20)
            #expect(server.server.figures.connections == 5)
            guard case .refused(_, .connectionsOfAddress) = server.events.items.first else {
                Issue.record("no event")
                return
            }
        }
    }

    @Test("more connections than allowed: whoever idles longest is cut, and everybody who asks is served")
    func floodOfIdle() async throws {
        try await withServer(limits: { ($0.connections, $0.connectionsPerAddress) = (5, 1_000) }) { _ in
            .text("served")
        } body: { server in
            var idle: [RawClient] = []
            for number in 0..<100 {
                idle.append(try RawClient(server.address))
                // Within a head, and before one.
                if number % 2 == 0 { try idle[number].send("GET / HT") }
                if number % 10 == 9 {
                    #expect(try await server.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text == "served")
                }
            }
            for client in idle.prefix(50) { #expect(try await clients.run { try client.receiveAll() }.isEmpty) }
            #expect(server.server.figures.refused == 0)
            #expect(server.server.figures.cut >= 50)
        }
    }
}
