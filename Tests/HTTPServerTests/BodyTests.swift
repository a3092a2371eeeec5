internal import CompassTesting
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Testing

/// How bodies of requests are read, and not read.
@Suite(.timeLimit(.minutes(2)))
struct BodyTests {
    @Test("Expect: 100-continue: the client is told to go on when the handler asks for the body")
    func expectation() async throws {
        try await withServer { request in
            (try? await request.body.collect(atMost: 100)).map { .text(String(decoding: $0, as: UTF8.self)) }
                ?? .text("", status: 500)
        } body: { server in
            let answer = try await server.client { client in
                let first = try client.ask(
                    "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
                #expect(first.status == 100)
                return try client.ask("abc")
            }
            #expect(answer.text == "abc")
        }
    }

    @Test(
        "an answer before the body: it comes at once, without 100, and the connection is closed",
        arguments: [
            "Content-Length: 5000000000\r\nExpect: 100-continue", "Content-Length: 3\r\nExpect: 100-continue",
            "Content-Length: 5000000000", "Transfer-Encoding: chunked",
        ])
    func earlyAnswer(_ fields: String) async throws {
        try await withServer { _ in
            .text("no", status: 401)
        } body: { server in
            let bytes = try await server.client { client in
                try client.send("PUT / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n")
                return try client.receiveAll()
            }
            let answer = RawAnswer(bytes, isHead: false, hasEnded: true)
            #expect(answer?.status == 401)
            #expect(answer?.text == "no")
            #expect(answer?.headers["Connection"] == "close")
        }
    }

    @Test("a short body that nobody reads: the connection goes on")
    func ignoredBody() async throws {
        try await withServer { _ in
            .text("no", status: 405)
        } body: { server in
            let statuses = try await server.client { client in
                try (0..<3).map { _ in
                    try client.ask("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc").status
                }
            }
            #expect(statuses == [405, 405, 405])
            #expect(server.server.figures.accepted == 1)
        }
    }

    @Test("a client that goes on sending after the answer: it gets the answer, and no reset", arguments: [true, false])
    func surplus(_ reads: Bool) async throws {
        try await withServer { request in
            // In the middle of the body, or before it.
            if reads { _ = try? await request.body.next() }
            return .text("enough", status: 413)
        } body: { server in
            let bytes = try await server.client { client in
                try client.send("PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 97, count: 65_536) + Array("\r\n".utf8)
                // More than any buffer between the two holds, and less than the server is ready to drop.
                for _ in 0..<160 { try client.send(chunk) }
                return try client.receiveAll()
            }
            let answer = RawAnswer(bytes, isHead: false, hasEnded: true)
            #expect(answer?.status == 413)
            #expect(answer?.text == "enough")
        }
    }

    @Test("a client that sends a part and waits: it is answered in the middle of its body")
    func middleOfBody() async throws {
        try await withServer(limits: { $0.surplusTime = .milliseconds(50) }) { request in
            _ = try? await request.body.next()
            return .text("full", status: 507)
        } body: { server in
            for fields in ["Content-Length: 1000", "Content-Length: 9000000", "Transfer-Encoding: chunked"] {
                let answer = try await server.ask("PUT / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n3\r\nabc\r\n")
                #expect(answer.status == 507)
                #expect(answer.text == "full")
                #expect(answer.headers["Date"] != nil)
            }
        }
    }

    @Test("a body longer than collect allows: bodyTooLarge, at once if its length is told")
    func tooLarge() async throws {
        let errors = Recorder<any Error>()
        try await withServer { request in
            do {
                _ = try await request.body.collect(atMost: 4)
            } catch {
                errors.record(error)
            }
            return .text("", status: 413)
        } body: { server in
            for request in [
                "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n",
                "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
            ] {
                let found = try await server.ask(request).status
                #expect(found == 413)
            }
            #expect(
                errors.items.compactMap { $0 as? HTTPServerError } == [
                    .bodyTooLarge(limit: 4), .bodyTooLarge(limit: 4),
                ])
        }
    }

    @Test("nobody asks for the body: nothing of it is read, and what was asked for is read ahead by one part")
    func backpressure() async throws {
        let asked = Gate()
        let sent = Gate()
        let size = 4 << 20
        try await withServer { request in
            await asked.wait()
            _ = try? await request.body.next()
            await sent.wait()
            var count = 0
            while let part = try? await request.body.next() {
                #expect(!part.isEmpty && part.count <= HTTPBody.largestPart)
                count += part.count
            }
            return .text("\(count)")
        } body: { server in
            async let answer = server.client { client in
                try client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: \(size)\r\n\r\n")
                try client.send([UInt8](repeating: 97, count: size / 2))
                asked.open()
                // The rest does not fit into what is between the two; by its end, the server must have read.
                sent.open()
                try client.send([UInt8](repeating: 97, count: size / 2))
                return try client.answer()
            }
            let text = try await answer.text
            #expect(Int(text).map { $0 < size && $0 >= size - HTTPBody.largestPart } == true)
        }
    }

    @Test(
        "curl uploads and downloads: the same bytes, also in chunks and with ranges of a file",
        arguments: [
            ["-T", "in"], ["-T", "in", "-H", "Transfer-Encoding: chunked"],
            ["--data-binary", "@in", "-H", "Expect: 100-continue"],
            ["-T", "in", "--http1.0"],
        ])
    func curl(_ arguments: [String]) async throws {
        let folder = try TestFolder()
        var random = SeededRandom(seed: 7)
        let bytes = (0..<(Nightly.isOn ? 3_000_000 : 500_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        try folder.write("in", bytes)
        try await withServer { request in
            let body = request.body
            guard let bytes = try? await body.collect(atMost: 4 << 20) else { return .text("", status: 400) }
            return HTTPResponse(status: 200, body: .bytes(bytes))
        } body: { server in
            let port = server.port
            let all = ["-sS", "--fail", "-o", "out"] + arguments + ["http://127.0.0.1:\(port)/"]
            let exit = try await clients.run {
                try ChildProcess(
                    "/usr/bin/curl", all.map { Path($0) }, folder: folder.path, output: .null, errors: .inherit
                )
                .wait()
            }
            #expect(exit.status == 0)
            #expect(try Files.read(folder.file("out"), limit: 4 << 20) == bytes)
        }
    }
}
