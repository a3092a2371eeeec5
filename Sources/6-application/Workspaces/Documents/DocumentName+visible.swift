package import Documents

extension DocumentName {
    /// Documents of one title that are looked at for those that somebody sees.
    private static let maxTitled = 1_000

    /// The version that is meant by somebody who does not see all documents: that of a whole id, or the current one of the document
    /// of that title, in any case of its letters. What they do not see is not there for them.
    ///
    /// - Throws: `CatalogError` of kind `notFound`; `Problem` that lists those that may be meant, when there are several; the
    ///   catalog's errors.
    package func version(
        in workspace: Workspace, where isVisible: (DocumentVersion) -> Bool
    ) async throws -> DocumentVersion {
        do {
            let version = try await workspace.catalog.version(text)
            if isVisible(version) { return version }
        } catch let error as CatalogError where error.kind == .notFound {
            // It is no id, so it may be a title.
        }
        for trashed in [false, true] {
            let titled = try await workspace.catalog.documents(titled: text, trashed: trashed, limit: Self.maxTitled)
                .filter(isVisible)
            let exact = titled.filter { $0.title == text }
            let meant = exact.count == 1 ? exact : titled
            if meant.count > 1 {
                throw IdentifierName(text, of: .version).several(meant.map { ($0.id, workspace.words(for: $0)) })
            }
            if let version = meant.first { return version }
        }
        throw IdentifierKind.version.absent(text)
    }
}
