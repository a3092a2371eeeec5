import Channels
import HTTPMessages
import Pipelines
import Platform
import Testing

@Suite struct RecipientTests {
    @Test(
        "of a webhook only the host is shown: what is behind it, or before it, may be a key",
        arguments: [
            ("https://hooks.example.org/services/T0/B0/secret", "hooks.example.org"),
            ("http://user:password@example.org:8080/x?key=1", "example.org:8080"),
            ("https://example.org?token=1", "example.org"), ("https://example.org#a@b", "example.org"),
            ("https://[::1]:9/x", "[::1]:9"),
        ] as [(String, String)])
    func webhook(url: String, host: String) {
        #expect(WebhookChannel(url: url, secret: "whsec_c2VjcmV0").recipient == host)
    }

    @Test(
        "a webhook whose host is an address that requests may not go to says so before any",
        arguments: [
            ("http://127.0.0.1:9/x", "127.0.0.1"), ("http://user@localhost/x", "127.0.0.1"),
            ("https://[::1]:9/x", "::1"),
            ("http://a.localhost", "127.0.0.1"), ("http://10.0.0.1/x", nil), ("https://93.184.216.34/x", nil),
            ("https://example.org/x", nil),
        ] as [(String, String?)])
    func forbidden(url: String, address: String?) throws {
        let allowed = try #require(AddressRange("10.0.0.0/8"))
        #expect(
            WebhookChannel(url: url, secret: nil, reach: .public(and: [allowed])).problem
                == address.map {
                    "`url` leads to \($0), which is no public address, and `private-addresses` does not name it"
                })
        #expect(WebhookChannel(url: url, secret: nil, reach: .everywhere).problem == nil)
    }

    @Test("of a log the file is shown")
    func log() {
        #expect(LogChannel(file: ".compass/notifications.ndjson").recipient == ".compass/notifications.ndjson")
    }
}
