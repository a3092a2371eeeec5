/// The list of types in a package, `[Content_Types].xml` (ECMA-376 part 2, 7.2.3).
struct PartTypes {
    /// By part, and by extension for all other parts.
    private var parts: [String: String] = [:]
    private var extensions: [String: String] = [:]

    static let macroSheet = "an Excel 4 macro sheet"

    init(_ elements: [XMLElements.Element]) {
        for element in elements {
            let type = PartName.lowercased(element.attributes["ContentType"] ?? "")
            if element.name == "Override", let part = element.attributes["PartName"] {
                parts[PartName.resolved(part, in: "")] = type
            } else if element.name == "Default", let name = element.attributes["Extension"] {
                extensions[PartName.lowercased(name)] = type
            }
        }
    }

    /// In lower case; empty for a part of which the list says nothing.
    func type(of part: String) -> String {
        if let type = parts[part] { return type }
        guard let dot = part.lastIndex(of: ".") else { return "" }
        return extensions[String(part[part.index(after: dot)...])] ?? ""
    }

    /// What a package is whose main part has this type.
    static func kind(_ type: String) -> OfficePackage {
        let words = [
            "wordprocessingml.document.main", "wordprocessingml.template.main", "ms-word.document.macroenabled",
        ]
        let sheets = ["spreadsheetml.sheet.main", "spreadsheetml.template.main", "ms-excel.sheet.macroenabled"]
        if words.contains(where: type.contains) { return .wordDocument }
        return sheets.contains(where: type.contains) ? .workbook : .other
    }

    /// What kind of macros a part has that is of this type, or is related by this one; nil: none.
    static func macro(_ type: String) -> String? {
        if type.contains("macrosheet") { return macroSheet }
        return type.contains("vbaproject") || type.contains("macroenabled") ? "macros" : nil
    }
}
