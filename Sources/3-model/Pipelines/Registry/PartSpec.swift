public import Documents

/// What a channel or an object store says of itself: its reference, the lint and the reading of workspace files are made
/// from it, as those of a stage are from its `StageSpec`.
public struct PartSpec: Sendable {
    /// Its `type` in workspace files: `[a-z][a-z0-9-]*`.
    public let name: String
    /// One sentence.
    public let summary: String
    /// What a reader of the reference wants to know beyond the summary; Markdown.
    public let discussion: String
    /// The option that `NAME:TEXT` sets to TEXT, where a part may be written as one text; nil: it has to be a mapping.
    public let shortOption: String?
    /// The option that names a folder of this machine which the part fills, so that nothing else is kept there; nil: none.
    public let folderOption: String?
    /// At least one; a test reads every one of them.
    public let examples: [PartExample]
    /// The version of Compass that first had it.
    public let since: String

    public init(
        name: String, summary: String, discussion: String = "", shortOption: String? = nil, folderOption: String? = nil,
        examples: [PartExample], since: String = "0.1.0"
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.shortOption = shortOption
        self.folderOption = folderOption
        self.examples = examples
        self.since = since
    }
}

/// One use of a channel or an object store: part of its reference, and a test.
public struct PartExample: Sendable {
    /// What the example shows, one sentence.
    public let title: String
    /// The workspace file, or what it says of the part.
    public let yaml: String

    public init(_ title: String, yaml: String) {
        self.title = title
        self.yaml = yaml
    }
}

/// An object store that workspace files name by its type. A new one is a file with a type that conforms to this, and a place in
/// the program's list of object stores.
public protocol DeclaredObjectStore: ObjectStore {
    associatedtype Options: PartOptions

    static var spec: PartSpec { get }

    /// Where the store is; opens nothing.
    ///
    /// - Throws: `StageError` when an option cannot be computed.
    static func place(_ options: Options, in context: PartContext) throws(StageError) -> any ObjectStorePlace
}

extension DeclaredObjectStore {
    /// As the registry holds it.
    static var type: ObjectStoreType { ObjectStoreType(spec, Options.self, make: place) }
}

/// An object store in the registry.
public typealias ObjectStoreType = PartType<any ObjectStorePlace>
