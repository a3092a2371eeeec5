internal import Documents
internal import FileType
internal import Pipelines
internal import Platform

/// Holds a file's contents against what its extension promises.
struct ContentCheck {
    /// The file's name.
    let name: Path
    /// What libmagic says of it.
    let mimeType: String
    /// For the messages.
    let type: DocumentType
    /// The type's extensions.
    let allowed: [String]

    /// - Throws: `StageError` of the outcome `rejected`, which says what the contents are and what is allowed;
    ///   `SystemError` when the file cannot be read.
    func check(_ content: ContainerContent) throws {
        guard let rules = ContentRules(extension: name.fileExtension) else { return try checkUnknownExtension() }
        switch try ContentInspection.inspect(content, rules, mimeType: mimeType) {
        case .confirmed:
            // libmagic's guesses of what a text does come from a word in it.
            guard rules.structure != .text, ContentNames.isActive(mimeType) else { return }
            throw wrong(ContentNames.describe(mimeType), rules)
        case .unknown:
            throw rules.fits(mimeType)
                ? StageError.rejected(
                    "damaged-contents",
                    "\(name) cannot be read as \(rules.label): it does not begin as one. Save or export it again; "
                        + offer)
                : wrong(ContentNames.describe(mimeType), rules)
        case .something(let what):
            throw wrong(what, rules)
        case .damaged(let reason):
            throw StageError.rejected(
                "damaged-contents",
                "\(name) cannot be read as \(rules.label): \(reason). Save or export it again; \(offer)")
        case .suspicious(let reason):
            throw StageError.rejected(
                "suspicious-contents",
                "\(name) is refused as \(rules.label): \(reason). Export it again from the program that made it; \(offer)"
            )
        }
    }

    /// The workspace has added the extension to the type and knows best what is in such files, but for what no document
    /// may be.
    private func checkUnknownExtension() throws(StageError) {
        guard ContentNames.isActive(mimeType) else { return }
        throw .rejected(
            "wrong-contents",
            "\(name) is \(ContentNames.describe(mimeType)) (\(mimeType)), which no document may be; \(offer)")
    }

    private func wrong(_ what: String, _ rules: ContentRules) -> StageError {
        // "A QuickTime video, not a video" would help nobody.
        let label = what.hasSuffix(" video") ? rules.exactLabel : rules.label
        return .rejected(
            "wrong-contents",
            "\(name) is \(what) (\(mimeType)), not \(label): a \(name.fileExtension) file must contain "
                + "\(rules.names.joined(separator: " or ")); \(offer)")
    }

    private var offer: String { "allowed for \(type.label): \(allowed.joined(separator: ", "))" }
}
