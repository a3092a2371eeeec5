internal import Accounts
internal import Digests
internal import Documents
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// The forms of a document: what they show, and what they do.
enum DocumentFormRoutes {
    static let all: [Route] = [showEdit, edit, showShare, share, link] + DocumentRemovalRoutes.all

    /// A page that shows a form, or asks a question.
    static func form(
        _ part: String, _ id: String, _ summary: String,
        _ page: @escaping @Sendable (RouteRequest, DocumentVersion) async throws -> WebPage
    ) -> Route {
        Route(
            .get, PathPattern(stringLiteral: "/documents/{document}/\(part)"), id, .pages, summary, access: .session,
            parameters: [DocumentRoutes.document.spec] + DocumentPageRoutes.listParameters,
            answers: [.content(200, "text/html", "The page.")]
        ) { request in
            let version = try await request.version(DocumentRoutes.document)
            return try await request.page(try await page(request, version))
        }
    }

    /// What a form does.
    static func action(
        _ part: String, _ id: String, _ summary: String, _ fields: [FormFieldSpec] = [],
        _ perform: @escaping @Sendable (RouteRequest, DocumentVersion) async throws -> Answer
    ) -> Route {
        Route(
            .post, PathPattern(stringLiteral: "/documents/{document}/\(part)"), id, .pages, summary, access: .session,
            parameters: [DocumentRoutes.document.spec] + DocumentPageRoutes.listParameters, body: .form(fields),
            answers: [.empty(303, "It is done.", headers: [("Location", "Of the page that shows it.")])]
        ) { request in
            try await perform(request, try await request.version(DocumentRoutes.document))
        }
    }

    // MARK: Editing

    private static let title = FormField<String?>.optional("title", .lines(maxLength: 2_000), "The new title.")
    private static let school = FormField<String?>.optional("school", .text(), "The school that it is about.")
    private static let description = FormField<String?>.optional("description", .lines(maxLength: 20_000), "")
    private static let state = FormField<String?>.optional("state", .text(), "Of the document as the form showed it.")

    private static let showEdit = form("edit", "showEditForm", "Show the form that edits a document") {
        request, version in
        EditPage.page(
            version, EditPage.values(of: version), schools: try await request.schoolNames, state: tag(of: version),
            paths: try request.paths)
    }

    private static let edit = action(
        "edit", "editDocumentByForm", "Change what is known of a document",
        [title.spec, school.spec, description.spec, state.spec]
    ) { request, version in
        let typed = try (request[title] ?? "", request[school] ?? "", request[description] ?? "")
        var form = FormValues(values: ["title": typed.0, "school": typed.1, "description": typed.2])
        if let state = try request[state], state != tag(of: version) {
            form.problem =
                "Somebody has changed this document meanwhile. Save again to overwrite it, or cancel to see it."
            return try await refused(request, version, form)
        }
        let change = MetadataChange(
            title: typed.0, description: typed.2, school: typed.1, expecting: version)
        do {
            try await request.audited("documents.edit", .document(version.id), detail: change.fields) {
                _ = try await request.workspace.catalog.edit(version.id, change)
            }
        } catch let error as CatalogError {
            switch error.kind {
            case .invalidTitle, .titleTaken: form.errors["title"] = error.message
            case .invalidDescription: form.errors["description"] = error.message
            case .unknownSchool: form.errors["school"] = error.message
            case .changed: form.problem = "Somebody has changed this document meanwhile. Save again to overwrite it."
            default: throw error
            }
            return try await refused(request, version, form)
        }
        return .seeOther(try request.paths.document(version.id, .saved))
    }

    private static func refused(
        _ request: RouteRequest, _ version: DocumentVersion, _ form: FormValues
    ) async throws -> Answer {
        try await request.page(
            EditPage.page(
                version, form, schools: try await request.schoolNames, state: tag(of: version),
                paths: try request.paths), status: 422)
    }

    private static func tag(of version: DocumentVersion) -> String {
        TextTag.tag(of: Array(Value.record(version.record).json.utf8))
    }

    // MARK: Sharing

    private static let schools = FormField<[String]>.repeated(
        "school", .text(), atMost: 10_000, "Schools that may see it.")
    private static let former = FormField<[String]>.repeated(
        "was", .text(), atMost: 10_000, "Schools that could see it when the form was made.")

    private static let showShare = form("share", "showShareForm", "Show with which schools a document is shared") {
        request, version in
        SharePage.page(version, schools: try await request.schoolNames, paths: try request.paths)
    }

    private static let share = action(
        "share", "shareDocumentByForm", "Share a document with schools, and end shares", [schools.spec, former.spec]
    ) { request, version in
        // What others have changed meanwhile stays as they left it.
        let (chosen, former) = try (request[schools], Set(request[former]))
        let added = chosen.filter { !former.contains($0) }
        let removed = former.subtracting(chosen).sorted()
        do {
            _ = try await request.audited(
                "documents.share", .document(version.id),
                detail: (added.map { "+\($0)" } + removed.map { "-\($0)" }).joined(separator: " ")
            ) {
                try await request.workspace.catalog.changeShares(version.id, adding: added, removing: removed)
            }
        } catch let error as CatalogError where error.kind == .unknownSchool || error.kind == .trashed {
            return try await request.page(
                SharePage.page(
                    version, schools: try await request.schoolNames, paths: try request.paths, problem: error.message),
                status: 422)
        }
        return .seeOther(try request.paths.document(version.id, .shared))
    }

    private static let label = FormField<String?>.optional("label", .text(maxLength: 1_000), "Whom it is for.")
    private static let days = FormField<Int?>.optional(
        "days", .integer(in: 1...DocumentLink.maxDays), "How long it holds.")

    private static let link = action(
        "link", "makeLinkByForm", "Make a link that shows a document", [label.spec, days.spec]
    ) { request, version in
        let made = try await request.makeLink(
            to: [version.id], days: try request[days] ?? DocumentLink.standardDays, label: try request[label])
        return .seeOther(try request.paths.link(made.link.id, .linkMade))
    }
}

extension RouteRequest {
    /// Makes a link that shows documents.
    func makeLink(to ids: [String], days: Int, label: String?) async throws -> IssuedLink {
        let owner = try visitor.owner
        let actor = try actor
        return try await audited(
            "links.create", .document(ids.first ?? ""), detail: ids.count > 1 ? "and \(ids.count - 1) more" : nil
        ) {
            try await server.links.create(ids, days: days, label: label, by: actor.person ?? actor.name, owner: owner)
        }
    }
}
