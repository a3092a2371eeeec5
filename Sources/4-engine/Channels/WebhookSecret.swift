internal import Diagnostics
internal import Digests

/// The key of a webhook's signatures.
struct WebhookSecret: Sendable {
    private static let prefix = "whsec_"
    /// Base 64 of the key, so that it is never shown.
    private let key: Secret

    /// - Parameter text: `whsec_` and the key in base 64, as Standard Webhooks write it; of any other text the UTF-8
    ///   bytes themselves are the key.
    /// - Returns: nil when the text is empty, or what follows `whsec_` is not base 64.
    init?(_ text: String) {
        if text.hasPrefix(Self.prefix) {
            let encoded = String(text.dropFirst(Self.prefix.count))
            guard let bytes = Base64.decode(encoded), !bytes.isEmpty else { return nil }
            key = Secret(encoded)
        } else {
            if text.isEmpty { return nil }
            key = Secret(Base64.encode(Array(text.utf8)))
        }
    }

    /// The value of `webhook-signature`: HMAC-SHA-256 over id, timestamp and body, joined by full stops.
    func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        let key = key.reveal { Base64.decode($0) ?? [] }
        let code = MessageAuthentication.hmacSHA256(key: key, message: Array("\(id).\(timestamp).".utf8) + body)
        return "v1,\(Base64.encode(code.bytes))"
    }
}

/// A secret of a webhook that cannot be used.
struct WebhookSecretError: Error, CustomStringConvertible {
    /// Says nothing of the secret itself.
    var description: String {
        "The webhook's secret is empty, or starts with `whsec_` and is not base 64 after that. "
            + "The notification is tried again with the right one."
    }
}
