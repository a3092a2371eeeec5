import Channels
import Digests
import HTTPClient
import Pipelines
import Platform
import Testing

@Suite struct WebhookTests {
    let receiver: Receiver

    init() throws {
        receiver = try Receiver.shared()
    }

    private func channel(_ path: String, secret: String? = Receiver.secret) -> WebhookChannel {
        WebhookChannel(url: receiver.url(path), secret: secret)
    }

    @Test("a notification arrives with Standard Webhooks' headers, a signature that holds and its contents")
    func arrives() async throws {
        let channel = WebhookChannel(
            url: receiver.url("hook/arrives"), secret: Receiver.secret,
            headers: [("X-Team", "a"), ("Webhook-Id", "mine"), ("content-type", "text/plain")])
        #expect(await channel.deliver(TestNotification.make()) == .delivered(detail: "204"))
        let requests = try await receiver.received("arrives")
        #expect(requests.count == 1)
        let request = try #require(requests.first)
        #expect(request["signed"] == true)
        #expect(request["headers"]?["webhook-id"] == "01J0000000000000000000000R_notify")
        #expect(request["headers"]?["content-type"] == "application/json")
        #expect(request["headers"]?["x-team"] == "a")
        let body = try Value(json: try #require(request["body"]?.string))
        #expect(body["type"] == "notification")
        #expect(body["timestamp"] == "2026-03-08T07:00:00.123Z")
        let data = try #require(body["data"])
        #expect(data["id"] == "01J0000000000000000000000R.notify")
        #expect(data["channel"] == "coaches")
        #expect(data["subject"] == "New video: clip")
        #expect(data["body"] == "A line.\nAnother \"line\".")
        #expect(data["run"] == "01J0000000000000000000000R")
        #expect(data["stage"] == "notify")
        #expect(data["pipeline"] == "video")
        #expect(data["document"]?["size"] == 12)
    }

    @Test("over all tries the id stays, and every try is signed")
    func tries() async throws {
        let channel = channel("hook/tries/503/2")
        let notification = TestNotification.make()
        var outcomes: [DeliveryOutcome] = []
        for _ in 0..<3 { outcomes.append(await channel.deliver(notification)) }
        let failure = DeliveryOutcome.retry(
            reason: "The webhook answered 503, a failure of its server.", after: nil)
        #expect(outcomes == [failure, failure, .delivered(detail: "204")])
        let requests = try await receiver.received("tries")
        #expect(Set(requests.map { $0["headers"]?["webhook-id"] }) == ["01J0000000000000000000000R_notify"])
        #expect(requests.map { $0["signed"] } == [true, true, true])
    }

    @Test("a secret without its prefix is used as it is written")
    func rawSecret() async throws {
        let channel = channel("hook/raw", secret: String(decoding: Receiver.key, as: UTF8.self))
        #expect(await channel.deliver(TestNotification.make()) == .delivered(detail: "204"))
        #expect(try await receiver.received("raw").map { $0["signed"] } == [true])
    }

    @Test("another secret is not the receiver's, and without one there is no signature")
    func otherSecret() async throws {
        _ = await channel("hook/other", secret: "another").deliver(TestNotification.make())
        _ = await channel("hook/other", secret: nil).deliver(TestNotification.make())
        let requests = try await receiver.received("other")
        #expect(requests.map { $0["signed"] } == [false, false])
        #expect(requests.map { $0["headers"]?["webhook-signature"] != nil } == [true, false])
    }

    @Test("the signature is that of the example which Standard Webhooks' libraries are tested with")
    func knownSignature() async throws {
        // From the tests of the reference implementations: secret, id, timestamp, body and signature.
        let key = try #require(Base64.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signed = "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}"
        let code = MessageAuthentication.hmacSHA256(key: key, message: Array(signed.utf8))
        #expect(Base64.encode(code.bytes) == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test(
        "an unusable secret is said without being shown, nothing is sent, and it is worth another try",
        arguments: ["", "whsec_", "whsec_hidden!", "whsec_aGlkZGVu="])
    func badSecret(secret: String) async throws {
        let outcome = await channel("hook/bad-secret", secret: secret).deliver(TestNotification.make())
        let reason =
            "The webhook's secret is empty, or starts with `whsec_` and is not base 64 after that. "
            + "The notification is tried again with the right one."
        #expect(outcome == .retry(reason: reason, after: nil))
        #expect(try await receiver.received("bad-secret") == [])
    }

    @Test(
        "every status is a delivery, worth another try, or a refusal",
        arguments: [
            (200, "delivered"), (202, "delivered"), (204, "delivered"), (299, "delivered"), (301, "retry"),
            (302, "retry"),
            (304, "retry"), (400, "retry"), (401, "retry"), (403, "retry"), (404, "retry"), (408, "retry"),
            (410, "refused"), (413, "retry"), (422, "retry"), (425, "retry"), (429, "retry"), (500, "retry"),
            (502, "retry"), (503, "retry"), (504, "retry"), (507, "retry"), (599, "retry"),
        ])
    func statuses(status: Int, expected: String) async throws {
        let outcome = await channel("hook/status/\(status)").deliver(TestNotification.make())
        switch outcome {
        case .delivered(let detail):
            #expect(expected == "delivered")
            #expect(detail == "\(status)")
        case .retry(let reason, let after):
            #expect(expected == "retry")
            #expect(after == nil)
            #expect(reason.hasPrefix("The webhook answered \(status), "))
        case .unsent: Issue.record("nothing was sent")
        case .refused(let reason):
            #expect(expected == "refused")
            #expect(reason.hasPrefix("The webhook answered \(status)"))
        }
    }

    @Test(
        "the wait that a receiver asks for is kept, up to an hour",
        arguments: [
            ("0", Duration.zero), ("120", .seconds(120)), ("3600", .seconds(3_600)), ("3601", .seconds(3_600)),
            ("99999999999999999999999", .seconds(3_600)), ("Sun, 08 Mar 2026 07:00:30 GMT", .milliseconds(29_877)),
            ("Sun, 08 Mar 2026 06:00:00 GMT", .zero), ("Sun, 08 Mar 2099 06:00:00 GMT", .seconds(3_600)),
            ("soon", nil), ("-5", nil), ("1.5", nil),
            ("Sun, 99 Mar 2026", nil),
        ] as [(String, Duration?)])
    func retryAfter(text: String, expected: Duration?) async throws {
        let query = text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return (byte < 16 ? "%0" : "%") + digits
        }
        let channel = WebhookChannel(
            url: receiver.url("hook/after/503?retry-after=\(query.joined())"), secret: nil,
            now: { Timestamp(microseconds: 1_772_953_200_123_000) })
        #expect(
            await channel.deliver(TestNotification.make())
                == .retry(reason: "The webhook answered 503, a failure of its server.", after: expected))
    }

    @Test("nothing that a receiver gives back, and no description of a channel, shows a secret")
    func secrets() async throws {
        let channel = WebhookChannel(
            url: receiver.url("hook/echo/400"), secret: Receiver.secret, headers: [("Authorization", "Bearer hidden")])
        let outcome = await channel.deliver(TestNotification.make())
        var shown = "\(outcome) \(channel) \(String(reflecting: channel))"
        dump(channel, to: &shown)
        dump(outcome, to: &shown)
        for secret in ["hidden", "hook/echo", Receiver.secret, Base64.encode(Receiver.key), "v1,"] {
            #expect(!shown.contains(secret))
        }
        #expect(try await receiver.received("echo").first?["headers"]?["authorization"] == "Bearer hidden")
    }

    @Test(
        "different ids stay different, and none has a full stop",
        arguments: [("a.b", "a_b"), ("a_b", "a%5Fb"), ("a-b:ü", "a-b%3A%C3%BC")])
    func ids(id: String, expected: String) async throws {
        let name = "id-\(expected.utf8.map { String($0, radix: 16) }.joined())"
        _ = await channel("hook/\(name)").deliver(TestNotification.make(id: id))
        let request = try #require(try await receiver.received(name).first)
        #expect(request["headers"]?["webhook-id"] == .string(expected))
        #expect(request["signed"] == true)
    }
}
