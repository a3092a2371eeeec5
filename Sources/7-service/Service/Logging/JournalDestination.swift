internal import Diagnostics
internal import Glibc
internal import Platform
internal import Synchronization

/// The journal of systemd, by its native protocol. While it cannot be reached, entries go to standard error, after a line
/// that says why.
final class JournalDestination: LogDestination {
    /// Where the journal listens.
    static let standardSocket: Path = "/run/systemd/journal/socket"

    private let socket: FileDescriptor
    private let address: UnixAddress
    private let path: Path
    private let fallback: any LogDestination
    private let isReached = Mutex(true)

    /// What is cut off a message that cannot be sent as a file either.
    private static let longestMessage = 16_384

    /// - Throws: `SystemError` when there can be no socket at all.
    init(socket path: Path = standardSocket, fallback: any LogDestination) throws(SystemError) {
        socket = try UnixSocket.datagram()
        address = try UnixAddress(path: path)
        self.path = path
        self.fallback = fallback
    }

    func write(_ entry: LogEntry, at time: Timestamp) throws(SystemError) {
        do {
            try send(entry)
            isReached.withLock { $0 = true }
        } catch {
            let isNew = isReached.withLock { isReached in
                defer { isReached = false }
                return isReached
            }
            if isNew {
                let note = LogEntry(
                    .error, "journal-unreachable",
                    "The journal cannot be reached; the log goes to standard error until it can",
                    [.init("socket", path), .init("reason", error)])
                try fallback.write(note, at: time)
            }
            try fallback.write(entry, at: time)
        }
    }

    private func send(_ entry: LogEntry) throws(SystemError) {
        let bytes = JournalMessage.bytes(entry)
        do {
            try UnixSocket.send(bytes, from: socket, to: address, waits: true)
        } catch {
            if error.code != EMSGSIZE && error.code != ENOBUFS { throw error }
            do {
                try UnixSocket.sendFile(bytes, from: socket, to: address)
            } catch {
                try UnixSocket.send(
                    JournalMessage.bytes(Self.shortened(entry)), from: socket, to: address, waits: true)
            }
        }
    }

    /// The message's beginning, and no fields that are longer than a line.
    static func shortened(_ entry: LogEntry) -> LogEntry {
        let cut = { (text: String, limit: Int) -> String in
            if text.utf8.count <= limit { return text }
            return String(decoding: text.utf8.prefix(limit), as: UTF8.self)
                + " (cut off: \(text.utf8.count) bytes in all)"
        }
        return LogEntry(
            entry.level, entry.event, cut(entry.message, longestMessage),
            entry.fields.prefix(64).map { .init($0.name, cut($0.value, 256)) })
    }
}

/// An entry in the journal's native protocol, https://systemd.io/JOURNAL_NATIVE_PROTOCOL/.
enum JournalMessage {
    /// The journal refuses longer names.
    private static let longestName = 64

    /// `PRIORITY`, `SYSLOG_IDENTIFIER`, `COMPASS_EVENT`, a `COMPASS_…` for each field, and `MESSAGE`.
    static func bytes(_ entry: LogEntry) -> [UInt8] {
        var bytes: [UInt8] = []
        append("PRIORITY", "\(priority(entry.level))", to: &bytes)
        append("SYSLOG_IDENTIFIER", "compass", to: &bytes)
        append("COMPASS_EVENT", entry.event, to: &bytes)
        for field in LogFields(entry).pairs { append(name(field.name), field.value, to: &bytes) }
        append("MESSAGE", entry.message, to: &bytes)
        return bytes
    }

    /// As syslog(3) counts.
    static func priority(_ level: LogEntry.Level) -> Int {
        switch level {
        case .debug: 7
        case .info: 6
        case .warning: 4
        case .error: 3
        }
    }

    /// Capitals, digits and underscores.
    private static func name(_ field: String) -> String {
        let plain = field.uppercased().utf8.map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        return "COMPASS_" + String(decoding: plain.prefix(longestName - 8), as: UTF8.self)
    }

    /// Made safe to show: no value has a line break, for which the protocol would want its length, and which would forge a
    /// line where only messages are printed.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        bytes += name.utf8
        bytes.append(UInt8(ascii: "="))
        bytes += Printable.text(value).utf8
        bytes.append(UInt8(ascii: "\n"))
    }
}
