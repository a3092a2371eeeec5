import Pipelines
import Testing

/// Signatures as https://github.com/standard-webhooks/standard-webhooks has them.
@Suite struct WebhookSecretTests {
    private static let now: Int64 = 1_614_265_330
    private static let body = Array(#"{"test": 2432232314}"#.utf8)
    /// The example of Standard Webhooks.
    private static let right = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    private static let id = "msg_p5jXN8AQM9LWM0D4loKWxJek"

    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        var id = WebhookSecretTests.id
        var time = "\(WebhookSecretTests.now)"
        var signatures = WebhookSecretTests.right
        var now = WebhookSecretTests.now
        var body = WebhookSecretTests.body
        let holds: Bool
        var testDescription: String { what }
    }

    @Test(
        "a signature holds of its id, time and body, for 5 minutes",
        arguments: [
            Row(what: "right", holds: true),
            Row(what: "5 minutes old", now: now + 300, holds: true),
            Row(what: "5 minutes early", now: now - 300, holds: true),
            Row(what: "stale", now: now + 301, holds: false),
            Row(what: "of the future", now: now - 301, holds: false),
            Row(what: "wrong", signatures: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OF=", holds: false),
            Row(what: "one of two", signatures: "v1,AAAA " + right, holds: true),
            Row(what: "one of two, the first", signatures: right + " v1,AAAA", holds: true),
            Row(what: "of another version", signatures: "v1a" + right.dropFirst(2), holds: false),
            Row(what: "none", signatures: "", holds: false),
            Row(what: "no id", id: "", holds: false),
            Row(what: "another id", id: "msg_x", holds: false),
            Row(what: "no time", time: "", holds: false),
            Row(what: "a time that is none", time: "+\(now)", holds: false),
            Row(what: "a time too long", time: "99999999999999999999", holds: false),
            Row(what: "another body", body: [1], holds: false),
        ])
    func signed(row: Row) throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        #expect(
            secret.isSigned(
                id: row.id, timestamp: row.time, signatures: row.signatures, body: row.body, now: row.now) == row.holds)
    }

    @Test("a full stop in the id, which would move the border of what is signed, is refused")
    func border() throws {
        let secret = try #require(WebhookSecret("open"))
        let signature = secret.signature(id: "a", timestamp: Self.now, body: Array("1.x".utf8))
        #expect(
            !secret.isSigned(
                id: "a.\(Self.now)", timestamp: "1", signatures: signature, body: [UInt8(ascii: "x")], now: 1))
        let own = secret.signature(id: "a.b", timestamp: Self.now, body: [])
        #expect(!secret.isSigned(id: "a.b", timestamp: "\(Self.now)", signatures: own, body: [], now: Self.now))
    }
}
