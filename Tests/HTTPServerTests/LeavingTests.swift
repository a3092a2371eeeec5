internal import CompassTesting
internal import Glibc
internal import HTTPServer
internal import Platform
internal import Synchronization
internal import Testing

/// Clients that leave, and servers that end.
@Suite(.timeLimit(.minutes(2)))
struct LeavingTests {
    /// Waits for its task's cancellation.
    static func untilCancelled() async {
        let gate = Gate()
        await withTaskCancellationHandler {
            await gate.wait()
        } onCancel: {
            gate.open()
        }
    }

    /// A client until it leaves.
    final class Held: Sendable {
        private let client: Mutex<RawClient?>

        init(_ client: RawClient) {
            self.client = Mutex(client)
        }

        func send(_ text: String) throws { try client.withLock { try $0?.send(text) } }

        func leave() { client.withLock { $0 = nil } }
    }

    /// Where a handler waits when its client leaves.
    enum Place: String, CaseIterable, Sendable {
        case handler, bodyBefore, bodyWithin, streamBefore, streamIdle, streamFull
    }

    @Test(
        "a client that leaves: the task is cancelled, and body and stream throw, wherever the handler is",
        arguments: Place.allCases, [true, false])
    func leaving(_ place: Place, _ isUnix: Bool) async throws {
        let folder = try TestFolder()
        let errors = Recorder<String>()
        let arrived = Gate()
        @Sendable func note(_ body: () async throws -> Void) async {
            do {
                try await body()
                errors.record("none")
            } catch {
                errors.record("\(error)")
            }
        }
        let left = "\(HTTPServerError.clientLeft)"
        try await withServer(isUnix ? .unix(folder.file("s")) : .tcp(address: "127.0.0.1", port: 0)) { request in
            switch place {
            case .handler:
                arrived.open()
                await Self.untilCancelled()
                errors.record(left)
            case .bodyBefore, .bodyWithin:
                if place == .bodyWithin { _ = try? await request.body.next() }
                arrived.open()
                await note { while try await request.body.next() != nil {} }
            case .streamBefore, .streamIdle, .streamFull:
                return HTTPResponse(
                    status: 200,
                    body: .stream(length: nil) { writer in
                        if place == .streamIdle { try await writer.write([97]) }
                        arrived.open()
                        if place != .streamFull { await Self.untilCancelled() }
                        await note { while true { try await writer.write([UInt8](repeating: 97, count: 100_000)) } }
                    })
            }
            return .text("")
        } body: { server in
            let client = try await clients.run { [address = server.address] in
                let client = try RawClient(address)
                let body = place == .bodyWithin ? "abc" : ""
                let length = place == .bodyBefore || place == .bodyWithin ? "Content-Length: 10\r\n" : ""
                try client.send("PUT / HTTP/1.1\r\nHost: h\r\n\(length)\r\n\(body)")
                if place == .streamIdle { _ = try client.receive() }
                return Held(client)
            }
            await arrived.wait()
            client.leave()
            #expect(await errors.first() == left)
        }
    }

    @Test("stop: answers under way are sent whole, idle connections closed, and nobody is let in")
    func stop() async throws {
        let arrived = Gate()
        let gate = Gate()
        let server = try HTTPServer(
            listener: .tcp(address: "127.0.0.1", port: 0), limits: .withoutTime, grace: forever,
            handler: Handler { request in
                if request.path == ["idle"] { return .text("idle") }
                return HTTPResponse(
                    status: 200,
                    body: .stream(length: nil) { writer in
                        arrived.open()
                        await gate.wait()
                        for _ in 0..<50 { try await writer.write([UInt8](repeating: 97, count: 100_000)) }
                    })
            })
        let running = Task { try await server.run() }
        let idle = try RawClient(server.address)
        #expect(try await clients.run { try idle.ask("GET /idle HTTP/1.1\r\nHost: h\r\n\r\n").text } == "idle")
        let busy = try RawClient(server.address)
        try busy.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        await arrived.wait()
        server.stop()
        server.stop()
        #expect(try await clients.run { try idle.receiveAll() }.isEmpty)
        gate.open()
        let answer = try await clients.run { try busy.answer() }
        #expect(answer.body.count == 5_000_000)
        try await running.value
        #expect(throws: SystemError.self) { try RawClient(server.address).send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
        #expect(server.figures.connections == 0)
        #expect(server.figures.active == 0)
        #expect(server.figures.streams == 0)
    }

    @Test(
        "an answer that takes longer than the grace, and a run that is cancelled: what is left is cut",
        arguments: [true, false])
    func cut(_ isStopped: Bool) async throws {
        let arrived = Gate()
        let server = try HTTPServer(
            listener: .tcp(address: "127.0.0.1", port: 0), limits: .withoutTime,
            grace: isStopped ? .milliseconds(10) : forever,
            handler: Handler { _ in
                arrived.open()
                await Self.untilCancelled()
                return .text("late")
            })
        let running = Task { try await server.run() }
        let client = try RawClient(server.address)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        await arrived.wait()
        if isStopped { server.stop() } else { running.cancel() }
        try await running.value
        #expect(try await clients.run { try client.receiveAll() }.isEmpty)
    }

    @Test("stopped before it runs, or never run: it ends, and the port is free")
    func neverRun() async throws {
        let server = try HTTPServer(listener: .tcp(address: "127.0.0.1", port: 0), handler: Handler { _ in .text("") })
        server.stop()
        try await server.run()
        #expect(server.figures == HTTPServerFigures())
    }
}
