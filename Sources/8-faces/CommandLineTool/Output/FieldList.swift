internal import Diagnostics
internal import Platform

/// Names and values, one below the other, as a detail view shows them. Values are made safe to show.
struct FieldList {
    private var fields: [(name: String, value: String)] = []

    /// Values that say nothing, nil or empty, are left out.
    mutating func add(_ name: String, _ value: String?) {
        if let value, !value.isEmpty { fields.append((name, Printable.text(value))) }
    }

    /// Each line indented by two spaces and ending in a newline; long values are wrapped on a terminal.
    func render(width: Int?, style: Style = .plain) -> String {
        let column = (fields.map { DisplayWidth.of($0.name) }.max() ?? 0) + 4
        var result = ""
        for field in fields {
            let padding = String(repeating: " ", count: column - 2 - DisplayWidth.of(field.name))
            let lines = width.map { TextWrapping.wrap(field.value, width: max(20, $0 - column)) } ?? [field.value]
            result += "  " + style.dim(field.name) + padding + (lines.first ?? "") + "\n"
            for line in lines.dropFirst() { result += String(repeating: " ", count: column) + line + "\n" }
        }
        return result
    }
}
