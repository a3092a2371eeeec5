internal import CompassTesting
internal import Glibc
internal import HTTPServer
internal import Platform
internal import Synchronization
internal import Testing

/// Rarer floods, and writers that are too fast.
@Suite(.timeLimit(.minutes(2)))
struct LimitVariantTests {
    @Test("a query of more parts than its connection has memory to list: all of them reach the handler")
    func manyParameters() async throws {
        try await withServer { request in
            .text("\(request.query.count) \(request.query.last?.name ?? "-") \(request.path)")
        } body: { server in
            let query = (0..<5_000).map { "a\($0)" }.joined(separator: "&")
            let answer = try await server.ask("GET /b?\(query) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(answer.status == 200)
            #expect(answer.body == Array("5000 a4999 [\"b\"]".utf8))
        }
    }

    @Test("as many connections as allowed that are all being answered: the newest is refused, and none of them is cut")
    func floodOfBusy() async throws {
        let gate = Gate()
        let arrived = Recorder<Int>()
        let count = Atomic(0)
        try await withServer(limits: { $0.connections = 5 }) { _ in
            arrived.record(count.wrappingAdd(1, ordering: .relaxed).newValue)
            await gate.wait()
            return .text("served")
        } body: { server in
            defer { gate.open() }
            let busy = try (0..<5).map { _ in try RawClient(server.address) }
            for client in busy { try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
            for number in 1...5 { _ = await arrived.first { $0 == number } }
            for _ in 0..<20 { #expect(try await server.client { try $0.receiveAll() }.isEmpty) }
            #expect(server.server.figures.refused == 20)
            gate.open()
            for client in busy { #expect(try await clients.run { try client.answer().text } == "served") }
        }
    }

    @Test("a writer is much faster than its client: it waits, and no more than the buffer is kept")
    func slowStream() async throws {
        let written = Recorder<Int>()
        try await withServer { _ in
            HTTPResponse(
                status: 200,
                body: .stream(length: nil) { writer in
                    for index in 0..<400 {
                        try await writer.write([UInt8](repeating: 97, count: 65_536))
                        written.record(index)
                    }
                })
        } body: { server in
            let client = try RawClient(server.address)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = await written.first()
            // Time for the writer to go on, if it did.
            for _ in 0..<60 {
                _ = try await server.client { try $0.ask("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n").status }
            }
            // The kernel's buffers hold a few MiB at most.
            #expect(written.items.count * 65_536 < 16 << 20)
            let count = try await clients.run { try client.answer().body.count }
            #expect(count == 400 * 65_536)
        }
    }
}
