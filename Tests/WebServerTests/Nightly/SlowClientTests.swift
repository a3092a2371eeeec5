import Diagnostics
import HTTPServer
import Platform
import Testing

/// Clients that keep the server waiting.
@Suite(.timeLimit(.minutes(4))) struct SlowClientTests {
    @Test("a client that sends its body too slowly: told in the log, and not as an error")
    func slowBody() async throws {
        var limits = HTTPServer.Limits()
        limits.bodyTime = .milliseconds(50)
        try await withServedWorkspace(limits: limits) { served in
            let address = served.address
            try await WebConnection.pool.run {
                let connection = try WebConnection(address)
                let head = "POST /sign-in HTTP/1.1\r\nHost: \(address.host)\r\nContent-Length: 10\r\n"
                try connection.send(Array((head + "Content-Type: application/x-www-form-urlencoded\r\n\r\nid=").utf8))
                while try !connection.receive().isEmpty {}
            }
            let entry = await served.log.first("request-slow")
            #expect(entry?.level == .info)
            #expect(!served.log.entries.contains { $0.event == "request-failed" })
        }
    }
}
