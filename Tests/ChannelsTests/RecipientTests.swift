import Channels
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

    @Test("of a log the file is shown")
    func log() {
        #expect(LogChannel(file: ".compass/notifications.ndjson").recipient == ".compass/notifications.ndjson")
    }
}
