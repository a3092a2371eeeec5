internal import Documents
public import Platform

extension InputDefinition {
    /// - Throws: `StageError` of kind `invalid-input` when the input may not have that value.
    public func check(_ value: Value) throws(StageError) {
        guard type.accepts(value) else {
            throw .failed(
                .permanent, "invalid-input", "Input `\(name)` must be \(type.description), and is \(value.json).")
        }
        if let allowed, value != .null, !allowed.contains(value) {
            let list = allowed.map(\.text).joined(separator: ", ")
            throw .failed(.permanent, "invalid-input", "Input `\(name)` is \(value.json); allowed are \(list).")
        }
        if isDocumentType, let text = value.string, DocumentType(rawValue: text) == nil {
            let list = DocumentType.allCases.map(\.rawValue).joined(separator: ", ")
            throw .failed(.permanent, "invalid-input", "Input `\(name)` is \(value.json); document types are \(list).")
        }
    }
}
