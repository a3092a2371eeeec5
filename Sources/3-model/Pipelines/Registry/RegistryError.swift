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
        func isName(_ name: String) -> Bool {
            guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
                return false
            }
            return name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
        }
        guard isName(spec.name) else {
            throw RegistryError("\(swiftName): `\(spec.name)` is no name for a stage type; use [a-z][a-z0-9-]*.")
        }
        let names = type.options.map(\.name)
        for name in names where !isName(name) {
            throw RegistryError("Stage type `\(spec.name)`: `\(name)` is no name for an option; use [a-z][a-z0-9-]*.")
        }
        if Set(names).count != names.count {
            throw RegistryError("Stage type `\(spec.name)` declares an option twice.")
        }
        let outputs = spec.allOutputs.map(\.name)
        if Set(outputs).count != outputs.count {
            throw RegistryError("Stage type `\(spec.name)` declares an output twice.")
        }
        if spec.summary.isEmpty || spec.examples.isEmpty || type.options.contains(where: { $0.doc.isEmpty }) {
            throw RegistryError(
                "Stage type `\(spec.name)` needs a summary, an example, and documentation of each option.")
        }
    }
}
