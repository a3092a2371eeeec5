internal import Documents
internal import FileType
internal import Pipelines
internal import Platform

extension StageError {
    /// A file without a byte.
    static func emptyFile(_ name: Path) -> StageError {
        .rejected("empty-file", "\(name) is empty (0 bytes). A document needs contents.")
    }

    /// A document's file that could be opened but not read: the disk or the network behind it fails.
    static func unreadable(_ name: Path, _ error: SystemError) -> StageError {
        .failed(.storage, "unreadable", "\(name) cannot be read: \(error.reason) (\(error.name)).")
    }

    /// libmagic could not tell what the contents are.
    static func undetected(_ name: Path, _ error: FileTypeError) -> StageError {
        switch error.cause {
        case .contents:
            .rejected(
                "unknown-contents",
                "\(name) has contents that look like damage: \(error.message). Save or export it again.")
        case .system: .failed(.storage, "unreadable", "\(name): \(error)")
        case .database: .failed(.other, "no-file-types", "\(error)")
        }
    }
}

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
