internal import Documents
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

extension InputDefinition {
    /// - Throws: `StageError` of kind `invalid-input` when the input may not have that value.
    public func check(_ value: Value) throws(StageError) {
        guard type.accepts(value) else {
            throw .failed(
                .permanent, "invalid-input",
                "Input `\(name)` must be \(type.description), and is \(Printable.short(value.json)).")
        }
        if let allowed, value != .null, !allowed.contains(value) {
            let list = allowed.map(\.text).joined(separator: ", ")
            throw .failed(
                .permanent, "invalid-input", "Input `\(name)` is \(Printable.short(value.json)); allowed are \(list).")
        }
        guard isDocumentType else { return }
        for element in value.list ?? [value] {
            guard let text = element.string, DocumentType(rawValue: text) == nil else { continue }
            let list = DocumentType.allCases.map(\.rawValue).joined(separator: ", ")
            throw .failed(
                .permanent, "invalid-input",
                "Input `\(name)` \(value.list == nil ? "is" : "has") \(Printable.short(element.json)); document types are \(list)."
            )
        }
    }
}
