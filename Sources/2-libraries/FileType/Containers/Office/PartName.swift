/// Names of parts in a package, in the form in which they are compared.
enum PartName {
    /// In lower case, with slashes.
    static func normal(_ name: String) -> String {
        lowercased(String(decoding: name.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self))
    }

    /// The part to which a relationship's target leads, seen from a folder ("" or "xl").
    static func resolved(_ target: String, in folder: String) -> String {
        let target = normal(target)
        var steps: [Substring] = target.hasPrefix("/") ? [] : folder.split(separator: "/")
        for step in target.split(separator: "/") {
            switch step {
            case ".": continue
            case "..": _ = steps.popLast()
            default: steps.append(step)
            }
        }
        return steps.joined(separator: "/")
    }

    /// Where the relationships of a part are.
    static func relationships(of part: String) -> String {
        let steps = part.split(separator: "/")
        return (steps.dropLast() + ["_rels", (steps.last ?? "") + ".rels"]).joined(separator: "/")
    }

    /// Whether a part, by its normal name, is what makes a ZIP archive a program for Java, Android, Windows or Python, or what
    /// runs of it.
    static func isProgram(_ name: String) -> Bool {
        programs.contains(name) || programEnds.contains { name.hasSuffix($0) }
    }

    private static let programEnds = [
        ".class", ".dex", ".exe", ".dll", ".scr", ".com", ".msi", ".bat", ".cmd", ".vbs", ".hta", ".lnk", ".ps1",
    ]

    private static let programs: Set<String> = [
        "meta-inf/manifest.mf", "androidmanifest.xml", "appxmanifest.xml", "appxbundlemanifest.xml", "__main__.py",
        "__main__.pyc",
    ]

    /// ASCII alone.
    static func lowercased(_ name: String) -> String {
        String(decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
