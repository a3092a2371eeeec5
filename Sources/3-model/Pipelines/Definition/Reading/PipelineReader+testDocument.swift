internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// `given.document`: what the catalog knows of the document that a case is about.
    ///
    /// - Returns: nil in a pipeline whose runs are not for documents.
    mutating func readGivenDocument(_ given: YAMLNode?, root: YAMLNode) -> Record? {
        let hasDocuments = root["source"]?["documents"] != nil
        if hasDocuments, let file = given?.entry("file")?.key {
            check.report(
                "contradiction", "the runs of `source.documents` have no file", at: file,
                hint: "write `document: { title: … }`")
        }
        guard let node = given?["document"] else { return hasDocuments ? [:] : nil }
        guard hasDocuments else {
            check.report(
                "contradiction", "`document` goes with `source.documents`",
                at: given?.keySpan("document") ?? node.headSpan,
                hint: "write `file: …`")
            return nil
        }
        let known = Fact.catalogued.filter { ![Fact.id, .series, .createdAt, .stem, .extension].contains($0) }
        var record: Record = [:]
        for (key, value) in node.fields ?? [] {
            guard let name = key.text else { continue }
            guard let fact = known.first(where: { $0.name == name }) else {
                check.report(
                    "unknown-fact", "a document of a case has no fact `\(Printable.short(name))`", at: key,
                    hint: Spelling.hint(for: name, in: known.map(\.name)),
                    notes: ["facts that can be given: \(known.map(\.name).joined(separator: ", "))"])
                continue
            }
            if let value = recorded(value, as: fact.type, name: name) { record[name] = value }
        }
        return record
    }
}
