internal import Accounts
internal import Documents
internal import Platform
internal import Workspaces

/// `compass documents share ID SCHOOL…`
enum DocumentsShare {
    static let schools = Positional<[String]>.many(
        "SCHOOL", .word(completedBy: .schoolLists),
        "A school's id or its name, in any case; several with blanks or commas between them.", minimum: 1)

    static let command = Command(
        "share", "Share a document with schools",
        discussion: "A share belongs to the document and follows its current version. Schools may view it.",
        examples: ["documents share 'Fall Highlights' stanford ucla", "documents share clip 'Stanford University'"],
        options: [DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec, schools.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let id = try await context.documentID(in: workspace)
        let schools = try await SchoolNames(context[schools]).ids(in: workspace.catalog)
        let version = try await context.withSchools(in: workspace) {
            try await workspace.audited(
                context.actor, "documents.share", .document(id), detail: schools.joined(separator: " ")
            ) {
                try await workspace.catalog.share(id, with: schools, by: context.actor.name)
            }
        }
        try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
            sentence(version), on: context.streams)
        return .success
    }

    /// Who sees it now.
    static func sentence(_ version: DocumentVersion) -> String {
        let title = Printable.text(version.title)
        if version.sharedWith.isEmpty { return "\(title) is not shared" }
        return "\(title) is shared with \(version.sharedWith.joined(separator: ", "))"
    }
}

/// `compass documents unshare ID SCHOOL…`
enum DocumentsUnshare {
    static let command = Command(
        "unshare", "End the shares of a document with schools",
        options: [DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec, DocumentsShare.schools.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let id = try await context.documentID(in: workspace)
        let schools = try await SchoolNames(context[DocumentsShare.schools]).ids(in: workspace.catalog)
        let version = try await context.withSchools(in: workspace) {
            try await workspace.audited(
                context.actor, "documents.unshare", .document(id), detail: schools.joined(separator: " ")
            ) {
                try await workspace.catalog.unshare(id, with: schools)
            }
        }
        try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
            DocumentsShare.sentence(version), on: context.streams)
        return .success
    }
}

extension CommandContext {
    /// Does what is done with one document and the schools behind it.
    ///
    /// - Throws: what `body` throws; `Problem` in its place where what is no school is a further document.
    fileprivate func withSchools(
        in workspace: Workspace, _ body: () async throws -> DocumentVersion
    ) async throws -> DocumentVersion {
        do {
            return try await body()
        } catch let error as CatalogError where error.kind == .unknownSchool {
            let known = SchoolIndex(try await workspace.catalog.allSchools())
            for name in self[DocumentsShare.schools] where known.id(of: name) == nil {
                if try await DocumentName(name).isKnown(in: workspace) {
                    throw usageError(
                        "`\(Printable.text(name))` is a document, and no school; name one document at a time, and the schools "
                            + "behind it")
                }
            }
            throw error
        }
    }
}
