internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

extension Rehearsal {
    /// Enters the document of a case into the catalog, with as many versions as it says, and stores their objects.
    ///
    /// - Parameter given: facts, as far as the case gives them.
    /// - Returns: what the run is to know of it: what the catalog knows, with what is given in its place.
    func enter(document given: Record) async throws -> Record {
        let type = given[Fact.documentType.name]?.string ?? DocumentType.transcript.rawValue
        guard let documentType = DocumentType(rawValue: type) else {
            throw CatalogError(.notFound, "There is no type of document `\(Printable.text(type))`.")
        }
        let number = min(max(given[Fact.version.name]?.integer ?? 1, 1), Self.maxVersions)
        let isCurrent = given[Fact.isCurrent.name]?.boolean ?? true
        var id = ""
        for version in 1...(isCurrent ? number : number + 1) {
            let made = try await enter(version: version, of: documentType, given)
            if version == number { id = made }
        }
        let schools = given[Fact.sharedWith.name]?.list?.compactMap(\.string) ?? []
        if !schools.isEmpty { _ = try await stores.catalog.share(id, with: schools) }
        var facts = try await stores.catalog.version(id).facts
        for fact in [Fact.size, .sha256, .objectKey, .fileURL] {
            if let value = given[fact.name] { facts[fact.name] = value }
        }
        return facts
    }

    private static let maxVersions: Int64 = 1_000

    /// - Returns: the version's id.
    private func enter(version: Int64, of type: DocumentType, _ given: Record) async throws -> String {
        let name = given[Fact.name.name]?.string ?? "document.pdf"
        let owner = given[Fact.owner.name]?.string ?? owner
        let file = folder.path.appending(Path("document-\(version)"))
        try Files.replace(file, with: Array("Version \(version) of the document of a case.\n".utf8))
        let stored = try await resources.require((any ObjectStore).self).put(
            SourceFile(opening: file), at: ObjectKey(owner: owner, type: type, timestamp: version, name: name),
            progress: { _ in })
        let new = NewVersion(
            owner: owner, type: type, title: given[Fact.title.name]?.string ?? "Document", objectKey: stored.key.text,
            fileURL: stored.url, name: name, mimeType: given[Fact.mimeType.name]?.string ?? "application/pdf",
            size: stored.size, sha256: stored.sha256, run: Identifier.run())
        return try await stores.journal.transact {
            try $0.catalog.createVersion(new).id
        } recording: { _ in
            []
        }
    }
}
