internal import Accounts
internal import Documents
internal import Platform
internal import Workspaces

/// `compass documents share DOCUMENT SCHOOL…`, `compass documents share DOCUMENT… --with SCHOOL`
enum DocumentsShare {
    static let names = Positional<[String]>.many(
        "SCHOOL", .word(completedBy: .schoolLists),
        "A school's id or its name, in any case; several with blanks or commas between them. With --with, a further document."
    )
    static let with = CommandOption<[String]>.repeated(
        "with", "SCHOOLS", .word(completedBy: .schoolLists),
        "The schools, several with commas between them; then all arguments are documents.")

    static let command = Command(
        "share", "Share documents with schools",
        discussion: """
            A share belongs to the document and follows its current version. Schools may view it. Nothing is shared before \
            all names are known.
            """,
        examples: [
            "documents share 'Fall Highlights' stanford ucla", "documents share clip 'Stanford University'",
            "documents share clip 'Fall Highlights' --with stanford,ucla",
        ],
        options: [with.spec, DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec, names.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let (documents, schools) = try await context.documentsAndSchools(in: workspace)
        // What lies in the trash is refused, and comes first, so that nothing has been done by then.
        let inOrder = documents.filter { $0.trashedAt != nil } + documents.filter { $0.trashedAt == nil }
        for id in inOrder.map(\.id) {
            let version = try await context.withSchools(in: workspace) {
                try await workspace.audited(
                    context.actor, "documents.share", .document(id), detail: schools.joined(separator: " ")
                ) {
                    try await workspace.catalog.share(id, with: schools, by: context.actor.name)
                }
            }
            try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
                sentence(version), on: context.streams)
        }
        return .success
    }

    /// Who sees it now.
    static func sentence(_ version: DocumentVersion) -> String {
        let title = Printable.text(version.title)
        if version.sharedWith.isEmpty { return "\(title) is not shared" }
        return "\(title) is shared with \(version.sharedWith.joined(separator: ", "))"
    }
}

/// `compass documents unshare DOCUMENT SCHOOL…`, `compass documents unshare DOCUMENT… --with SCHOOL`
enum DocumentsUnshare {
    static let command = Command(
        "unshare", "End the shares of documents with schools",
        discussion: "No share ends before all names are known.",
        examples: ["documents unshare clip ucla", "documents unshare clip 'Fall Highlights' --with ucla"],
        options: [DocumentsShare.with.spec, DocumentsCommand.json.spec],
        positionals: [DocumentsCommand.id.spec, DocumentsShare.names.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let (documents, schools) = try await context.documentsAndSchools(in: workspace)
        for id in documents.map(\.id) {
            let version = try await context.withSchools(in: workspace) {
                try await workspace.audited(
                    context.actor, "documents.unshare", .document(id), detail: schools.joined(separator: " ")
                ) {
                    try await workspace.catalog.unshare(id, with: schools)
                }
            }
            try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
                DocumentsShare.sentence(version), on: context.streams)
        }
        return .success
    }
}

extension CommandContext {
    /// The documents that the command line names, each once, and the ids of the schools. What is no school is among these.
    ///
    /// - Throws: as `DocumentName.version`; `Problem` when no school is named, or a school in the place of a document.
    fileprivate func documentsAndSchools(
        in workspace: Workspace
    ) async throws -> (documents: [DocumentVersion], schools: [String]) {
        let (names, with) = (self[DocumentsShare.names], self[DocumentsShare.with])
        if names.isEmpty, with.isEmpty { throw usageError(DocumentsShare.names.spec.question) }
        var documents: [DocumentVersion] = []
        for name in [self[DocumentsCommand.id]] + (with.isEmpty ? [] : names) {
            let version = try await document(name, in: workspace)
            if !documents.contains(where: { $0.id == version.id }) { documents.append(version) }
        }
        return (documents, try await SchoolNames(with.isEmpty ? names : with).ids(in: workspace.catalog))
    }

    /// - Throws: as `DocumentName.version`; `Problem` in its place where what is no document is a school.
    private func document(_ name: String, in workspace: Workspace) async throws -> DocumentVersion {
        do {
            return try await DocumentName(name).version(in: workspace)
        } catch let error as CatalogError where error.kind == .notFound {
            guard SchoolIndex(try await workspace.catalog.allSchools()).id(of: name) != nil else { throw error }
            let form = self[DocumentsShare.with].isEmpty ? "DOCUMENT SCHOOL…" : "DOCUMENT… --with SCHOOLS"
            throw usageError(
                "`\(Printable.text(name))` is a school, and no document; write "
                    + "`\(invocation.path.joined(separator: " ")) \(form)`")
        }
    }

    /// Does what is done with a document and schools, which refuses unknown ones.
    ///
    /// - Throws: what `body` throws; `Problem` in its place where what is no school is a further document.
    fileprivate func withSchools(
        in workspace: Workspace, _ body: () async throws -> DocumentVersion
    ) async throws -> DocumentVersion {
        do {
            return try await body()
        } catch let error as CatalogError where error.kind == .unknownSchool && self[DocumentsShare.with].isEmpty {
            let known = SchoolIndex(try await workspace.catalog.allSchools())
            for name in self[DocumentsShare.names] where known.id(of: name) == nil {
                if try await DocumentName(name).isKnown(in: workspace) {
                    let command = invocation.path.joined(separator: " ")
                    throw usageError(
                        "`\(Printable.text(name))` is a document, and no school; `\(command) DOCUMENT… --with SCHOOLS` takes "
                            + "several documents")
                }
            }
            throw error
        }
    }
}
