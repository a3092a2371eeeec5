internal import Documents
internal import FileType
internal import Pipelines
internal import Platform

/// Holds a file's contents against what its extension promises.
struct ContentCheck {
    let name: Path
    let mimeType: String
    let type: DocumentType
    let allowed: [String]

    /// - Throws: `StageError`: a rejection that says what the contents are and what is allowed.
    func check(_ file: FileDescriptor) throws {
        let fileExtension = name.fileExtension
        guard mimeType != "inode/x-empty" else { throw StageError.emptyFile(name) }
        guard let rules = ContentRules(extension: fileExtension) else {
            // The workspace has added it to a type and knows best what is in it, but for what no document may be.
            if ContentNames.isActive(mimeType) {
                throw rejected(
                    "\(ContentNames.describe(mimeType)) (\(mimeType)), which no document may be whatever its name")
            }
            return
        }
        let fit = rules.fit(mimeType)
        if fit != .doesNotFit || rules.structure.map(Self.decidesAlone) ?? false {
            switch try ContentInspection(file, mimeType: mimeType).verdict(rules.structure) {
            case .asExpected: if fit != .doesNotFit { return }
            case .unknown: if fit == .fits { return }
            case .found(let what): throw wrong(what, rules, fileExtension)
            case .damaged(let reason):
                throw StageError.rejected(
                    "damaged-contents",
                    "\(name.text.safe) cannot be read as \(rules.noun): \(reason). Save or export it again; \(allowedText)")
            case .suspicious(let reason):
                throw StageError.rejected(
                    "suspicious-contents",
                    "\(name.text.safe) is refused as \(rules.noun): \(reason). Save or export it again; \(allowedText)")
            }
        }
        throw wrong(ContentNames.describe(mimeType), rules, fileExtension)
    }
}
