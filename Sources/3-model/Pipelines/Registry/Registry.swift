public import Documents

/// The stage types that pipelines may use, and the channels and object stores that workspace files may declare: a value, built
/// once by the program and narrowed by tests.
public struct Registry: Sendable {
    private var types: [String: StageType] = [:]
    /// Why names mean no stage type although something has them, such as a broken plugin: a sentence without a full stop.
    public private(set) var refused: [String: String] = [:]
    /// By the `type` of `channels`.
    public private(set) var channels = PartTable<any NotificationChannel>()
    /// By the word before the colon, or the `type`, of `storage`.
    public private(set) var objectStores = PartTable<any ObjectStorePlace>()

    public init() {}

    /// Looks at options only when they are asked for; see `check`.
    ///
    /// - Throws: `RegistryError` when two types of a kind share a name or one is ill-formed.
    public init(
        _ stages: [any Stage.Type], channels: [any DeclaredChannel.Type] = [],
        objectStores: [any DeclaredObjectStore.Type] = []
    ) throws(RegistryError) {
        for stage in stages { try add(stage) }
        for channel in channels { try self.channels.add(channel.type, swiftName: "\(channel)") }
        for store in objectStores { try self.objectStores.add(store.type, swiftName: "\(store)") }
    }

    /// As `init` does.
    ///
    /// - Throws: `RegistryError` when the name is taken or the type is ill-formed.
    public mutating func add(_ stage: any Stage.Type) throws(RegistryError) {
        try add(stage.stageType, swiftName: "\(stage)")
    }

    /// Adds a type that is no Swift type.
    ///
    /// - Throws: `RegistryError` when the name is taken or the type is ill-formed.
    public mutating func add(_ type: StageType) throws(RegistryError) {
        try RegistryError.checkOptions(of: type)
        try add(type, swiftName: "a plugin")
    }

    /// Looks at the options of everything in it. They are ill-formed by a mistake of whoever wrote them: for tests.
    ///
    /// - Throws: `RegistryError` for the first that are.
    public func check() throws(RegistryError) {
        for type in all { try RegistryError.checkOptions(of: type) }
        for type in channels.all { try RegistryError.checkOptions(of: type, "Channel") }
        for type in objectStores.all { try RegistryError.checkOptions(of: type, "Object store") }
    }

    private mutating func add(
        _ type: StageType, swiftName: @autoclosure () -> String
    ) throws(RegistryError) {
        try RegistryError.check(type, swiftName: swiftName())
        if types[type.spec.name] != nil {
            throw RegistryError("Two stage types are named `\(type.spec.name)`; one of them is \(swiftName()).")
        }
        types[type.spec.name] = type
    }

    /// Has a name mean nothing, since nobody can tell what it should: pipelines that use it are told why.
    ///
    /// - Parameter reason: a sentence without a full stop.
    public mutating func refuse(_ name: String, _ reason: String) {
        refused[name] = reason
    }

    /// Without plugins.
    public var builtIn: Registry {
        var copy = self
        copy.types = types.filter(\.value.origin.isBuiltIn)
        copy.refused = [:]
        return copy
    }

    public subscript(name: String) -> StageType? { refused[name] == nil ? types[name] : nil }

    /// Sorted.
    public var names: [String] { types.keys.filter { refused[$0] == nil }.sorted() }

    /// By name.
    public var all: [StageType] { names.compactMap { types[$0] } }

    /// Only the named ones.
    public func only(_ names: [String]) -> Registry {
        var copy = self
        copy.types = types.filter { names.contains($0.key) }
        return copy
    }

    /// The names of the types that give a fact, sorted.
    public func givers(of fact: String) -> [String] {
        names.filter { types[$0]?.spec.gives.contains { $0.name == fact } ?? false }
    }
}

/// A stage type that cannot be registered: a mistake of whoever wrote it.
public struct RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String

    init(_ message: String) {
        self.message = message
    }

    public var description: String { message }

    /// The name is well-formed, outputs are unique, and there are a summary and an example.
    static func check(_ type: StageType, swiftName: @autoclosure () -> String) throws(RegistryError) {
        let spec = type.spec
        guard NameRule.kebab.allows(spec.name) else {
            throw RegistryError("\(swiftName()): `\(spec.name)` is no name for a stage type; use [a-z][a-z0-9-]*.")
        }
        let outputs = spec.allOutputs.map(\.name)
        if Set(outputs).count != outputs.count {
            throw RegistryError("Stage type `\(spec.name)` declares an output twice.")
        }
        if spec.summary.isEmpty || spec.examples.isEmpty {
            throw RegistryError("Stage type `\(spec.name)` needs a summary and an example.")
        }
    }

    /// Options have well-formed and unique names, and documentation.
    static func checkOptions(of type: StageType) throws(RegistryError) {
        try check(type.options, of: "Stage type `\(type.spec.name)`")
    }

    /// The same for a channel or an object store.
    static func check<Part>(_ type: PartType<Part>, swiftName: @autoclosure () -> String) throws(RegistryError) {
        let spec = type.spec
        guard NameRule.kebab.allows(spec.name) else {
            throw RegistryError("\(swiftName()): `\(spec.name)` is no name for a part; use [a-z][a-z0-9-]*.")
        }
        if spec.summary.isEmpty || spec.examples.isEmpty {
            throw RegistryError("\(swiftName()) needs a summary and an example.")
        }
    }

    /// The same of a channel or an object store; those that its spec names are known before anything is computed.
    ///
    /// - Parameter kind: with which the message begins.
    static func checkOptions<Part>(of type: PartType<Part>, _ kind: String) throws(RegistryError) {
        let name = "\(kind) `\(type.spec.name)`"
        try check(type.options, of: name)
        for option in [type.spec.shortOption, type.spec.folderOption].compactMap({ $0 }) {
            guard type.options.contains(where: { $0.name == option && $0.rules.isConstant }) else {
                throw RegistryError("\(name): `\(option)` must be an option that takes no expressions.")
            }
        }
    }

    private static func check(_ options: [OptionDescription], of part: String) throws(RegistryError) {
        let names = options.map(\.name)
        for name in names where !NameRule.kebab.allows(name) {
            throw RegistryError("\(part): `\(name)` is no name for an option; use [a-z][a-z0-9-]*.")
        }
        if Set(names).count != names.count { throw RegistryError("\(part) declares an option twice.") }
        if options.contains(where: { $0.doc.isEmpty }) {
            throw RegistryError("\(part) needs documentation of each option.")
        }
    }
}
