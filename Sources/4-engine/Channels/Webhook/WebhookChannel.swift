internal import Diagnostics
public import HTTPClient
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
public struct WebhookChannel: NotificationChannel {
    public static let kind = "webhook"

    /// Secret: the path of many services' addresses is the key to them.
    private let url: Secret
    private let secret: Result<WebhookSecret, WebhookSecretError>?
    private let headers: [(name: String, value: Secret)]
    private let timeout: Duration
    private let client: HTTPClient?
    private let now: @Sendable () -> Timestamp

    /// One for all channels, so that they share its thread and connections; made by the first delivery.
    private static let sharedClient = HTTPClient(userAgent: "compass")

    /// - Parameters:
    ///   - url: of the receiver, http or https.
    ///   - secret: `whsec_` and the key in base 64, as Standard Webhooks write it; of any other text the UTF-8 bytes
    ///     themselves are the key. nil: requests are not signed.
    ///   - headers: further headers. Those that the channel sets itself are left out.
    ///   - timeout: of one try, from its beginning to the whole answer.
    ///   - client: nil: one that all channels share.
    ///   - now: the clock of `webhook-timestamp` and of dates in `Retry-After`.
    public init(
        url: String, secret: String?, headers: [(String, String)] = [], timeout: Duration = .seconds(30),
        client: HTTPClient? = nil, now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.url = Secret(url)
        self.secret = secret.map { text in
            WebhookSecret(text).map(Result.success) ?? .failure(WebhookSecretError())
        }
        self.headers = headers.map { ($0, Secret($1)) }
        self.timeout = timeout
        self.client = client
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

    public func deliver(_ notification: Notification) async -> DeliveryOutcome {
        let request: HTTPRequest
        do {
            request = try self.request(for: notification)
        } catch {
            // Not a refusal: with the secret put right, the notification can still be delivered.
            return .retry(reason: error.description, after: nil)
        }
        var limits = HTTPLimits()
        limits.timeout = timeout
        // Only the status counts; what a receiver says may repeat what it was sent, so it is shown nowhere.
        limits.maxResponseBytes = 1_024
        limits.overflow = .truncate
        do {
            let response = try await (client ?? Self.sharedClient).send(request, limits: limits)
            return WebhookAnswer(response, now: now()).outcome
        } catch {
            return .retry(reason: error.description, after: nil)
        }
    }

    private func request(for notification: Notification) throws(WebhookSecretError) -> HTTPRequest {
        let body = WebhookMessage(notification)
        let timestamp = now().milliseconds / 1_000
        var own: HTTPHeaders = [
            "Content-Type": "application/json", "webhook-id": body.id, "webhook-timestamp": "\(timestamp)",
        ]
        if let secret {
            let key = try secret.get()
            own.add("webhook-signature", key.signature(id: body.id, timestamp: timestamp, body: body.bytes))
        }
        var all = own
        for header in headers where own[header.name] == nil {
            all.add(header.name, header.value.reveal { $0 })
        }
        return HTTPRequest(method: "POST", url: url.reveal { $0 }, headers: all, body: body.bytes)
    }
}
