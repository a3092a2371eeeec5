public import HTTPMessages
public import Platform

/// A channel or an object store in the registry: its documentation and the way to make one.
public struct PartType<Part>: Sendable {
    public let spec: PartSpec
    /// As of a `StageType`: made when they are asked for.
    private let declared: OnDemand<[OptionDescription]>
    private let make: @Sendable ([String: CompiledValue], PartContext) throws(StageError) -> Part

    public var options: [OptionDescription] { declared.value }

    init<Options: PartOptions>(
        _ spec: PartSpec, _ options: Options.Type,
        make: @escaping @Sendable (Options, PartContext) throws(StageError) -> Part
    ) {
        self.spec = spec
        declared = OnDemand { Options.descriptions }
        self.make = { settings, context throws(StageError) in try make(Options(settings), context) }
    }

    /// Makes one as a workspace file declares it.
    ///
    /// - Throws: `StageError` when an option cannot be computed, such as for a secret that is not there.
    public func make(_ definition: PartDefinition, in context: PartContext) throws(StageError) -> Part {
        try make(definition.settings, context)
    }
}

/// A channel in the registry.
public typealias ChannelType = PartType<any NotificationChannel>

/// What a workspace file says of a channel or an object store.
public struct PartDefinition: Sendable {
    /// A name in the registry.
    public let type: String
    /// What is given; the other options have their defaults.
    public let settings: [String: CompiledValue]
    /// The folder of this machine that it fills, as the file writes it; nil: none.
    public let folder: Path?

    public init(type: String, settings: [String: CompiledValue] = [:], folder: Path? = nil) {
        self.type = type
        self.settings = settings
        self.folder = folder
    }
}

extension PartDefinition: Equatable {
    /// Whether both say the same; settings that are computed count as the same.
    public static func == (one: PartDefinition, other: PartDefinition) -> Bool {
        one.type == other.type && one.folder == other.folder
            && one.settings.mapValues(\.constant) == other.settings.mapValues(\.constant)
    }
}

/// What a channel or an object store is made with.
public struct PartContext: Sendable {
    /// Which one it is, for messages: "channel `coaches`".
    public let name: String
    /// The workspace's folder.
    public let root: Path
    /// Which addresses requests may go to.
    public let reach: NetworkReach
    private let environment: Environment

    /// - Parameters: as the properties; `secret` looks up a secret of the workspace.
    public init(name: String, root: Path, reach: NetworkReach, secret: @escaping Environment.Lookup) {
        self.name = name
        self.root = root
        self.reach = reach
        environment = Environment(roots: [:], outcome: .succeeded, secret: secret)
    }

    /// An option's value.
    ///
    /// - Throws: `StageError` of kind `expression` when computing it failed or gave a value that does not fit.
    public func value<Wanted: OptionValue>(_ setting: Setting<Wanted>) throws(StageError) -> Wanted {
        try setting.value(in: environment, of: name)
    }

    /// A path that a workspace file gives, which is relative to the workspace.
    public func path(_ path: Path) -> Path { root == "." ? path : root.appending(path) }
}

/// The channels or the object stores of a registry, by name.
public struct PartTable<Part>: Sendable {
    private var types: [String: PartType<Part>] = [:]

    public subscript(name: String) -> PartType<Part>? { types[name] }

    /// Sorted.
    public var names: [String] { types.keys.sorted() }

    /// By name.
    public var all: [PartType<Part>] { names.compactMap { types[$0] } }

    /// - Throws: `RegistryError` when the name is taken or the type is ill-formed.
    mutating func add(_ type: PartType<Part>, swiftName: @autoclosure () -> String) throws(RegistryError) {
        try RegistryError.check(type, swiftName: swiftName())
        if types[type.spec.name] != nil {
            throw RegistryError("Two parts of a kind are named `\(type.spec.name)`; one of them is \(swiftName()).")
        }
        types[type.spec.name] = type
    }
}
