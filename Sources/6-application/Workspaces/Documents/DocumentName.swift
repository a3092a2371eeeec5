package import Documents
internal import Platform

/// What a person calls a document by: the id of one of its versions, the beginning of one, or its title, in any case.
package struct DocumentName: Sendable {
    /// As it was typed, composed (NFC) as titles are.
    package let text: String

    package init(_ text: String) {
        self.text = text.composed
    }

    /// The version that is meant: that of the id, the current one of a document by its title.
    ///
    /// - Parameter trashed: whether what lies in the trash is looked for first.
    /// - Throws: `CatalogError` of kind `notFound`; `Problem` that lists those that may be meant, when there are several.
    package func version(in workspace: Workspace, trashed: Bool = false) async throws -> DocumentVersion {
        let name = IdentifierName(text, of: .version)
        if let id = try await name.idIfThere(in: workspace) { return try await workspace.catalog.version(id) }
        for trashed in [trashed, !trashed] {
            let titled = try await workspace.catalog.documents(
                titled: text, trashed: trashed, limit: IdentifierName.maxCandidates + 1)
            // Written exactly so, it is that one.
            let exact = titled.filter { $0.title == text }
            let meant = exact.count == 1 ? exact : titled
            guard meant.count < 2 else { throw name.several(meant.map { ($0.id, workspace.words(for: $0)) }) }
            if let version = meant.first { return version }
        }
        throw IdentifierKind.version.absent(text)
    }
}
