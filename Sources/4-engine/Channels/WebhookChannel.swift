internal import Diagnostics
internal import Glibc
public import HTTPClient
public import HTTPMessages
public import Pipelines
public import Platform

/// Sends notifications as HTTP POST requests with a JSON body, signed as Standard Webhooks say
/// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
///
/// The body is `{"type":"notification","timestamp":…,"data":{…}}`: the time of the notification, and in `data` its `id`,
/// `channel`, `subject`, `body`, `run` and `stage` with everything that it carries. The headers are `webhook-id`, the same
/// over all tries, `webhook-timestamp`, the second of this try, and `webhook-signature`.
///
/// An answer of 200 to 299 is a delivery. 408, 425, 429, 500 and above, a redirect (none is followed), no answer and a
/// setting that is wrong are worth another try, not before what `Retry-After` asks for, up to an hour. Every other answer,
/// 410 among them, is a refusal.
///
/// With an address to ask at, a notification that may have arrived is not sent again before the receiver was asked, with
/// a GET that has the same headers and is signed over an empty body: 2xx says that it has it, 404 and 410 that it has not.
/// Whatever else it says, it is asked again later.
public struct WebhookChannel: ConfirmingChannel, DeclaredChannel {
    /// What the workspace file may say.
    public struct Options: PartOptions {
        var url: Setting<String> = .required
        var secret: Setting<String?> = .fixed(nil)
        var headers: Setting<NamedTexts> = .fixed(NamedTexts())
        var timeout: Setting<TimeSpan> = .fixed(TimeSpan(milliseconds: 30_000))
        var confirm: Setting<String?> = .fixed(nil)

        public init() {}

        /// Without the id, the answer would be the same for every notification.
        private static let confirmation = OptionRules(acceptsSecret: true) { value in
            guard let text = value.string else { return nil }
            return OptionRules.httpAddress.fault(value) ?? (text.contains("{id}") ? nil : "must have `{id}` in it")
        }

        public static let fields: [OptionField<Options>] = [
            OptionField("url", \.url, "Where requests are sent; `http` or `https`.", .httpAddress),
            OptionField(
                "secret", \.secret,
                "The key that requests are signed with, as Standard Webhooks say; by `${{ secrets.NAME }}`.",
                OptionRules(acceptsSecret: true, isSecret: true)),
            OptionField(
                "headers", \.headers, "Further headers of the request.",
                .httpHeaders),
            OptionField(
                "timeout", \.timeout, "The longest time that one try may take; more than 0.",
                .moreThanZero),
            OptionField(
                "confirm", \.confirm,
                "Where the receiver is asked, by GET, whether it has a notification, before a delivery whose outcome is "
                    + "unknown is repeated; `{id}` stands for the `webhook-id`. 2xx: it has it; 404 or 410: it has not.",
                confirmation),
        ]
    }

    public static let spec = PartSpec(
        name: "webhook",
        summary: "Sends notifications as signed HTTP POST requests with a JSON body, as Standard Webhooks say.",
        discussion: """
            The body is `{"type":"notification","timestamp":…,"data":{…}}`, with the notification's `id`, `channel`, `subject`, \
            `body`, `run`, `stage` and everything that it carries in `data`. The headers are `webhook-id`, the same over all \
            tries, `webhook-timestamp` and, with a `secret`, `webhook-signature`.

            An answer of 200 to 299 is a delivery. 408, 425, 429, 500 and above, a redirect (none is followed) and no answer are \
            worth another try, not before what `Retry-After` asks for, up to an hour. Every other answer is a refusal.

            Requests go to public addresses, and of this machine's network to those that `private-addresses` of `compass.yaml` has.
            """,
        examples: [
            PartExample(
                "Signed requests, with an address to ask at whether a notification has arrived.",
                yaml: """
                    channels:
                      coaches:
                        type: webhook
                        url: "https://example.org/hooks/${{ secrets.HOOK }}"
                        secret: "${{ secrets.WEBHOOK }}"
                        headers: { X-Team: blue }
                        timeout: 5s
                        confirm: https://example.org/seen/{id}
                    """)
        ])

    /// Secret: the path of many services' addresses is the key to them.
    private let url: Secret
    private let secret: Result<WebhookSecret, WebhookSecretError>?
    private let headers: [(name: String, value: Secret)]
    private let timeout: Duration
    private let confirm: Secret?
    private let reach: NetworkReach
    private let client: HTTPClient
    private let now: @Sendable () -> Timestamp

    /// For the thread of all channels. Each has turns of its own on it, so that none waits for another one's receiver.
    private static let sharedClient = HTTPClient(userAgent: "compass")
    public let concurrency = 8
    public var longestTry: Duration { timeout * (confirm == nil ? 1 : 2) }

    public init(options: Options, in context: PartContext) throws(StageError) {
        self.init(
            url: try context.value(options.url), secret: try context.value(options.secret),
            headers: try context.value(options.headers).entries,
            timeout: .milliseconds(try context.value(options.timeout).milliseconds),
            confirm: try context.value(options.confirm), reach: context.reach)
    }

    /// - Parameters:
    ///   - url: of the receiver, http or https.
    ///   - secret: `whsec_` and the key in base 64, as Standard Webhooks write it; of any other text the UTF-8 bytes
    ///     themselves are the key. nil: requests are not signed.
    ///   - headers: further headers. Those that the channel sets itself are left out.
    ///   - timeout: of one request, from its beginning to the whole answer.
    ///   - confirm: where the receiver is asked whether it has a notification; `{id}` stands for the `webhook-id`. nil: it
    ///     cannot be asked, and such a notification is sent again.
    ///   - reach: which addresses requests may go to.
    ///   - client: nil: one on the thread that all channels share.
    ///   - now: the clock of `webhook-timestamp` and of dates in `Retry-After`.
    public init(
        url: String, secret: String?, headers: [(name: String, text: String)] = [], timeout: Duration = .seconds(30),
        confirm: String? = nil, reach: NetworkReach = .everywhere, client: HTTPClient? = nil,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.url = Secret(url)
        self.secret = secret.map { text in
            WebhookSecret(text).map(Result.success) ?? .failure(WebhookSecretError())
        }
        self.headers = headers.map { ($0, Secret($1)) }
        self.timeout = timeout
        self.confirm = confirm.map { Secret($0) }
        self.reach = reach
        self.client = client ?? HTTPClient(sharing: Self.sharedClient, connectionsPerServer: concurrency)
        self.now = now
    }

    /// The receiver's host: what stands behind it may be a key.
    public var recipient: String {
        url.reveal { url in
            let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
            let authority = rest.prefix { !"/?#".contains($0) }
            return String(authority.split(separator: "@").last ?? "")
        }
    }

    /// A host that is an address is compared with what requests may go to. Where a name leads is seen by a request alone, and so is
    /// what a proxy connects to, which this machine itself is never asked through.
    public var problem: String? {
        let host =
            recipient.first == "[" ? recipient.dropFirst().prefix { $0 != "]" } : recipient.prefix { $0 != ":" }
        let isNamed = host == "localhost" || host.hasSuffix(".localhost")
        let addresses = (isNamed ? Self.loopback : [String(host)]).compactMap { NetworkAddress($0) }
        guard let address = addresses.first, !addresses.contains(where: { reach.allows($0) }) else { return nil }
        if Self.proxies.contains(where: { getenv($0) != nil }), !isNamed, !Self.isLoopback(address) { return nil }
        return "`url` leads to \(address), which is no public address, and `private-addresses` does not name it"
    }

    private static let loopback = ["127.0.0.1", "::1"]
    private static let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    private static func isLoopback(_ address: NetworkAddress) -> Bool {
        ["127.0.0.0/8", "::1"].contains { AddressRange($0)?.contains(address) == true }
    }

    public func deliver(_ notification: Notification) async -> DeliveryOutcome {
        let body = WebhookMessage(notification)
        let answer = await send("POST", to: url.reveal { $0 }, id: body.id, body: body.bytes)
        Failpoint.pass("webhook.answered")
        switch answer {
        case .success(let response): return WebhookAnswer(response, now: now()).outcome
        case .failure(let failure): return failure.hasBegun ? .retry(reason: failure.reason, after: nil) : .unsent
        }
    }

    public func confirm(_ notifications: [Notification]) async -> [Confirmation] {
        var answers: [Confirmation] = []
        for notification in notifications { answers.append(await confirm(notification)) }
        return answers
    }

    private func confirm(_ notification: Notification) async -> Confirmation {
        guard let confirm else { return .deliver }
        let id = WebhookMessage(notification).id
        // What is encoded in the id stands for itself in the address.
        let address = confirm.reveal { $0 }.replacing("{id}", with: id.replacing("%", with: "%25"))
        let answer = await send("GET", to: address, id: id, body: [])
        Failpoint.pass("webhook.confirmed")
        switch answer {
        case .success(let response): return WebhookAnswer(response, now: now()).confirmation
        case .failure(let failure): return .later(reason: failure.reason, after: nil)
        }
    }

    /// Why there was no answer.
    private struct NoAnswer: Error {
        let reason: String
        /// See `HTTPError.hasBegun`.
        var hasBegun = true
    }

    private func send(
        _ method: String, to url: String, id: String, body: [UInt8]
    ) async -> Result<HTTPResponse, NoAnswer> {
        let request: HTTPRequest
        do {
            request = try self.request(method, to: url, id: id, body: body)
        } catch {
            // Not a refusal: with the secret put right, the notification can still be delivered.
            return .failure(NoAnswer(reason: error.description))
        }
        Failpoint.pass("webhook.before-request")
        var limits = HTTPLimits()
        limits.timeout = timeout
        limits.reach = reach
        // Only the status counts; what a receiver says may repeat what it was sent, so it is shown nowhere.
        limits.maxResponseBytes = 1_024
        limits.overflow = .truncate
        do {
            return .success(try await client.send(request, limits: limits))
        } catch {
            return .failure(NoAnswer(reason: error.description, hasBegun: error.hasBegun))
        }
    }

    private func request(
        _ method: String, to url: String, id: String, body: [UInt8]
    ) throws(WebhookSecretError) -> HTTPRequest {
        let timestamp = now().milliseconds / 1_000
        var own: HTTPHeaders = [
            "Content-Type": "application/json", "webhook-id": id, "webhook-timestamp": "\(timestamp)",
        ]
        if let secret {
            let key = try secret.get()
            own.add("webhook-signature", key.signature(id: id, timestamp: timestamp, body: body))
        }
        var all = own
        for header in headers where own[header.name] == nil {
            all.append(.init(name: header.name, value: header.value.reveal { $0 }))
        }
        return HTTPRequest(method: method, url: url, headers: all, body: body)
    }
}
