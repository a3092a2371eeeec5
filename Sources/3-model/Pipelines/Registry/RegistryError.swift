/// A stage type that cannot be registered: a mistake of whoever wrote it, found at start-up.
public struct RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String

    init(_ message: String) {
        self.message = message
    }

    public var description: String { message }

    /// Names are well-formed and unique, the effect fits the protocol, and there is an example.
    static func check(_ type: StageType, swiftName: String) throws(RegistryError) {
        let spec = type.spec
        guard NameRule.kebab.allows(spec.name) else {
            throw RegistryError("\(swiftName): `\(spec.name)` is no name for a stage type; use [a-z][a-z0-9-]*.")
        }
        try check(type.options, of: "Stage type `\(spec.name)`")
        let outputs = spec.allOutputs.map(\.name)
        if Set(outputs).count != outputs.count {
            throw RegistryError("Stage type `\(spec.name)` declares an output twice.")
        }
        if spec.summary.isEmpty || spec.examples.isEmpty || type.options.contains(where: { $0.doc.isEmpty }) {
            throw RegistryError(
                "Stage type `\(spec.name)` needs a summary, an example, and documentation of each option.")
        }
    }

    /// The same for a channel or an object store.
    static func check<Part>(_ type: PartType<Part>, swiftName: String) throws(RegistryError) {
        let spec = type.spec
        guard NameRule.kebab.allows(spec.name) else {
            throw RegistryError("\(swiftName): `\(spec.name)` is no name for a part; use [a-z][a-z0-9-]*.")
        }
        try check(type.options, of: "\(swiftName)")
        for name in [spec.shortOption, spec.folderOption].compactMap({ $0 }) {
            guard let option = type.options.first(where: { $0.name == name }), option.rules.isConstant else {
                throw RegistryError("\(swiftName): `\(name)` must be an option that takes no expressions.")
            }
        }
        if spec.summary.isEmpty || spec.examples.isEmpty || type.options.contains(where: { $0.doc.isEmpty }) {
            throw RegistryError("\(swiftName) needs a summary, an example, and documentation of each option.")
        }
    }

    private static func check(_ options: [OptionDescription], of part: String) throws(RegistryError) {
        let names = options.map(\.name)
        for name in names where !NameRule.kebab.allows(name) {
            throw RegistryError("\(part): `\(name)` is no name for an option; use [a-z][a-z0-9-]*.")
        }
        if Set(names).count != names.count { throw RegistryError("\(part) declares an option twice.") }
    }
}
