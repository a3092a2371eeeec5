package import Documents
internal import Platform
internal import Representations

extension DocumentName {
    /// The version that is meant by somebody who sees the documents of one owner, or all: that of a whole id, or the current one of
    /// the document of that title, in any case of its letters. What they do not see is not there for them.
    ///
    /// - Parameter owner: whose documents they see; nil: everybody's.
    /// - Throws: `CatalogError` of kind `notFound`; `Problem` that lists those that may be meant, when there are several; the
    ///   catalog's errors.
    package func version(in workspace: Workspace, of owner: String?) async throws -> DocumentVersion {
        do {
            let version = try await workspace.catalog.version(text)
            if owner == nil || version.owner == owner { return version }
        } catch let error as CatalogError where error.kind == .notFound {
            // It is no id, so it may be a title.
        }
        for trashed in [false, true] {
            let titled = try await workspace.catalog.documents(
                titled: text, of: owner, trashed: trashed, limit: IdentifierName.maxCandidates + 1)
            let exact = titled.filter { $0.title == text }
            let meant = exact.count == 1 ? exact : titled
            if meant.count > 1 {
                throw IdentifierName(text, of: .version).several(
                    meant.map { ($0.id, workspace.words(for: $0)) }, advice: "give the id of the one that is meant")
            }
            if let version = meant.first { return version }
        }
        throw IdentifierKind.version.absent(text)
    }
}
