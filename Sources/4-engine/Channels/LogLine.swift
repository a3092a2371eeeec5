internal import Pipelines
internal import Platform

/// A notification as a line of the log.
struct LogLine {
    /// With the line feed.
    let bytes: [UInt8]
    /// The beginning up to the end of the id: equal for lines of one notification, different for others.
    let head: ArraySlice<UInt8>

    init(_ notification: Notification) {
        let record: Record = [
            "id": .string(notification.id), "created-at": .string(notification.createdAt.description),
            "channel": .string(notification.channel), "subject": .string(notification.subject),
            "body": Value(notification.body), "run": .string(notification.run), "stage": .string(notification.stage),
            "data": .record(notification.data),
        ]
        var bytes: [UInt8] = []
        Value.record(record).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        self.bytes = bytes
        head = Self.head(of: bytes[...]) ?? bytes[...]
    }

    private static let start = Array("{\"id\":\"".utf8)

    /// Whether a line that is cut off may be one of this type.
    static func mayBegin(with bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: start) || start.starts(with: bytes)
    }

    /// nil of a line that does not begin like those of this type.
    static func head(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.starts(with: start) else { return nil }
        var index = line.startIndex + start.count
        while index < line.endIndex, line[index] != UInt8(ascii: "\"") {
            index += line[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index < line.endIndex ? line[...index] : nil
    }
}
