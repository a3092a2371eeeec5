package import Platform

/// Lines of comma-separated values, https://www.rfc-editor.org/rfc/rfc4180, that a spreadsheet takes for nothing but texts.
package enum CSVText {
    /// With its line end.
    package static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

    /// What begins like a formula gets an apostrophe, which spreadsheets do not show in front: names and titles come from others.
    package static func field(_ text: String) -> String {
        let text = withoutFormulas(text)
        let needsQuotes = text.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D].contains($0) }
        if !needsQuotes { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            quoted.unicodeScalars.append(scalar)
            if scalar == "\"" { quoted += "\"" }
        }
        return quoted + "\""
    }

    /// After OWASP, "CSV Injection". Where the comma is the decimal sign, spreadsheets divide lines at semicolons and do not see the
    /// quotes of a field that begins behind a comma: then a cell begins behind each semicolon, line end and tab within it.
    private static func withoutFormulas(_ text: String) -> String {
        var scalars: [Unicode.Scalar] = []
        if let first = text.unicodeScalars.first, "\t\r\n".unicodeScalars.contains(first) { scalars = ["'"] }
        // Where the cell begins; blanks and quotes before a formula do not hinder every spreadsheet.
        var (start, isOpen) = (0, true)
        for scalar in text.unicodeScalars {
            if isOpen, !" \"\t\r\n;".unicodeScalars.contains(scalar) {
                if formulaBeginnings.contains(scalar) { scalars.insert("'", at: start) }
                isOpen = false
            }
            scalars.append(scalar)
            if "\t\r\n;".unicodeScalars.contains(scalar) { (start, isOpen) = (scalars.count, true) }
        }
        var result = ""
        result.unicodeScalars.append(contentsOf: scalars)
        return result
    }

    /// The last four are the wide forms of East Asian keyboards.
    private static let formulaBeginnings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

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
