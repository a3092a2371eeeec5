/// The type of a value with fixed fields.
public struct RecordType: Hashable, Sendable {
    private let source: FieldSource
    /// How messages speak of it; nil: by the text that the user wrote.
    public let owner: RecordOwner?

    public init(_ fields: [Field], owner: RecordOwner? = nil) {
        source = .list(fields)
        self.owner = owner
    }

    /// Of very many fields, of which most are never asked for.
    ///
    /// - Parameters:
    ///   - find: the field of a name.
    ///   - all: every field, in the order of the documentation.
    init(
        owner: RecordOwner? = nil, find: @escaping @Sendable (String) -> Field?,
        all: @escaping @Sendable () -> [Field]
    ) {
        source = .table(FieldTable(find: find, all: all))
        self.owner = owner
    }

    /// In the order of the documentation.
    public var fields: [Field] {
        switch source {
        case .list(let fields): fields
        case .table(let table): table.all
        }
    }

    /// The field of that name.
    public subscript(name: String) -> Field? {
        switch source {
        case .list(let fields): fields.first { $0.name == name }
        case .table(let table): table.find(name)
        }
    }

    /// Whether a secret is in its values, at any depth.
    var isSecret: Bool {
        switch source {
        case .list(let fields): fields.contains { $0.type.isSecret }
        case .table(let table): table.isSecret
        }
    }

    /// Whether `any` is in it.
    var isOpen: Bool {
        switch source {
        case .list(let fields): fields.contains { $0.type.isOpen }
        case .table(let table): table.isOpen
        }
    }
}

extension RecordType: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Field...) { self.init(elements) }
}

/// How messages speak of a record and its fields: "stage `detect` has no output `mimetype`".
public struct RecordOwner: Hashable, Sendable {
    /// What has the fields: "stage `detect`".
    public let name: String
    /// What its fields are: "output".
    public let memberLabel: String
    /// The kind of the issue for a field that does not exist: "unknown-output".
    public let kind: String
    /// What the list of all fields is headed with: "outputs of detect-mime".
    public let heading: String

    public init(name: String, memberLabel: String, kind: String, heading: String) {
        self.name = name
        self.memberLabel = memberLabel
        self.kind = kind
        self.heading = heading
    }

    /// The outputs of a stage.
    ///
    /// - Parameters:
    ///   - id: the stage's id in the pipeline.
    ///   - type: its type in the registry.
    public static func outputs(of id: String, type: String) -> RecordOwner {
        RecordOwner(name: "stage `\(id)`", memberLabel: "output", kind: "unknown-output", heading: "outputs of \(type)")
    }

    /// The stages that an expression may name.
    public static let stages = RecordOwner(
        name: "the pipeline", memberLabel: "stage", kind: "unknown-stage", heading: "stages before this one")

    /// The pipeline's inputs.
    public static let inputs = RecordOwner(
        name: "the pipeline", memberLabel: "input", kind: "unknown-input", heading: "inputs")
}

/// The type of a value whose keys are not known before the run: environment variables, secrets.
public struct MapType: Hashable, Sendable {
    /// What a key without a value means where `null` is not provided for. Where it is (on the left of `??`, as first
    /// argument of `default`, beside `==`), such a key is always `null`.
    public enum Unset: Hashable, Sendable {
        /// The expression is refused; the text says what would happen: "an unset environment variable would end the run".
        case refused(String)
        /// Evaluation fails; the text says what to do: "set COMPASS_SECRET_NAME".
        case fails(String)
    }

    /// The type of every value that is not among `known`.
    public let element: ValueType
    public let unset: Unset
    /// Keys that always have a value, such as the pipeline's own `env`.
    public let known: RecordType

    public init(of element: ValueType, unset: Unset, known: RecordType = []) {
        self.element = element
        self.unset = unset
        self.known = known
    }

    /// The process environment, with what the pipeline's `env` defines.
    public static func env(known: RecordType = []) -> MapType {
        MapType(of: .string, unset: .refused("an unset environment variable would end the run"), known: known)
    }

    /// The workspace's secrets.
    public static let secrets = MapType(
        of: .secret(.string),
        unset: .fails("set COMPASS_SECRET_NAME in the environment, or put it into a file of `secrets/`"))
}
