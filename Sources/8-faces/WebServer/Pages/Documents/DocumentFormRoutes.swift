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

    /// A page that shows a form, but for a document in the trash, which has to be restored first.
    private static func formOutsideTrash(
        _ part: String, _ id: String, _ summary: String,
        _ page: @escaping @Sendable (RouteRequest, DocumentVersion) async throws -> WebPage
    ) -> Route {
        form(part, id, summary) { request, version in
            version.isTrashedDocument
                ? ConfirmPages.trashed(version, paths: try request.paths) : try await page(request, version)
        }
    }

    /// What a form does.
    static func action(
        _ part: String, _ id: String, _ summary: String, _ fields: [FormFieldSpec] = [], again: FormAgain? = nil,
        _ perform: @escaping @Sendable (RouteRequest, DocumentVersion) async throws -> Answer
    ) -> Route {
        Route(
            .post, PathPattern(stringLiteral: "/documents/{document}/\(part)"), id, .pages, summary, access: .session,
            parameters: [DocumentRoutes.document.spec] + DocumentPageRoutes.listParameters, body: .form(fields),
            answers: [.empty(303, "It is done.", headers: [("Location", "Of the page that shows it.")])], again: again
        ) { request in
            try await perform(request, try await request.version(DocumentRoutes.document))
        }
    }

    /// A form of a document as it is shown again.
    private static func again(
        _ fields: [String],
        _ page: @escaping @Sendable (RouteRequest, DocumentVersion, FormValues) async throws -> WebPage
    ) -> FormAgain {
        FormAgain(fields) { request, form in
            try await page(request, try await request.version(DocumentRoutes.document), form)
        }
    }

    // MARK: Editing

    private static let title = FormField<String?>.optional(
        "title", .lines(maxLength: 2_000, told: DocumentMetadata.maxTitle), "The new title.")
    private static let school = FormField<String?>.optional("school", .text(), "The school that it is about.")
    private static let description = FormField<String?>.optional(
        "description", .lines(maxLength: 20_000, told: DocumentMetadata.maxDescription), "The new description.")
    private static let state = FormField<String?>.optional("state", .text(), "Of the document as the form showed it.")

    private static let restores = FormField<Bool>.checkbox("restore", "Take it out of the trash first.")

    private static let showEdit = formOutsideTrash("edit", "showEditForm", "Show the form that edits a document") {
        request, version in
        try await editPage(request, version, EditPage.values(of: version))
    }

    private static let edit = action(
        "edit", "editDocumentByForm", "Change what is known of a document",
        [title.spec, school.spec, description.spec, state.spec, restores.spec],
        again: again([title, school, description, state].map { $0.spec.name }, editPage)
    ) { request, found in
        var version = found
        let typed = try (request[title] ?? "", request[school] ?? "", request[description] ?? "")
        var form = FormValues(values: ["title": typed.0, "school": typed.1, "description": typed.2])
        if let state = try request[state], !version.isTrashedDocument, state != tag(of: version) {
            form.problem =
                "Someone else has changed this document in the meantime. Save again to overwrite it, or cancel to see it."
            return try await refused(request, version, form)
        }
        if version.isTrashedDocument {
            if try !request[restores] { return try await refused(request, version, form) }
            version = try await request.untrash(version, withShares: false).version
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
            case .changed:
                form.problem = "Someone else has changed this document in the meantime. Save again to overwrite it."
            case .trashed: version = try await request.version(version.id)
            default: throw error
            }
            return try await refused(request, version, form)
        }
        return .seeOther(try request.paths.document(version.id, .saved))
    }

    private static func refused(
        _ request: RouteRequest, _ version: DocumentVersion, _ form: FormValues
    ) async throws -> Answer {
        try await request.page(try await editPage(request, version, form), status: 422)
    }

    private static func editPage(
        _ request: RouteRequest, _ version: DocumentVersion, _ form: FormValues
    ) async throws -> WebPage {
        var form = form
        if version.isTrashedDocument {
            form.problem = "This document has been put into the trash. Save to restore it with your changes."
        }
        return EditPage.page(
            version, form, schools: try await request.schoolNames,
            state: form.values[state.spec.name] ?? tag(of: version), restores: restores.spec.name,
            paths: try request.paths)
    }

    private static func tag(of version: DocumentVersion) -> String {
        TextTag.tag(of: Array(Value.record(version.record).json.utf8))
    }

    // MARK: Sharing

    private static let schools = FormField<[String]>.repeated(
        "school", .text(), atMost: 10_000, "Schools that may see it.")
    private static let former = FormField<[String]>.repeated(
        "was", .text(), atMost: 10_000, "Schools that could see it when the form was made.")

    private static let showShare = formOutsideTrash(
        "share", "showShareForm", "Show with which schools a document is shared"
    ) { request, version in
        SharePage.page(version, schools: try await request.schoolNames, paths: try request.paths)
    }

    private static let share = action(
        "share", "shareDocumentByForm", "Share a document with schools, and end shares", [schools.spec, former.spec],
        again: again([schools.spec.name, former.spec.name]) { request, version, form in
            SharePage.page(
                version, schools: try await request.schoolNames, paths: try request.paths, problem: form.problem,
                chosen: Set(request.sent(schools.spec.name)), former: request.sent(former.spec.name))
        }
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
                try await request.workspace.catalog.changeShares(
                    version.id, adding: added, removing: removed, by: try request.actor.name)
            }
        } catch let error as CatalogError where error.kind == .unknownSchool || error.kind == .trashed {
            return try await request.page(
                SharePage.page(
                    version, schools: try await request.schoolNames, paths: try request.paths, problem: error.message),
                status: 422)
        }
        return .seeOther(try request.paths.document(version.id, .shared))
    }

    private static let label = FormField<String?>.optional(
        "label", .text(maxLength: 8 * DocumentLink.maxLabel, told: DocumentLink.maxLabel), "Whom it is for.")
    private static let days = FormField<Int?>.optional(
        "days", .integer(in: 1...DocumentLink.maxDays), "How long it holds.")

    private static let link = action(
        "link", "makeLinkByForm", "Make a link that shows a document", [label.spec, days.spec],
        again: again([label.spec.name, days.spec.name], linkPage)
    ) { request, version in
        var form = FormValues(values: request.typed)
        let (days, label) = (try request[days] ?? DocumentLink.standardDays, try request[label])
        guard
            let made = try await request.attempt(
                &form, { try await request.makeLink(to: [version.id], days: days, label: label) })
        else { return try await request.page(try await linkPage(request, version, form), status: 422) }
        return .seeOther(try request.paths.link(made.link.id, .linkMade))
    }

    private static func linkPage(
        _ request: RouteRequest, _ version: DocumentVersion, _ form: FormValues
    ) async throws -> WebPage {
        var view = try await request.documentView(version)
        view.linkForm = form
        return DocumentPage.page(view)
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
