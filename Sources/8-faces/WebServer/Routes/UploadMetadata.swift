internal import Diagnostics
internal import Digests
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `Upload-Metadata`: names, each with its value in base 64.
struct UploadMetadata: Sendable {
    private let values: [(name: String, value: String)]

    /// - Throws: `Problem`
    init(_ text: String) throws {
        var values: [(name: String, value: String)] = []
        for part in text.split(separator: ",") {
            let words = part.split(separator: " ")
            guard let name = words.first, words.count <= 2 else {
                throw Problem.invalidRequest(
                    "`Upload-Metadata` must be names, each with a value in base 64, separated by commas")
            }
            let bytes = words.count == 2 ? Base64.decode(String(words[1])) : []
            guard let bytes, let value = String(validating: bytes, as: UTF8.self) else {
                throw Problem.invalidRequest(
                    "`\(Printable.short(String(name)))` of `Upload-Metadata` must be UTF-8 in base 64")
            }
            if values.contains(where: { $0.name == name }) {
                throw Problem.invalidRequest("`\(Printable.short(String(name)))` stands twice in `Upload-Metadata`")
            }
            values.append((String(name), value))
        }
        self.values = values
    }

    init(_ upload: UploadRecord) {
        values =
            [("filename", upload.name), ("type", upload.type.rawValue)] + (upload.title.map { [("title", $0)] } ?? [])
            + (upload.document?[Fact.id.name]?.string.map { [("document", $0)] } ?? [])
    }

    var text: String {
        values.map { "\($0.name) \(Base64.encode(Array($0.value.utf8)))" }.joined(separator: ",")
    }

    subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    /// - Throws: `Problem`
    func announcement(length: Int64, owner: String) throws -> UploadAnnouncement {
        let name = try fileName
        guard let word = self["type"] ?? self["document-type"], let type = DocumentType(rawValue: word) else {
            let words = DocumentType.allCases.map(\.rawValue)
            let hint = (self["type"] ?? self["document-type"]).flatMap { Spelling.hint(for: $0, in: words) }
            throw Problem.invalidRequest(
                "`type` in `Upload-Metadata` must be one of \(words.joined(separator: ", "))"
                    + (hint.map { " (\($0))" } ?? ""))
        }
        return UploadAnnouncement(
            owner: owner, length: length, name: name, type: type, title: self["title"], inputs: inputs)
    }

    /// Of a file that becomes a version of a document: its type, title and owner are the document's.
    ///
    /// - Throws: `Problem`, also when they are said to be others.
    func announcement(length: Int64, addingTo document: DocumentVersion) throws -> UploadAnnouncement {
        for (given, own) in [
            ("type", document.type.rawValue), ("document-type", document.type.rawValue), ("title", document.title),
            ("owner", document.owner),
        ] {
            guard let value = self[given], value != own else { continue }
            throw Problem.invalidRequest(
                "`\(given)` of `Upload-Metadata` is `\(Printable.short(value))`, and that of the document "
                    + "`\(Printable.text(own))`: leave it out")
        }
        return UploadAnnouncement(addingTo: document, length: length, name: try fileName, inputs: inputs)
    }

    private var fileName: String {
        get throws {
            guard let name = self["filename"] ?? self["name"] else {
                throw Problem.invalidRequest("`filename` is missing in `Upload-Metadata`")
            }
            return name
        }
    }

    /// Further ones of the pipeline, as `NAME=VALUE`.
    private var inputs: [String] {
        let own: Set<String> = [
            "filename", "name", "type", "document-type", "title", "owner", "document", "filetype", "relativePath",
        ]
        return values.filter { !own.contains($0.name) }.map { "\($0.name)=\($0.value)" }
    }
}
