internal import Diagnostics
internal import Platform

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
