internal import Diagnostics
package import Documents
internal import Platform
internal import Representations

/// What a person calls a document by: the id of one of its versions, the beginning of one, or its title, in any case.
package struct DocumentName: Sendable {
    /// As it was typed, composed (NFC) as titles are.
    package let text: String

    package init(_ text: String) {
        self.text = text.composed
    }

    /// The version that is meant: that of the id, the current one of a document by its title. A title that is written exactly so
    /// is meant before ids that only begin so: whoever types the whole of a thing's name means that thing.
    ///
    /// - Parameter trashed: whether what lies in the trash is looked for first.
    /// - Throws: `CatalogError` of kind `notFound`, with what a document is called now that was called so, or else the nearest
    ///   title that there is; `Problem` that lists those that may be meant, when there are several.
    package func version(in workspace: Workspace, trashed: Bool = false) async throws -> DocumentVersion {
        if let version = try await versionIfThere(in: workspace, trashed: trashed) { return version }
        let former = try await workspace.catalog.documents(formerlyTitled: text, limit: 3)
        if !former.isEmpty {
            let titles = DocumentTarget.list(former.map { "`\(Printable.text($0.title))`" })
            throw CatalogError(
                .notFound,
                "There is no document `\(Printable.text(text))` any more: "
                    + (former.count == 1 ? "it is" : "those of that title are") + " called \(titles) now.")
        }
        if let message = try await IdentifierName(text, of: .version).tooShort(in: workspace) {
            throw CatalogError(.notFound, message, advice: [.listDocuments])
        }
        let hint = Workspace.hint(for: text, in: try await titlesNear(in: workspace))
        if hint.isEmpty { throw IdentifierKind.version.absent(text) }
        throw CatalogError(.notFound, "There is no document `\(Printable.text(text))`." + hint)
    }

    /// The same; nil: there is none.
    func versionIfThere(in workspace: Workspace, trashed: Bool = false) async throws -> DocumentVersion? {
        let name = IdentifierName(text, of: .version)
        let ids = try await name.found(in: workspace)
        if let id = ids.whole { return try await workspace.catalog.version(id) }
        for (state, beginning) in [(trashed, ids.beginning), (!trashed, [])] {
            let titled = try await workspace.catalog.documents(
                titled: text, of: nil, trashed: state, limit: IdentifierName.maxCandidates + 1)
            let exact = titled.filter { $0.title == text }
            if exact.count == 1 { return exact[0] }
            if exact.isEmpty, beginning.count == 1 { return try await workspace.catalog.version(beginning[0]) }
            var meant = titled
            for id in beginning where !titled.contains(where: { $0.id == id }) {
                meant.append(try await workspace.catalog.version(id))
            }
            guard meant.count < 2 else { throw name.several(meant.map { ($0.id, workspace.words(for: $0)) }) }
            if let version = meant.first { return version }
        }
        return nil
    }

    /// Whether it means a document, or may mean several.
    package func isKnown(in workspace: Workspace) async throws -> Bool {
        do {
            return try await versionIfThere(in: workspace) != nil
        } catch let problem as Problem where problem.kind == .invalidRequest {
            return true
        }
    }

    /// The current version of the one document outside of the trash that has exactly that title; nil: there is none, or there
    /// are several.
    func versionOfTitle(in workspace: Workspace) async throws -> DocumentVersion? {
        let exact = try await workspace.catalog.documents(
            titled: text, of: nil, trashed: false, limit: IdentifierName.maxCandidates + 1
        ).filter { $0.title == text }
        return exact.count == 1 ? exact[0] : nil
    }

    /// Titles that the text may be a slip of: those that begin as it for the longest, and those of the newest documents. However
    /// many documents there are, a few hundred are read.
    private func titlesNear(in workspace: Workspace) async throws -> [String] {
        guard text.count <= Self.longest else { return [] }
        var titles: [String] = []
        var start = text.dropLast()
        while titles.isEmpty, !start.isEmpty {
            titles = try await workspace.catalog.documents(
                titlesBeginningWith: String(start), trashed: false, limit: Self.near
            ).map(\.title)
            start = start.dropLast()
        }
        return titles
            + (try await workspace.catalog.documents(DocumentQuery(), limit: Self.near, after: nil).items.map(\.title))
    }

    /// Nobody mistypes longer titles from memory.
    private static let longest = 64
    /// So many titles are compared of either sort.
    private static let near = 200
}
