import CompassTesting
import Glibc
import HTTPClient
import HTTPMessages
import Platform
import Testing

@Suite struct HTTPClientTests {
    let server: PythonServer
    let client = HTTPClient()

    init() throws {
        server = try PythonServer.shared()
    }

    private func echo(_ request: HTTPRequest) async throws -> Value {
        let response = try await client.send(request)
        #expect(response.status == 200)
        return try Value(json: String(decoding: response.body, as: UTF8.self))
    }

    private func header(_ name: String, in echo: Value) -> [String] {
        (echo["headers"]?.list ?? []).compactMap { pair in
            pair.list?.first?.string == name ? pair.list?.last?.string : nil
        }
    }

    @Test(
        "method, path, headers and body arrive as they were given",
        arguments: [
            ("GET", ""), ("POST", "{\"a\":1}"), ("POST", ""), ("PUT", "x"), ("PATCH", "y"), ("DELETE", ""),
            ("DELETE", "z"),
            ("GET", "with a body"),
        ])
    func arrives(method: String, body: String) async throws {
        let told = try await echo(
            HTTPRequest(
                method: method, url: server.url("echo?q=a%20b"),
                headers: ["X-One": "1", "X-Blank": "", "x-one": "ä 2"],
                body: Array(body.utf8)))
        #expect(told["method"] == .string(method))
        #expect(told["path"] == "/echo?q=a%20b")
        #expect(told["body"] == .string(body))
        #expect(header("x-one", in: told) == ["1", "\u{C3}\u{A4} 2"])
        #expect(header("x-blank", in: told) == [""])
        #expect(header("user-agent", in: told) == ["compass"])
        #expect(header("content-type", in: told) == [])
        #expect(header("expect", in: told) == [])
        let hasLength = !body.isEmpty || ["POST", "PUT", "PATCH"].contains(method)
        #expect(header("content-length", in: told) == (hasLength ? ["\(body.utf8.count)"] : []))
    }

    @Test("a body of several megabytes arrives whole")
    func largeBody() async throws {
        let body = [UInt8](repeating: UInt8(ascii: "b"), count: 3 << 20)
        var limits = HTTPLimits()
        limits.maxResponseBytes = 8 << 20
        let response = try await client.send(
            HTTPRequest(method: "POST", url: server.url("echo"), body: body), limits: limits)
        let told = try Value(json: String(decoding: response.body, as: UTF8.self))
        #expect(told["body"]?.string?.utf8.count == body.count)
    }

    @Test("a HEAD request gives headers and no body")
    func head() async throws {
        let response = try await client.send(HTTPRequest(method: "HEAD", url: server.url("bytes/5")))
        #expect(response.status == 200)
        #expect(response.body == [])
        #expect(response.headers["content-length"] == "5")
    }

    @Test("the answer's headers are found in any case, with all their values")
    func headers() async throws {
        let response = try await client.send(HTTPRequest(url: server.url("echo")))
        #expect(response.headers.values(of: "X-TWICE") == ["one", "two"])
        #expect(response.headers["x-empty"] == "")
        #expect(response.headers["x-missing"] == nil)
    }

    @Test("every status is an answer", arguments: [200, 204, 301, 304, 400, 401, 404, 410, 429, 500, 503])
    func statuses(status: Int) async throws {
        #expect(try await client.send(HTTPRequest(url: server.url("status/\(status)"))).status == status)
    }

    @Test("an interim answer is not taken for the answer")
    func interim() async throws {
        let response = try await client.send(HTTPRequest(url: server.url("interim")))
        #expect(response.status == 200)
        #expect(response.headers["link"] == nil)
        #expect(response.body == Array("final".utf8))
    }

    @Test("requests one after the other use one connection")
    func keepAlive() async throws {
        let server = try PythonServer.fresh()
        for _ in 0..<10 { _ = try await client.send(HTTPRequest(method: "PUT", url: server.url("echo"))) }
        let response = try await client.send(HTTPRequest(url: server.url("connections")))
        #expect(String(decoding: response.body, as: UTF8.self) == "1")
    }

    @Test("a kept connection that the server has closed is replaced without an error")
    func staleConnection() async throws {
        for _ in 0..<20 {
            #expect(try await client.send(HTTPRequest(url: server.url("close"))).body == Array("bye".utf8))
        }
    }

    @Test("requests at the same time do not wait for each other")
    func concurrent() async throws {
        let server = try PythonServer.fresh()
        async let first = client.send(HTTPRequest(url: server.url("meet")))
        async let second = client.send(HTTPRequest(url: server.url("meet")))
        #expect(try await first.status == 200)
        #expect(try await second.status == 200)
    }

    @Test("many requests share no more connections than allowed")
    func connectionLimit() async throws {
        let server = try PythonServer.fresh()
        let client = HTTPClient(connectionsPerServer: 3)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<60 {
                group.addTask { try await client.send(HTTPRequest(url: server.url("bytes/10"))).body.count }
            }
            for try await count in group { #expect(count == 10) }
        }
        let response = try await client.send(HTTPRequest(url: server.url("connections")))
        #expect((1...3).contains(Int(String(decoding: response.body, as: UTF8.self)) ?? 0))
    }

    @Test("waiting for a turn is no part of the time that a request may take")
    func waiting() async throws {
        let server = try PythonServer.fresh()
        let client = HTTPClient(connectionsPerServer: 1)
        let (slow, quick) = (HTTPRequest(url: server.url("slow")), HTTPRequest(url: server.url("echo")))
        var (longer, shorter) = (HTTPLimits(), HTTPLimits())
        (longer.timeout, shorter.timeout) = (.milliseconds(1_500), .milliseconds(1_000))
        let blocking = Task { [longer] in await client.failure(slow, limits: longer) }
        _ = try await self.client.send(HTTPRequest(url: server.url("slow-requests")))
        #expect(try await client.send(quick, limits: shorter).status == 200)
        #expect(await blocking.value?.kind == .timeout)
    }

    @Test("a request that is cancelled while it waits for its turn has not begun")
    func cancelledWaiting() async throws {
        let server = try PythonServer.fresh()
        let client = HTTPClient(connectionsPerServer: 1)
        let (slow, other) = (HTTPRequest(url: server.url("slow")), HTTPRequest(url: server.url("first-only")))
        let blocking = Task { await client.failure(slow) }
        _ = try await self.client.send(HTTPRequest(url: server.url("slow-requests")))
        let waiting = Task { await client.failure(other) }
        waiting.cancel()
        let error = await waiting.value
        #expect(error?.kind == .cancelled)
        #expect(error?.hasBegun == false)
        blocking.cancel()
        #expect(await blocking.value?.hasBegun == true)
        let counted = try await self.client.send(HTTPRequest(url: server.url("counted")))
        #expect(String(decoding: counted.body, as: UTF8.self) == "0")
    }

    @Test("requests of a client that shares another one's thread do not wait for that one's")
    func sharing() async throws {
        let server = try PythonServer.fresh()
        let client = HTTPClient(connectionsPerServer: 1)
        let slow = HTTPRequest(url: server.url("slow"))
        let blocking = Task { await client.failure(slow) }
        _ = try await self.client.send(HTTPRequest(url: server.url("slow-requests")))
        let other = HTTPClient(sharing: client, connectionsPerServer: 1)
        #expect(try await other.send(HTTPRequest(url: server.url("echo"))).status == 200)
        blocking.cancel()
        _ = await blocking.value
    }

    @Test("a POST is sent once to a server that keeps connections and closes them at the second request, unanswered")
    func sentOnce() async throws {
        let server = try PythonServer.fresh()
        for _ in 0..<20 {
            let request = HTTPRequest(method: "POST", url: server.url("first-only"), body: Array("x".utf8))
            #expect(try await client.send(request).status == 200)
        }
        let counted = try await client.send(HTTPRequest(url: server.url("counted")))
        #expect(String(decoding: counted.body, as: UTF8.self) == "20")
    }

    @Test("a POST is sent once also behind requests whose connections are kept")
    func sentOnceAfterOthers() async throws {
        let server = try PythonServer.fresh()
        for _ in 0..<20 {
            #expect(try await client.send(HTTPRequest(url: server.url("echo"))).status == 200)
            let error = await client.failure(HTTPRequest(method: "POST", url: server.url("unanswered")))
            #expect(error?.code == CurlCode(rawValue: 52))
        }
        let counted = try await client.send(HTTPRequest(url: server.url("counted")))
        #expect(String(decoding: counted.body, as: UTF8.self) == "20")
    }

    @Test("a client that is let go during a request still answers it")
    func lastReference() async throws {
        let url = server.url("echo")
        #expect(try await HTTPClient().send(HTTPRequest(url: url)).status == 200)
    }

    @Test("redirects are answers unless they are asked for")
    func redirects() async throws {
        let request = HTTPRequest(url: server.url("redirect/redirect/bytes/3"))
        let plain = try await client.send(request)
        #expect(plain.status == 302)
        #expect(plain.headers["location"] == "/redirect/bytes/3")
        var limits = HTTPLimits()
        limits.maxRedirects = 2
        let followed = try await client.send(request, limits: limits)
        #expect(followed.status == 200)
        #expect(followed.body == Array("xxx".utf8))
        #expect(followed.headers["x-redirect"] == nil)
    }

    @Test("the body of an answer goes to a file, up to the limit")
    func download() async throws {
        let folder = try TestFolder()
        let path = folder.file("body")
        let request = HTTPRequest(url: server.url("echo"))
        let file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT, mode: 0o600)
        let response = try await client.download(request, to: file, limits: HTTPLimits())
        #expect(response.status == 200 && response.body == [])
        let echo = try Value(json: String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self))
        #expect(echo["path"] == "/echo")
        var limits = HTTPLimits()
        limits.maxResponseBytes = 3
        let large = await #expect(throws: HTTPError.self) {
            try await client.download(request, to: file, limits: limits)
        }
        #expect(large?.kind == .tooLarge)
        let closed = try FileDescriptor.open(path, flags: O_RDONLY, mode: 0)
        let disk = await #expect(throws: HTTPError.self) {
            try await client.download(request, to: closed, limits: HTTPLimits())
        }
        #expect(disk?.kind == .disk)
    }
}
