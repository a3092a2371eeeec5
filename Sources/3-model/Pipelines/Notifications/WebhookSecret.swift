internal import Diagnostics
internal import Digests

/// The key of signatures as Standard Webhooks write them, of requests that are sent and of those that come.
public struct WebhookSecret: Sendable {
    private static let prefix = "whsec_"
    /// In bytes: 128 bits.
    public static let minimum = 16
    /// Base 64 of the key, so that it is never shown.
    private let key: Secret
    /// Whether the key has fewer bytes than one that nobody can guess.
    public let isShort: Bool

    /// - Parameter text: `whsec_` and the key in base 64, as Standard Webhooks write it; of any other text the UTF-8
    ///   bytes themselves are the key.
    /// - Returns: nil when the text is empty, or what follows `whsec_` is not base 64.
    public init?(_ text: String) {
        if text.hasPrefix(Self.prefix) {
            let encoded = String(text.dropFirst(Self.prefix.count))
            guard let bytes = Base64.decode(encoded), !bytes.isEmpty else { return nil }
            key = Secret(encoded)
            isShort = bytes.count < Self.minimum
        } else {
            if text.isEmpty { return nil }
            key = Secret(Base64.encode(Array(text.utf8)))
            isShort = text.utf8.count < Self.minimum
        }
    }

    /// The value of `webhook-signature`: HMAC-SHA-256 over id, timestamp and body, joined by full stops.
    public func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        let key = key.reveal { Base64.decode($0) ?? [] }
        let code = MessageAuthentication.hmacSHA256(key: key, message: Array("\(id).\(timestamp).".utf8) + body)
        return "v1,\(Base64.encode(code.bytes))"
    }

    /// How far the clocks of sender and receiver may differ, in seconds, as Standard Webhooks recommend.
    public static let tolerance: Int64 = 300

    /// Whether a request was signed with the key, and lately. The time that it takes tells nothing of the signature.
    ///
    /// - Parameters:
    ///   - id: the value of `webhook-id`.
    ///   - timestamp: the value of `webhook-timestamp`.
    ///   - signatures: the value of `webhook-signature`: one or more, divided by blanks, of which one has to be right.
    ///   - now: seconds since 1970.
    public func isSigned(id: String, timestamp: String, signatures: String, body: [UInt8], now: Int64) -> Bool {
        let isNumber = timestamp.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        // A full stop would move the border between what is signed.
        guard !id.isEmpty, !id.utf8.contains(UInt8(ascii: ".")), isNumber, timestamp.utf8.count <= 15,
            let time = Int64(timestamp), abs(now - time) <= Self.tolerance
        else { return false }
        let own = Array(signature(id: id, timestamp: time, body: body).utf8)
        return signatures.split(separator: " ").reduce(false) { found, one in
            MessageAuthentication.isEqual(Array(one.utf8), own) || found
        }
    }
}
