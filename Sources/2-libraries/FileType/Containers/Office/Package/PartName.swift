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

    /// ASCII alone.
    static func lowercased(_ name: String) -> String {
        String(decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
