package import Diagnostics
internal import Glibc
package import Platform
internal import Synchronization

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
    ///
    /// - Parameter shown: the time as readers want it.
    static func line(
        _ entry: LogEntry, at time: Timestamp, style: Style = .plain, shown: (Timestamp) -> String = { $0.description }
    ) -> String {
        let word = entry.level.rawValue
        let padding = String(repeating: " ", count: 8 - word.utf8.count)
        let level =
            switch entry.level {
            case .debug: style.dim(word)
            case .info: word
            case .warning: style.yellow(word)
            case .error: style.red(word)
            }
        var line = style.dim(shown(time)) + " " + level + padding + Printable.text(entry.message)
        for field in entry.fields {
            let value = Printable.text(field.value)
            let quoted = value.isEmpty || value.utf8.contains(UInt8(ascii: " ")) ? "\"\(value)\"" : value
            line += (field == entry.fields.first ? "  " : " ") + style.dim(Printable.text(field.name) + "=") + quoted
        }
        return line
    }
}

/// A log on a descriptor, such as standard error: one write(2) a line, so that lines of several processes do not mix.
final class StreamDestination: LogDestination {
    private let descriptor: Int32
    private let line: @Sendable (LogEntry, Timestamp) -> String
    private let isTorn = Mutex(false)

    /// How long it waits for a reader of a descriptor that does not block, in milliseconds, before a line is lost.
    private static let timeout: Int32 = 5_000

    /// - Parameters:
    ///   - descriptor: stays the caller's, and must live as long as this object.
    ///   - line: an entry without a line break.
    init(_ descriptor: Int32, line: @escaping @Sendable (LogEntry, Timestamp) -> String) {
        self.descriptor = descriptor
        self.line = line
    }

    /// A line in a format; `journald` and `auto` are written as text with the priority in front, as the journal reads it
    /// from standard error.
    ///
    /// - Parameter shown: a time in text for people; programs get RFC 3339.
    static func line(
        _ format: LogFormat, style: Style, shown: @escaping @Sendable (Timestamp) -> String = { $0.description }
    ) -> @Sendable (LogEntry, Timestamp) -> String {
        switch format {
        case .text: { LogText.line($0, at: $1, style: style, shown: shown) }
        case .logfmt: { LogfmtText.line($0, at: $1) }
        case .json: { Value.record(LogJSON.record($0, at: $1)).json }
        case .auto, .journald: { "<\(JournalMessage.priority($0.level))>" + LogText.line($0, at: $1) }
        }
    }

    func write(_ entry: LogEntry, at time: Timestamp) throws(SystemError) {
        // What is left of a line that could not be written to its end must not swallow the next one.
        let bytes = Array(((isTorn.withLock { $0 } ? "\n" : "") + line(entry, time) + "\n").utf8)
        var written = 0
        do {
            while written < bytes.count { written += try write(bytes[written...]) }
            isTorn.withLock { $0 = false }
        } catch {
            if written > 0 { isTorn.withLock { $0 = true } }
            throw error
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        let descriptor = descriptor
        while true {
            do {
                return try systemCall("write the log") {
                    bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                }
            } catch {
                if error.code != EAGAIN { throw error }
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                let ready = try systemCall("wait for the log's reader") { poll(&wanted, 1, Self.timeout) }
                if ready == 0 { throw error }
            }
        }
    }
}
