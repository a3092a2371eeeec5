import CompassTesting
import Diagnostics
import Glibc
import Platform
import Synchronization
import Testing

@testable import Service

@Suite struct ControlSocketTests {
    private let folder: TestFolder
    let path: Path

    init() throws {
        folder = try TestFolder()
        path = folder.path.appending("up.sock")
    }

    func serve(timeout: Duration = .seconds(60), maxClients: Int = 32) throws -> ControlSocket {
        try ControlSocket(path, timeout: timeout, maxClients: maxClients, log: .none) {
            ControlSocket.answer($0, SampleReport())
        }
    }

    private func ask(_ request: [UInt8], closing: Bool = false) throws -> String {
        let socket = try UnixSocket.connect(to: path, timeout: .seconds(60))
        try socket.write(request)
        if closing { shutdown(socket.number, Int32(SHUT_WR)) }
        return String(decoding: try socket.readToEnd(limit: 1 << 20), as: UTF8.self)
    }

    @Test("figures and status are answered, to curl too")
    func answers() async throws {
        let socket = try serve()
        let metrics = try #require(try ControlQuery.get("/metrics", from: path))
        _ = try ExpositionReader(String(decoding: metrics, as: UTF8.self))
        let status = try #require(try ControlQuery.get("/status", from: path))
        let lines = try String(decoding: status, as: UTF8.self).split(separator: "\n").map {
            try Value(json: String($0))
        }
        #expect(
            lines.map { $0["kind"]?.string ?? "" } == [
                "service", "reload", "watch", "waiting", "waiting", "ignored", "schedule", "scheduled-time", "schedule",
                "scheduled-time",
            ])
        #expect(lines[3]["path"]?.string == #"in box/u/a\n.mp4"#)
        if Files.exists("/usr/bin/curl") {
            let output = try FileDescriptor.open(folder.path.appending("answer"), flags: O_RDWR | O_CREAT)
            let child = try ChildProcess(
                "/usr/bin/curl", ["-sSf", "--max-time", "60", "--unix-socket", path, "http://localhost/metrics"],
                output: .file(output))
            #expect(try child.wait().status == 0)
            let text = String(decoding: try output.bytes(at: 0, count: 1 << 20), as: UTF8.self)
            #expect(text.contains("compass_runs_total"))
        }
        await socket.close()
    }

    @Test("what is no such question is refused")
    func refusals() async throws {
        let socket = try serve()
        let rows: [(request: String, status: String)] = [
            ("GET / HTTP/1.0\r\n\r\n", "404"), ("GET /metrics?x=1 HTTP/1.1\r\nHost: x\r\n\r\n", "200"),
            ("GET /status HTTP/1.0\n\n", "200"), ("POST /status HTTP/1.0\r\n\r\n", "405"),
            ("GET /status HTTP/2\r\n\r\n", "400"), ("nonsense\r\n\r\n", "400"), ("\r\n\r\n", "400"),
            ("get /status HTTP/1.0\r\n\r\n", "400"), ("GET  /status HTTP/1.0\r\n\r\n", "400"),
        ]
        for row in rows {
            let answer = try ask(Array(row.request.utf8))
            #expect(answer.hasPrefix("HTTP/1.0 \(row.status) "), "\(row.request): \(answer)")
        }
        let head = try ask(Array("HEAD /metrics HTTP/1.0\r\n\r\n".utf8))
        #expect(head.hasPrefix("HTTP/1.0 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
        #expect(try ask([0xFF, 0xFE, 0x0A, 0x0A]).hasPrefix("HTTP/1.0 400 "))
        let huge = Array("GET /status HTTP/1.0\r\nX: ".utf8) + [UInt8](repeating: 0x61, count: 60_000)
        #expect(try ask(huge).hasPrefix("HTTP/1.0 431 "))
        #expect(try ask([], closing: true) == "")
        #expect(try ask(Array("GET /sta".utf8), closing: true) == "")
        await socket.close()
    }

    @Test("random bytes never end the thread: the next question is answered")
    func fuzz() async throws {
        let socket = try serve()
        var random = SeededRandom(seed: 3)
        for _ in 0..<200 {
            let count = Int.random(in: 0...300, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = try? ask(bytes, closing: true)
        }
        #expect(try ControlQuery.get("/status", from: path) != nil)
        await socket.close()
    }

    @Test("a client that says nothing keeps nobody else, and is sent away when its time is over")
    func slowClient() async throws {
        let socket = try serve(timeout: .milliseconds(300))
        let slow = try UnixSocket.connect(to: path, timeout: .seconds(60))
        try slow.write(Array("GET /st".utf8))
        #expect(try ControlQuery.get("/status", from: path) != nil)
        // Ends when the server has closed it, which takes its timeout.
        #expect(try slow.readToEnd(limit: 1_000).isEmpty)
        await socket.close()
    }

    @Test("clients that ask for nothing, however many, make room for one that does, long before their time is over")
    func silentClients() async throws {
        let socket = try serve(timeout: .seconds(600))
        let idle = try (0..<69).map { _ in try UnixSocket.connect(to: path, timeout: .seconds(60)) }
        for client in idle { try client.write(Array("GET /st".utf8)) }
        #expect(try ControlQuery.get("/status", from: path, timeout: .seconds(60)) != nil)
        // The oldest has made room.
        #expect(try idle[0].readToEnd(limit: 1_000).isEmpty)
        await socket.close()
    }

    @Test("a client that does not read its answer is sent away")
    func unresponsiveClient() async throws {
        let large = [UInt8](repeating: 0x61, count: 8 << 20)
        let socket = try ControlSocket(path, timeout: .milliseconds(300), log: .none) { _ in
            ControlResponse("text/plain", large)
        }
        let unresponsive = try UnixSocket.connect(to: path, timeout: .seconds(60))
        try unresponsive.write(Array("GET / HTTP/1.0\r\n\r\n".utf8))
        let answer = try #require(try ControlQuery.get("/", from: path, timeout: .seconds(60)))
        #expect(answer.count == large.count)
        await socket.close()
        withExtendedLifetime(unresponsive) {}
    }

    @Test("only the owner may connect, and the file is gone at the end")
    func rights() async throws {
        let socket = try serve()
        #expect(try FileStatus.of(path).mode == 0o600)
        await socket.close()
        await socket.close()
        #expect(!Files.exists(path))
        #expect(try ControlQuery.get("/status", from: path) == nil)
    }

    @Test("what a dead process has left is replaced; a living one keeps its place; a file is no socket")
    func stale() async throws {
        let former = try UnixSocket.listen(at: path)
        // A process that another test is starting may have a copy of it for a moment, in which somebody would answer.
        shutdown(former.number, Int32(SHUT_RDWR))
        #expect(Files.exists(path))
        let socket = try serve()
        #expect(throws: SystemError.self) { try serve() }
        #expect(try ControlQuery.get("/status", from: path) != nil)
        await socket.close()
        try folder.write("up.sock", [1])
        let error = #expect(throws: SystemError.self) { try serve() }
        #expect(error?.code == EEXIST)
        #expect(try Files.read(path, limit: 10) == [1])
    }

    @Test("a path that is longer than the kernel takes works through its folder")
    func longPath() async throws {
        let deep = folder.path.appending(Path(String(repeating: "a", count: 100))).appending(
            Path(String(repeating: "b", count: 100)))
        try Files.createFolders(deep)
        let long = deep.appending("up.sock")
        let socket = try ControlSocket(long, log: .none) { _ in ControlResponse("text/plain", [0x6F]) }
        #expect(try ControlQuery.get("/", from: long) == [0x6F])
        await socket.close()
        #expect(!Files.exists(long))
        let tooLong = deep.appending(Path(String(repeating: "c", count: 120)))
        let error = #expect(throws: SystemError.self) {
            _ = try ControlSocket(tooLong, log: .none) { _ in .refusal(404, "") }
        }
        #expect(error?.code == ENAMETOOLONG)
    }
}
