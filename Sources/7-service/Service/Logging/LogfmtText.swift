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
