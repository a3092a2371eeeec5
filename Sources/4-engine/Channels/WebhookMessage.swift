internal import HTTPClient
internal import HTTPMessages
internal import Pipelines
internal import Platform

/// A notification as Standard Webhooks send it.
struct WebhookMessage {
    /// The notification's id without full stops, which separate the parts of what is signed: "." becomes "_", and every
    /// byte other than letters, digits and "-" is percent-encoded, so that different ids stay different.
    let id: String
    /// JSON, exactly as it is signed and sent.
    let bytes: [UInt8]

    init(_ notification: Notification) {
        id = Self.encode(notification.id)
        var data: Record = [
            "id": .string(notification.id), "channel": .string(notification.channel),
            "subject": .string(notification.subject), "body": Value(notification.body),
            "run": .string(notification.run), "stage": .string(notification.stage),
        ]
        for entry in notification.data where data[entry.key] == nil { data[entry.key] = entry.value }
        let message: Record = [
            "type": "notification", "timestamp": .string(notification.createdAt.description), "data": .record(data),
        ]
        var bytes: [UInt8] = []
        Value.record(message).write(to: &bytes)
        self.bytes = bytes
    }

    private static func encode(_ id: String) -> String {
        var text = ""
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "."): text += "_"
            default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}

/// What a receiver's answer means for the notification.
struct WebhookAnswer {
    /// Of a delivery.
    let outcome: DeliveryOutcome
    /// Of the question whether it has arrived.
    let confirmation: Confirmation

    /// However long a receiver asks to be left alone.
    static let longestWait = Duration.seconds(3_600)

    init(_ response: HTTPResponse, now: Timestamp) {
        let status = response.status
        let after = response.headers.values(of: "retry-after").first.flatMap { Self.wait($0, now: now) }
        confirmation =
            switch status {
            case 200..<300: .arrived(detail: "confirmed with \(status)")
            case 404, 410: .deliver
            default:
                .later(
                    reason:
                        "The webhook may have been delivered, and `confirm` answered \(status), which does not say so. "
                        + "It is asked again; 2xx says that it has the notification, 404 that it has not.",
                    after: after)
            }
        outcome =
            switch status {
            case 200..<300: .delivered(detail: "\(status)")
            case 300..<400:
                .retry(
                    reason: "The webhook answered \(status), a redirect, and redirects are not followed. "
                        + "Set `url` to the final address.", after: after)
            case 408, 425, 429: .retry(reason: "The webhook answered \(status), which asks to try later.", after: after)
            case 410: .refused(reason: "The webhook answered 410: it is gone. Remove the channel or change its `url`.")
            case 400..<500:
                // A wrong secret or address may be put right before the tries are used up.
                .retry(
                    reason: "The webhook answered \(status), which refuses the request. "
                        + "Check the channel's `url`, `secret` and `headers`.", after: after)
            default: .retry(reason: "The webhook answered \(status), a failure of its server.", after: after)
            }
    }

    /// RFC 9110, section 10.2.3: seconds or a date. nil when it is neither; never negative, never above `longestWait`.
    static func wait(_ text: String, now: Timestamp) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // Too many digits are a very long time.
            return min(Int64(text).map { .seconds(min($0, 1 << 32)) } ?? longestWait, longestWait)
        }
        guard let date = HTTPDate.read(text, now: now) else { return nil }
        return min(max(.zero, .microseconds(date.microseconds - now.microseconds)), longestWait)
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
