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
