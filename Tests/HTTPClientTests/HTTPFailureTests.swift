import CompassTesting
import Glibc
import HTTPClient
import HTTPMessages
import Platform
import Testing

@Suite(.timeLimit(.minutes(2))) struct HTTPFailureTests {
    let server: PythonServer
    let client = HTTPClient()

    init() throws {
        server = try PythonServer.shared()
    }

    @Test(
        "a server that misbehaves is an error of the right kind with libcurl's code",
        arguments: [
            ("reset", HTTPError.Kind.network, 56), ("short", .network, 18), ("silence", .network, 52),
            ("garbage", .badResponse, 1), ("huge", .tooLarge, 23), ("huge-header", .tooLarge, 23),
            ("bytes/1048577", .tooLarge, 23),
        ])
    func misbehaviour(path: String, kind: HTTPError.Kind, code: UInt32) async {
        let error = await client.failure(HTTPRequest(url: server.url(path)))
        #expect(error?.kind == kind)
        #expect(error?.code == CurlCode(rawValue: code))
        #expect(error?.url == "http://127.0.0.1:\(server.port)/…")
    }

    @Test("the limit of the answer is exact, and what fits can be had")
    func limit() async throws {
        var limits = HTTPLimits()
        limits.maxResponseBytes = 1_000
        let whole = try await client.send(HTTPRequest(url: server.url("bytes/1000")), limits: limits)
        #expect(whole.body.count == 1_000)
        #expect(!whole.isTruncated)
        let error = await client.failure(HTTPRequest(url: server.url("bytes/1001")), limits: limits)
        #expect(error?.reason == "the answer is larger than 1000 bytes.")
        limits.overflow = .truncate
        let cut = try await client.send(HTTPRequest(url: server.url("huge")), limits: limits)
        #expect(cut.status == 200)
        #expect(cut.body.count == 1_000)
        #expect(cut.isTruncated)
    }

    @Test("a server that does not answer in time is a time-out")
    func timeout() async {
        var limits = HTTPLimits()
        limits.timeout = .milliseconds(100)
        let error = await client.failure(HTTPRequest(url: server.url("slow")), limits: limits)
        #expect(error?.kind == .timeout)
        #expect(error?.code == CurlCode(rawValue: 28))
    }

    @Test("a port where nobody listens is a failure of the network")
    func refused() async throws {
        let closed = try ClosedPort()
        let error = await client.failure(HTTPRequest(url: "http://127.0.0.1:\(closed.port)/secret-path?token=secret"))
        #expect(error?.kind == .network)
        #expect(error?.code == CurlCode(rawValue: 7))
        #expect(error?.description.contains("secret") == false)
        #expect(error?.description.hasPrefix("The request to http://127.0.0.1:\(closed.port)/… failed: ") == true)
        #expect(error?.description.hasSuffix(" Check the address and that the server is running.") == true)
    }

    @Test("a certificate that nobody vouches for ends the request before anything is sent")
    func untrusted() async throws {
        let server = try PythonServer.fresh("tls")
        let error = await client.failure(HTTPRequest(url: "https://127.0.0.1:\(server.port)/echo"))
        #expect(error?.kind == .tls)
        #expect(error?.code == CurlCode(rawValue: 60))
    }

    @Test("TLS with a server that speaks none is an error of kind TLS")
    func notTLS() async {
        let error = await client.failure(HTTPRequest(url: "https://127.0.0.1:\(server.port)/echo"))
        #expect(error?.kind == .tls)
        #expect(error?.code == CurlCode(rawValue: 35))
    }

    @Test("cancelling ends a running request, and the server sees it")
    func cancelled() async throws {
        let server = try PythonServer.fresh()
        let (client, url) = (client, server.url("slow"))
        let task = Task { () async -> HTTPError? in
            await client.failure(HTTPRequest(url: url))
        }
        _ = try await client.send(HTTPRequest(url: server.url("slow-requests")))
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        _ = try await client.send(HTTPRequest(url: server.url("abandoned-requests")))
    }

    @Test("a task that is cancelled already sends nothing")
    func cancelledBefore() async throws {
        let server = try PythonServer.fresh()
        let (client, url) = (client, server.url("echo"))
        let task = Task { () async -> HTTPError? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.failure(HTTPRequest(url: url))
        }
        #expect(await task.value?.kind == .cancelled)
        let response = try await client.send(HTTPRequest(url: server.url("connections")))
        #expect(String(decoding: response.body, as: UTF8.self) == "1")
    }

    @Test(
        "an address that is not allowed is not connected to: by number, by name, by a redirect, on a connection of others",
        arguments: ["127.0.0.1", "localhost"])
    func reach(host: String) async throws {
        let (client, url) = (HTTPClient(), "http://\(host):\(server.port)/redirect/bytes/3")
        var limits = HTTPLimits()
        limits.reach = .public(and: [])
        let first = await client.failure(HTTPRequest(url: url), limits: limits)
        #expect(first?.kind == .forbidden)
        // The name has another address, too.
        let address = first?.reason.contains("::1") == true ? "::1" : "127.0.0.1"
        #expect(
            first?.description
                == "The request to http://\(host):\(server.port)/… failed: it leads to \(address), which is no public address, "
                + "and not allowed. If that is meant, name the address in `private-addresses` of the workspace file.")
        let open = try await client.send(HTTPRequest(url: url))
        #expect(open.status == 302)
        let again = await client.failure(HTTPRequest(url: url), limits: limits)
        #expect(again?.kind == .forbidden)
        let range = try #require(AddressRange("127.0.0.0/8"))
        limits.reach = .public(and: [range])
        #expect(try await client.send(HTTPRequest(url: url), limits: limits).status == 302)
        limits.maxRedirects = 1
        let elsewhere = HTTPRequest(url: "http://\(host):\(server.port)/redirect-away")
        #expect(await client.failure(elsewhere, limits: limits)?.kind == .forbidden)
    }

    @Test("redirects beyond the limit, and to anything but http, are refused")
    func redirects() async {
        var limits = HTTPLimits()
        limits.maxRedirects = 5
        let loop = await client.failure(HTTPRequest(url: server.url("loop")), limits: limits)
        #expect(loop?.kind == .badResponse)
        #expect(loop?.code == CurlCode(rawValue: 47))
        let file = await client.failure(HTTPRequest(url: server.url("redirect-file")), limits: limits)
        #expect(file?.kind == .badResponse)
        #expect(file?.code == CurlCode(rawValue: 1))
    }
}
