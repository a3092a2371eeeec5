public import Platform

/// A parameter of a pipeline.
public struct InputDefinition: Sendable {
    /// `[a-z][a-z0-9_-]*`
    public let name: String
    /// `optional` when it is neither required nor has a default.
    public let type: ValueType
    /// Whether the type is `document-type`, whose values are the names of document types.
    public let isDocumentType: Bool
    public let isRequired: Bool
    /// May use `document`, `run`, `env` and the inputs before it.
    public let standard: CompiledValue?
    /// nil: every value of the type.
    public let allowed: [Value]?
    public let description: String?

    public init(
        name: String, type: ValueType, isDocumentType: Bool, isRequired: Bool, standard: CompiledValue?,
        allowed: [Value]?, description: String?
    ) {
        self.name = name
        self.type = type
        self.isDocumentType = isDocumentType
        self.isRequired = isRequired
        self.standard = standard
        self.allowed = allowed
        self.description = description
    }
}

/// An extra value of a pipeline's `env`.
public struct EnvironmentDefinition: Sendable {
    public let name: String
    public let value: CompiledValue

    public init(name: String, value: CompiledValue) {
        self.name = name
        self.value = value
    }
}
