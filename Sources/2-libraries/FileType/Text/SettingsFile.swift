/// Settings that Windows or a desktop carries out when they are opened: entries of the registry, and shortcuts to programs and
/// addresses.
enum SettingsFile {
    /// Sections, the keys in them that start something, and what such a file is.
    private static let sections: [(name: String, keys: [String], type: String)] = [
        ("[internetshortcut]", ["url"], "application/x-mswinurl"),
        ("[desktop entry]", ["exec", "url"], "application/x-desktop"),
        ("[autorun]", ["open", "shellexecute"], "application/x-setupscript"),
        ("[shell]", ["command", "iconfile"], "application/x-setupscript"),
    ]

    /// The MIME name of what a text with this beginning is, whose first byte is no blank; nil: no such file.
    static func type(_ text: [UInt8]) -> String? {
        // Nearly every text has shown by its first byte that it is none.
        guard let first = text.first, "[;#Rr".utf8.contains(first) || "Ww".utf8.contains(first) else { return nil }
        let lines = TextLines(text)
        guard let header = lines.first(where: { !$0.hasPrefix(";") && !$0.hasPrefix("#") }) else { return nil }
        if isRegistryHeader(header) { return "text/x-ms-regedit" }
        guard isSection(header) else { return nil }
        var section: (name: String, keys: [String], type: String)?
        for line in lines {
            if isSection(line) {
                section = sections.first { $0.name == line }
            } else if let section, let sign = line.firstIndex(of: "="),
                section.keys.contains(String(line[..<sign].trimmed)), !line[line.index(after: sign)...].trimmed.isEmpty
            {
                return section.type
            }
        }
        return nil
    }

    private static func isSection(_ line: String) -> Bool { line.hasPrefix("[") && line.hasSuffix("]") }

    private static func isRegistryHeader(_ line: String) -> Bool {
        if line == "regedit4" { return true }
        let name = "windows registry editor version "
        return line.hasPrefix(name) && line.utf8.dropFirst(name.utf8.count).allSatisfy { 0x2E...0x39 ~= $0 }
    }
}
