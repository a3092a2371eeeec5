internal import Diagnostics
internal import Platform

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
