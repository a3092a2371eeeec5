internal import HTTPClient
internal import Pipelines
internal import Platform

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
        let after = response.headers["retry-after"].flatMap { Self.wait($0, now: now) }
        confirmation =
            switch status {
            case 200..<300: .arrived(detail: "confirmed with \(status)")
            case 404, 410: .deliver
            default:
                .later(
                    reason:
                        "The webhook may have been delivered, and `confirm` answered \(status), which does not tell. "
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
        guard let date = HTTPDate.read(text) else { return nil }
        return min(max(.zero, .microseconds(date.microseconds - now.microseconds)), longestWait)
    }
}
