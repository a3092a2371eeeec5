internal import Documents
public import Platform

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
