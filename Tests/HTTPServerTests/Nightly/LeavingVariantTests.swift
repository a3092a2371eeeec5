internal import CompassTesting
internal import Glibc
internal import HTTPServer
internal import Platform
internal import Synchronization
internal import Testing

/// Clients that leave at odd moments.
@Suite(.timeLimit(.minutes(2)))
struct LeavingVariantTests {
    @Test("a handler that goes on after its client has left: the connection is free at once")
    func stubbornHandler() async throws {
        let gate = Gate()
        let arrived = Gate()
        try await withServer(limits: { $0.connections = 1 }) { request in
            if request.path == ["slow"] {
                arrived.open()
                await gate.wait()
            }
            return .text("\(request.target)")
        } body: { server in
            // Whatever fails: the server waits for the handler, however long it takes.
            defer { gate.open() }
            let client = try RawClient(server.address)
            try client.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
            await arrived.wait()
            // Closed in both directions as far as the server can see, and still open here to see what it does.
            client.endSending()
            #expect(try await clients.run { try client.receiveAll() }.isEmpty)
            // The client may see the end a moment before its place is free, and then the next one is refused.
            var found: String?
            for _ in 0..<10_000 where found == nil {
                found = try? await server.ask("GET /next HTTP/1.1\r\nHost: h\r\n\r\n").text
            }
            #expect(found == "/next")
        }
    }

    @Test(
        "a client that says within a head that no more comes: its connection is free at once",
        arguments: ["", "GE", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: h\r\nA: b", "second"])
    func leavingWithinHead(_ start: String) async throws {
        try await withServer { _ in
            .text("")
        } body: { server in
            let bytes = try await server.client { client in
                var start = start
                if start == "second" {
                    _ = try client.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                    start = "GET / HTTP/1.1\r\nHost"
                }
                try client.send(start)
                client.endSending()
                return try client.receiveAll()
            }
            #expect(bytes.isEmpty)
        }
    }

    @Test("a client that leaves while the server waits for its answer: the server ends at once")
    func leavingAtTheEnd() async throws {
        let arrived = Gate()
        let server = try HTTPServer(
            listener: .tcp(address: "127.0.0.1", port: 0), limits: .withoutTime, grace: forever,
            handler: Handler { _ in
                arrived.open()
                await LeavingTests.untilCancelled()
                return .text("late")
            })
        let running = Task { try await server.run() }
        let client = LeavingTests.Held(try RawClient(server.address))
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        await arrived.wait()
        server.stop()
        client.leave()
        try await running.value
        #expect(server.figures.connections == 0)
    }

    @Test("clients that leave in the middle of a body, with bytes on their way: each is noticed without a time limit")
    func middleOfBody() async throws {
        let ended = Recorder<String>()
        let begun = Recorder<[String]>()
        try await withServer { request in
            begun.record(request.path)
            do {
                while try await request.body.next() != nil {}
                ended.record("\(request.path) whole")
            } catch {
                ended.record("\(request.path) \(error)")
            }
            return .text("")
        } body: { server in
            let address = server.address
            let sizes = [1_000, 65_536, 300_000, 1_000_000]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<4 {
                    group.addTask {
                        for round in 0..<(Nightly.isOn ? 200 : 8) {
                            let body = String(repeating: "a", count: sizes[(client + round) % sizes.count])
                            let name = "\(client)-\(round)"
                            let head = "PUT /\(name) HTTP/1.1\r\nHost: h\r\nContent-Length: 8000000\r\n\r\n"
                            var raw: RawClient? = try await clients.run {
                                let raw = try RawClient(address)
                                try raw.send(head)
                                return raw
                            }
                            _ = await begun.first { $0 == [name] }
                            try await clients.run { [raw] in try raw?.send(body) }
                            raw = nil
                            let end = await ended.first { $0.contains("\"\(name)\"") }
                            #expect(end == "[\"\(name)\"] \(HTTPServerError.clientLeft)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
