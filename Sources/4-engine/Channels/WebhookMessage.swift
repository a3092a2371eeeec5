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
