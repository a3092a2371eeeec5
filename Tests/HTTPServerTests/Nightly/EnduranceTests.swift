internal import CompassTesting
internal import Glibc
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Synchronization
internal import Testing

/// What many connections, and hostile ones, leave behind.
@Suite(.timeLimit(.minutes(4)))
struct EnduranceTests {
    /// Sockets of this process that stand for connections to a port.
    private static func sockets(ofPort port: UInt16) throws -> Int {
        let text = String(decoding: try Files.read("/proc/self/net/tcp", limit: 64 << 20), as: UTF8.self)
        let own =
            ":" + String(repeating: "0", count: 4 - String(port, radix: 16).count)
            + String(port, radix: 16).uppercased()
        return text.split(separator: "\n").dropFirst().count { line in
            let fields = line.split(separator: " ")
            // Without an inode, the kernel only waits for the last packets.
            return fields.count > 9 && fields[1].hasSuffix(own) && fields[3] != "0A" && fields[9] != "0"
        }
    }

    private struct WeakBody: Sendable {
        weak let body: HTTPBody?
    }

    @Test("thousands of connections that end in all kinds of ways: no socket, no request and no connection is left")
    func connections() async throws {
        let bodies = Mutex<[WeakBody]>([])
        var port: UInt16 = 0
        let share = Nightly.isOn ? 2_500 : 150
        // Of each eight, three wait for their answers.
        let answered = 4 * (share / 8) * 3
        try await withServer { request in
            bodies.withLock { $0.append(WeakBody(body: request.body)) }
            switch request.path.first {
            case "body": return .text("\((try? await request.body.collect(atMost: 100).count) ?? -1)")
            case "stream":
                return HTTPResponse(
                    status: 200,
                    body: .stream(length: nil) { writer in
                        for _ in 0..<5 { try await writer.write([97]) }
                    })
            default: return .text("plain")
            }
        } body: { server in
            port = server.port
            let address = server.address
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in 0..<4 {
                    group.addTask {
                        try await clients.run {
                            for index in 0..<share { try Self.connect(to: address, way: (index + part) % 8) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            // Others have gone before they could be let in.
            #expect(server.server.figures.accepted >= answered)
        }
        #expect(try Self.sockets(ofPort: port) == 0)
        #expect(bodies.withLock { $0.count } >= answered)
        #expect(bodies.withLock { $0.count { $0.body != nil } } == 0)
    }

    private static func connect(to address: HTTPServer.Listener, way: Int) throws {
        let client = try RawClient(address)
        switch way {
        case 0: #expect(try client.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text == "plain")
        case 1: #expect(try client.ask("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n").text == "aaaaa")
        case 2: #expect(try client.ask("PUT /body HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc").text == "3")
        case 3: try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        case 4: try client.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\nGET /")
        case 5: try client.send("PUT /body HTTP/1.1\r\nHost: h\r\nContent-Length: 30\r\n\r\nabc")
        case 6: try client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\n\r\nabc")
        default: break
        }
    }

    @Test(
        "random and spoilt requests: each is answered or its connection closed, and the server lives",
        arguments: [13])
    func fuzz(_ seed: UInt64) async throws {
        try await withServer(limits: { limits in
            (limits.headTime, limits.idleTime, limits.bodyTime) = (
                .milliseconds(200), .milliseconds(200), .milliseconds(200)
            )
            limits.surplusTime = .milliseconds(200)
            // Shorter than the client waits for the end, which is a minute as well.
            limits.readingTime = .seconds(1)
            limits.connectionsPerAddress = 100
        }) { request in
            switch request.headers["x"].flatMap({ Int($0) }).map({ $0 % 4 }) ?? request.target.utf8.count % 4 {
            case 0: return .text("\((try? await request.body.collect(atMost: 1_000).count) ?? -1)")
            case 1:
                _ = try? await request.body.next()
                return .text("part")
            case 2: return HTTPResponse(status: 200, body: .stream(length: nil) { try await $0.write([97]) })
            default: return .text("plain")
            }
        } body: { server in
            let address = server.address
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in 0..<5 {
                    group.addTask {
                        try await clients.run {
                            var random = SeededRandom(seed: seed * 1_000 + UInt64(part))
                            for _ in 0..<(Nightly.isOn ? 1_000 : 60) {
                                let request = Self.request(&random)
                                let client = try RawClient(address)
                                do {
                                    try client.send(request)
                                    client.endSending()
                                } catch let error as SystemError where [EPIPE, ECONNRESET].contains(error.code) {}
                                // Waits for the end of the connection, for a minute at most.
                                _ = try client.receiveAll()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let found = try await server.ask("GET / HTTP/1.1\r\nHost: h\r\nX: 3\r\n\r\n").text
            #expect(found == "plain")
            // How many of them came whole within their time depends on the machine; that each came does not.
            #expect(server.server.figures.accepted == 5 * (Nightly.isOn ? 1_000 : 60) + 1)
            #expect(server.server.figures.requests > 1)
        }
    }

    private static func request(_ random: inout SeededRandom) -> [UInt8] {
        let lines = [
            "GET / HTTP/1.1", "PUT /a?b=c HTTP/1.1", "HEAD /%41 HTTP/1.0", "POST http://h/x HTTP/1.1",
            "OPTIONS * HTTP/1.1",
        ]
        let fields = [
            "Host: h", "Content-Length: 5", "Content-Length: 100000", "Transfer-Encoding: chunked",
            "Expect: 100-continue",
            "Connection: close", "X: \(random.below(9))", "Range: bytes=0-1", "Cookie: a=b; c", " folded",
            "Content-Length: 0",
        ]
        var text = ""
        for _ in 0...random.below(3) {
            text += lines[random.below(lines.count)] + "\r\nHost: h\r\n"
            for _ in 0..<random.below(4) { text += fields[random.below(fields.count)] + "\r\n" }
            text += "\r\n"
            text +=
                ["", "abcde", "5\r\nabcde\r\n0\r\n\r\n", "ffffffffffffffffff\r\n", "0\r\nA: b\r\n\r\n"][random.below(5)]
        }
        var bytes = Array(text.utf8)
        for _ in 0..<[0, 0, 1, 3, 30][random.below(5)] {
            let place = random.below(bytes.count)
            switch random.below(4) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
            default: bytes.insert(contentsOf: Array("\r\n".utf8), at: place)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        if random.isOne(in: 20) {
            bytes = (0..<random.below(2_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
        return bytes
    }
}
