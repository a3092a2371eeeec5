package import Diagnostics
package import Platform

/// Where a log goes. Called on the log's own thread, one entry at a time; may block.
package protocol LogDestination: Sendable {
    /// - Throws: `SystemError` when the entry is lost.
    func write(_ entry: LogEntry, at time: Timestamp) throws(SystemError)
}

/// An entry as one JSON object: `time`, `level`, `event`, `message`, and its fields as text.
enum LogJSON {
    static func record(_ entry: LogEntry, at time: Timestamp) -> Record {
        let own: [(String, Value)] = [
            ("time", .string(time.description)), ("level", .string(entry.level.rawValue)),
            ("event", .string(entry.event)), ("message", .string(entry.message)),
        ]
        return Record(uniqueKeys: own + LogFields(entry).pairs.map { ($0.name, .string($0.value)) })
    }
}

/// An entry for people: `2026-03-08T07:00:00.000Z warning  the message  path=clip.mp4 waited=3s`.
enum LogText {
    /// Without a line break; nothing in it moves a cursor.
    static func line(_ entry: LogEntry, at time: Timestamp, style: Style = .plain) -> String {
        let word = entry.level.rawValue
        let padding = String(repeating: " ", count: 8 - word.utf8.count)
        let level =
            switch entry.level {
            case .debug: style.dim(word)
            case .info: word
            case .warning: style.yellow(word)
            case .error: style.red(word)
            }
        var line = style.dim(time.description) + " " + level + padding + Printable.text(entry.message)
        for field in entry.fields {
            let value = Printable.text(field.value)
            let quoted = value.isEmpty || value.utf8.contains(UInt8(ascii: " ")) ? "\"\(value)\"" : value
            line += (field == entry.fields.first ? "  " : " ") + style.dim(Printable.text(field.name) + "=") + quoted
        }
        return line
    }
}
