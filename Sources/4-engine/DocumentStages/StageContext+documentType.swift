internal import Documents
internal import Pipelines

extension StageContext {
    /// An option that names a document type.
    ///
    /// - Throws: `StageError` of kind `invalid-option` when there is no such type.
    func documentType(_ setting: Setting<String>) throws(StageError) -> DocumentType {
        let name = try value(setting)
        guard let type = DocumentType(rawValue: name) else {
            let known = DocumentType.allCases.map(\.rawValue).joined(separator: ", ")
            throw .failed(.permanent, "invalid-option", "There is no document type `\(name)`; there are \(known).")
        }
        return type
    }
}
