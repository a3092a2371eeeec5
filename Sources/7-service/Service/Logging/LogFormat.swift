internal import Diagnostics
internal import Glibc
package import Platform

/// How a service's log is written.
package enum LogFormat: String, Sendable, CaseIterable {
    /// `journald` when the journal reads standard error, otherwise `text` where people look at it, otherwise `logfmt`.
    case auto
    /// For people.
    case text
    /// `key=value` pairs, https://brandur.org/logfmt.
    case logfmt
    /// One JSON object a line.
    case json
    /// The journal's own protocol, with every field apart.
    case journald

    /// What `auto` comes to; the others stay.
    ///
    /// - Parameters:
    ///   - errors: standard error.
    ///   - isInteractive: whether people look at it.
    ///   - environment: looks a variable up.
    package func resolved(
        errors: FileDescriptor, isInteractive: Bool, environment: (String) -> String? = LogFormat.processVariable
    ) -> LogFormat {
        if self != .auto { return self }
        if Self.journalReads(errors, environment: environment) { return .journald }
        return isInteractive ? .text : .logfmt
    }

    /// Whether a descriptor leads to the journal: `JOURNAL_STREAM` names its device and inode, see systemd.exec(5). A
    /// process whose standard error was redirected has inherited the variable, and not the descriptor.
    static func journalReads(
        _ descriptor: FileDescriptor, environment: (String) -> String? = LogFormat.processVariable
    ) -> Bool {
        guard let text = environment("JOURNAL_STREAM"), let status = try? descriptor.status() else { return false }
        return text == "\(status.device):\(status.inode)"
    }

    package static let processVariable: @Sendable (String) -> String? = { getenv($0).map { String(cString: $0) } }
}

/// The fields of an entry under names that no format trips over, each once.
struct LogFields {
    /// In the order of the entry.
    let pairs: [(name: String, value: String)]

    /// Names that every line has by itself.
    private static let own: Set<String> = ["time", "level", "event", "message"]

    /// Letters, digits, `.`, `_` and `-` stay; everything else becomes `_`. A name that is taken gets a number.
    init(_ entry: LogEntry) {
        var taken = Self.own
        pairs = entry.fields.map { field in
            var name = String(decoding: field.name.utf8.map(Self.plain), as: UTF8.self)
            if name.isEmpty { name = "_" }
            var number = 2
            var candidate = name
            while !taken.insert(candidate).inserted {
                candidate = "\(name)-\(number)"
                number += 1
            }
            return (candidate, field.value)
        }
    }

    private static func plain(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            byte
        default: UInt8(ascii: "_")
        }
    }
}

/// An entry as `time=… level=… event=… message=… key=value`, as Loki, Heroku and hl read it.
enum LogfmtText {
    /// Without a line break.
    static func line(_ entry: LogEntry, at time: Timestamp) -> String {
        var line = "time=\(time) level=\(entry.level.rawValue) event=\(value(entry.event))"
        line += " message=\(value(entry.message))"
        for field in LogFields(entry).pairs { line += " \(field.name)=\(value(field.value))" }
        return line
    }

    /// As it is, or in double quotes with `\"`, `\\`, `\n`, `\r`, `\t` and `\uXXXX`.
    static func value(_ text: String) -> String {
        guard text.isEmpty || text.unicodeScalars.contains(where: needsQuotes) else { return text }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where UnsafeCharacters.contains(scalar): result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func needsQuotes(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar == "=" || scalar == "\"" || scalar == "\\" || UnsafeCharacters.contains(scalar)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).unsafelyUnwrapped.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }.joined()
    }
}
