package import Documents
internal import Pipelines
internal import Platform

/// A file that somebody is about to send.
package struct UploadAnnouncement: Sendable {
    /// The inputs that are said by what an announcement has beside `inputs`.
    package static let ownInputs: Set<String> = ["user", "type", "title"]

    /// Whose document it is to be: the id of a person.
    package let owner: String
    /// In bytes.
    package let length: Int64
    /// What the file is called, without folders.
    package let name: String
    package let type: DocumentType
    /// nil: what the pipeline makes of the name.
    package let title: String?
    /// A version of the document that it is to be a version of, of this owner and type; nil: the title tells.
    package let document: DocumentVersion?
    /// Further inputs of the pipeline, as `NAME=VALUE`.
    package let inputs: [String]

    package init(
        owner: String, length: Int64, name: String, type: DocumentType, title: String? = nil, inputs: [String] = []
    ) {
        self.init(owner: owner, length: length, name: name, type: type, title: title, document: nil, inputs: inputs)
    }

    /// Of a file that is to be a version of a document, whatever that is called.
    ///
    /// - Parameter document: any version of it.
    package init(addingTo document: DocumentVersion, length: Int64, name: String, inputs: [String] = []) {
        self.init(
            owner: document.owner, length: length, name: name, type: document.type, title: nil, document: document,
            inputs: inputs)
    }

    private init(
        owner: String, length: Int64, name: String, type: DocumentType, title: String?, document: DocumentVersion?,
        inputs: [String]
    ) {
        self.owner = owner
        self.length = length
        self.name = name
        self.type = type
        self.title = title
        self.document = document
        self.inputs = inputs
    }

    /// What of it can be judged without a byte.
    ///
    /// - Throws: `UploadError` of kind `invalid` or `tooLarge`.
    func check(_ rules: DocumentRules) throws(UploadError) {
        let path = try UploadName.path(name)
        if let fault = OwnerName.fault(in: owner) {
            throw UploadError(.invalid, "The owner `\(Printable.short(owner))` \(fault).")
        }
        let rule = rules[type]
        if rule.extensions.contains(name.lowercased()) {
            throw UploadError(
                .invalid,
                "`\(Printable.short(name))` is an ending without a name before it. Give the file a name, such as "
                    + "`document\(name.lowercased())`.")
        }
        if !rule.extensions.contains(path.fileExtension) {
            throw UploadError(
                .invalid,
                "`\(Printable.short(name))` is no \(type.label): its name has to end in "
                    + "\(rule.extensions.joined(separator: " or ")).")
        }
        if length <= 0 {
            throw UploadError(.invalid, "`\(Printable.short(name))` is empty. A document needs contents.")
        }
        if length > rule.maxSize {
            throw UploadError(
                .tooLarge,
                "`\(Printable.short(name))` has \(length) bytes. A \(type.label) may have up to \(rule.maxSize).")
        }
    }

    /// The inputs that a run of it is given, but for the title and the type.
    ///
    /// - Throws: `UploadError` of kind `invalid`.
    func inputs(for pipeline: Pipeline) throws(UploadError) -> Record {
        var values: Record
        do throws(InputError) {
            values = try pipeline.inputs(fromArguments: inputs)
        } catch {
            throw UploadError(.invalid, error.message)
        }
        for (name, option) in [("user", "whose it is"), ("type", "its type"), ("title", "its title")]
        where values[name] != nil {
            throw UploadError(.invalid, "`\(name)` is no input of its own: the file is announced with \(option).")
        }
        if title != nil, !pipeline.inputs.contains(where: { $0.name == "title" }) {
            throw UploadError(
                .invalid, "Pipeline `\(pipeline.name)` has no input `title`, so the file is sent without one.")
        }
        if let title {
            do throws(CatalogError) {
                _ = try DocumentMetadata.title(title)
            } catch {
                throw UploadError(.invalid, error.message)
            }
        }
        for input in pipeline.inputs where input.isRequired && !Self.ownInputs.contains(input.name) {
            if values[input.name] == nil {
                throw UploadError(
                    .invalid, "Pipeline `\(pipeline.name)` needs the input `\(Printable.text(input.name))`.")
            }
        }
        if title == nil, document == nil, pipeline.inputs.contains(where: { $0.name == "title" && $0.isRequired }) {
            throw UploadError(.invalid, "Pipeline `\(pipeline.name)` needs a title.")
        }
        return values
    }
}

extension UploadRecord {
    /// What its run is given.
    func inputs(for pipeline: Pipeline) -> Record {
        var values = inputs
        let names = Set(pipeline.inputs.map(\.name))
        if names.contains("title"), let title { values["title"] = .string(title) }
        if names.contains("type") { values["type"] = .string(type.rawValue) }
        if names.contains("user") { values["user"] = .string(owner) }
        return values
    }
}
