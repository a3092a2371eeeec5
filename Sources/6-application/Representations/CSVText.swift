package import Platform

/// Lines of comma-separated values, https://www.rfc-editor.org/rfc/rfc4180, that a spreadsheet takes for nothing but texts.
package enum CSVText {
    /// With its line end.
    package static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

    /// What begins like a formula gets an apostrophe, which spreadsheets do not show: names and titles come from others.
    package static func field(_ text: String) -> String {
        var text = text
        if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { text = "'" + text }
        let needsQuotes = text.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D].contains($0) }
        if !needsQuotes { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            quoted.unicodeScalars.append(scalar)
            if scalar == "\"" { quoted += "\"" }
        }
        return quoted + "\""
    }

    /// A value of a record: texts as they are, lists with `; ` between them, null as nothing.
    package static func field(of value: Value) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .list(let values): values.map(field(of:)).joined(separator: "; ")
        default: value.json
        }
    }
}
