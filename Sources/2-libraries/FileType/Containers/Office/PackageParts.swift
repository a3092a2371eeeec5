internal import Platform

/// The parts of a package, and what the package itself says of them (ECMA-376 part 2): their types in
/// `[Content_Types].xml`, and which of them is the main one in `_rels/.rels`.
struct PackageParts {
    /// By their names in lower case with slashes: names are compared without regard to ASCII case (6.2.2.3), and some
    /// programs write backslashes.
    let entries: [(name: String, entry: ZipEntry)]
    private let places: [String: Int]
    private let content: ContainerContent
    /// nil: the list of types cannot be read.
    private let types: PartTypes?

    /// Of a list of types or relationships, packed and unpacked: wide enough for the largest package that is looked at.
    private static let largestPacked: Int64 = 1 << 20
    private static let largest = 4 << 20

    /// - Throws: `ContainerProblem.suspicious` for two parts of one name, `SystemError`
    init(_ entries: [ZipEntry], _ content: ContainerContent) throws {
        self.content = content
        self.entries = entries.map { (PartName.normal($0.name), $0) }
        var places: [String: Int] = [:]
        for (index, part) in self.entries.enumerated() {
            guard places.updateValue(index, forKey: part.name) == nil else {
                throw ContainerProblem.suspicious("it has two parts named \(part.entry.shownName)")
            }
        }
        self.places = places
        types = try places["[content_types].xml"].flatMap {
            try Self.unpack(entries[$0], content).flatMap(XMLElements.read).map(PartTypes.init)
        }
    }

    var names: [String] { entries.map(\.name) }

    func has(_ name: String) -> Bool { places[name] != nil }

    /// The part with which a reader begins; nil where the relationships do not say it.
    func mainPart() throws -> (name: String, kind: OfficePackage)? {
        for relationship in try relationships("_rels/.rels") where relationship.type.hasSuffix("/officedocument") {
            guard let target = relationship.target.map({ PartName.resolved($0, in: "") }), has(target) else { continue }
            return (target, PartTypes.kind(types?.type(of: target) ?? ""))
        }
        return nil
    }

    /// Refuses macros under whatever name: what counts is the type of a part, or of the relationship to it.
    ///
    /// - Throws: `ContainerProblem`, `SystemError`
    func checkMacros(main: String?) throws {
        guard let types else {
            throw ContainerProblem.damaged("its part [Content_Types].xml is not the list of its parts")
        }
        for (name, entry) in entries {
            if let macro = PartTypes.macro(types.type(of: name)) {
                throw ContainerProblem.suspicious("it carries \(macro) (\(entry.shownName))")
            }
            if name.hasPrefix("xl/macrosheets/") {
                throw ContainerProblem.suspicious("it carries \(PartTypes.macroSheet) (\(entry.shownName))")
            }
        }
        guard let main else { return }
        for relationship in try relationships(PartName.relationships(of: main)) {
            if let macro = PartTypes.macro(relationship.type) {
                throw ContainerProblem.suspicious(
                    "it carries \(macro) (\(Printable.text(relationship.target ?? "in another file")))")
            }
        }
    }

    private struct Relationship {
        /// In lower case.
        let type: String
        /// nil: outside of the package.
        let target: String?
    }

    /// None when the part is missing or cannot be read.
    private func relationships(_ name: String) throws -> [Relationship] {
        guard let place = places[name], let bytes = try Self.unpack(entries[place].entry, content),
            let elements = XMLElements.read(bytes)
        else { return [] }
        return elements.filter { $0.name == "Relationship" }.map {
            let isExternal = PartName.lowercased($0.attributes["TargetMode"] ?? "") == "external"
            return Relationship(
                type: PartName.lowercased($0.attributes["Type"] ?? ""),
                target: isExternal ? nil : $0.attributes["Target"])
        }
    }

    /// nil: it cannot be unpacked, or is larger than such a list may be.
    private static func unpack(_ entry: ZipEntry, _ content: ContainerContent) throws -> [UInt8]? {
        guard !entry.isEncrypted, entry.isUsual, entry.compressedSize <= largestPacked else { return nil }
        let header = Bytes(try content.read(at: entry.offset, count: ZipEntry.localHeaderSize))
        guard header.count == ZipEntry.localHeaderSize else { return nil }
        let start = entry.offset + Int64(ZipEntry.localHeaderSize + header.little16(26) + header.little16(28))
        let packed = try content.read(at: start, count: Int(entry.compressedSize))
        return entry.method == 0 ? packed : Inflate.unpack(packed, limit: largest)
    }
}

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
