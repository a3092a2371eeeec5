internal import Diagnostics
internal import Platform

/// An entry as `time=… level=… event=… message=… key=value`, as Loki, Heroku and hl read it.
enum LogfmtText {
    /// Without a line break.
    static func line(_ entry: LogEntry, at time: Timestamp) -> String {
        var line = "time=\(time) level=\(entry.level.rawValue) event=\(value(entry.event))"
        line += " message=\(value(entry.message))"
        for field in LogFields(entry).pairs { line += " \(field.name)=\(value(field.value))" }
        return line
    }

    /// As it is, or in double quotes with `\"`, `\\`, `\n`, `\r`, `\t` and `\u00XX`.
    static func value(_ text: String) -> String {
        guard text.isEmpty || text.unicodeScalars.contains(where: needsQuotes) else { return text }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isInvisible(scalar): result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func needsQuotes(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar == "=" || scalar == "\"" || scalar == "\\" || isInvisible(scalar)
    }

    /// Control characters, and marks that reorder what a terminal shows.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
