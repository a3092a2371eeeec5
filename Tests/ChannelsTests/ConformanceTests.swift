import Channels
import CompassTesting
import Pipelines
import Platform
import Testing

@Suite struct ConformanceTests {
    @Test("the log keeps the contract of a channel", .timeLimit(.minutes(4)), arguments: ChannelConformance.rules)
    func log(rule: ChannelRule) async throws {
        try await rule.check(LoggedRecipient())
    }

    @Test("a webhook keeps the contract of a channel", .timeLimit(.minutes(4)), arguments: ChannelConformance.rules)
    func webhook(rule: ChannelRule) async throws {
        try await rule.check(WebhookRecipient())
    }
}

/// A log in a folder of its own.
private struct LoggedRecipient: TestedRecipient {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private var file: Path { folder.path.appending("notifications.ndjson") }

    func channel() -> any NotificationChannel { LogChannel(file: file) }

    /// In a folder that is not there.
    func absentChannel() -> any NotificationChannel {
        LogChannel(file: folder.path.appending("unmounted/notifications.ndjson"))
    }

    func arrived() async throws -> [ArrivedNotification] {
        guard Files.exists(file) else { return [] }
        return try Files.read(file, limit: 1 << 24).split(separator: UInt8(ascii: "\n")).map { line in
            let value = try Value(json: String(decoding: line, as: UTF8.self))
            return try ArrivedNotification(
                id: #require(value["id"]?.string), subject: #require(value["subject"]?.string),
                body: value["body"]?.string, data: #require(value["data"]?.record))
        }
    }
}

/// A name of its own at the server that all tests share.
private struct WebhookRecipient: TestedRecipient {
    private let receiver: Receiver
    private let name = "conformance-\(Identifier.uuid())"

    init() throws {
        receiver = try Receiver.shared()
    }

    let secrets = ["hidden", "conformance-", Receiver.secret, "Bearer", "v1,"]

    private func channel(_ url: String, confirm: String, timeout: Duration = .seconds(30)) -> WebhookChannel {
        WebhookChannel(
            url: url, secret: Receiver.secret, headers: [("Authorization", "Bearer hidden")], timeout: timeout,
            confirm: confirm)
    }

    func channel() -> any NotificationChannel {
        channel(receiver.url("hook/\(name)"), confirm: receiver.url("confirm/\(name)/{id}"))
    }

    /// Port 1 is reserved, and nothing listens there.
    func absentChannel() -> any NotificationChannel {
        channel("http://user:hidden@127.0.0.1:1/hidden?token=hidden", confirm: "http://127.0.0.1:1/hidden/{id}")
    }

    func silentChannel() throws -> (channel: any NotificationChannel, isReached: @Sendable () async throws -> Void)? {
        let (silent, name) = (try silentReceiver.get(), name)
        let channel = channel(
            silent.url("hang/\(name)"), confirm: silent.url("taken/\(name)/{id}"), timeout: .seconds(3_600))
        return (channel, { try await silent.reached(name, 1) })
    }

    func arrived() async throws -> [ArrivedNotification] {
        try await receiver.received(name).map { request in
            let body = try Value(json: #require(request["body"]?.string))
            var data = try #require(body["data"]?.record)
            let (id, subject, text) = (data["id"]?.string, data["subject"]?.string, data["body"]?.string)
            for key in ["id", "channel", "subject", "body", "run", "stage"] { data[key] = nil }
            return try ArrivedNotification(id: #require(id), subject: #require(subject), body: text, data: data)
        }
    }
}

/// One for all, which take different names.
private let silentReceiver = Result { try UnreliableReceiver() }
