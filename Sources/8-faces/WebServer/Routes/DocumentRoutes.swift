internal import Diagnostics
internal import Accounts
internal import Digests
internal import Documents
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// Documents: their list, each of them, and what is done with them.
enum DocumentRoutes {
    static let document = Parameter.path("document", .id, "The id of a document, or of any version of it.")

    static let ifMatch = Parameter<String?>.header(
        "If-Match", .text(maxLength: 500), "The `ETag` of the document as it was read last.")

    static let all: [Route] = [list, create, count, show, edit, trash, restore, delete, story, statistics]

    private static let list = Route(
        .get, "/api/v1/documents", "listDocuments", .documents, "List documents, each by its current version",
        access: .scope(.documentsRead),
        parameters: DocumentFilters.all + [DocumentFilters.sort.spec] + ListingParameters.all,
        answers: [.json(Schemas.page("documents", .named("document")), "A page.")],
        examples: [
            RouteExample("All, newest first"),
            RouteExample(
                "Shared transcripts by name", query: [("type", "transcript"), ("shared", "true"), ("sort", "name")]),
            RouteExample("An unknown sort", query: [("sort", "size")], status: 400),
            RouteExample("An unknown school", query: [("school", "stanfrod")], status: 400),
        ]
    ) { request in
        var query = try await DocumentFilters.knownQuery(request)
        query.sort = try request[DocumentFilters.sort]
        let page = try await request.workspace.catalog.documents(
            query, limit: try request[ListingParameters.limit], after: try request[ListingParameters.after])
        return .page("documents", page, \.record)
    }

    private static let name = Parameter.required(
        "name", .text(maxLength: 255), "What the file is called; its extension has to be one of the type's.")
    private static let newType = Parameter<DocumentType>.required("type", .choice, "What it is.")
    private static let newTitle = Parameter<String?>.optional(
        "title", .text(maxLength: 500), "What the pipeline makes of the name, unless said otherwise.")

    private static let create = Route(
        .post, "/api/v1/documents", "createDocument", .documents, "Upload a document",
        discussion: """
            In one request; larger files better go by `uploads`, which can be gone on with. The pipeline of the type runs \
            it, so that it is a document once that has succeeded.
            """,
        access: .scope(.documentsWrite),
        parameters: [name.spec, newType.spec, newTitle.spec, DocumentFilters.owner.spec],
        body: .stream(mediaType: UploadRoutes.wholeFile), answers: UploadRoutes.wholeFileAnswers
    ) { request in
        let (name, type, title) = (try request[name], try request[newType], try request[newTitle])
        let owner = try await request.owner(try request[DocumentFilters.owner])
        return try await request.receive {
            UploadAnnouncement(owner: owner, length: $0, name: name, type: type, title: title)
        }
    }

    private static let story = Route(
        .get, "/api/v1/documents/{document}/history", "showHistory", .documents, "Show what has happened to a document",
        discussion: "Versions, decisions, shares, deliveries, changes and views, newest first.",
        access: .scope(.documentsRead), parameters: [document.spec] + ListingParameters.timed,
        answers: [.json(Schemas.page("entries", .dictionary(.any)), "A page, of so many versions.")],
        examples: [RouteExample("Of one", path: ["document": "{document}"])]
    ) { request in
        let version = try await request.version(document)
        let (story, owner) = (DocumentStory(in: request.workspace), try request.visitor.owner)
        let page = try await request.page(by: \.at) { limit, cursor in
            try await story.page(of: version.id, owner: owner, limit: limit, after: cursor)
        }
        return .page("entries", page, \.record)
    }

    private static let count = Route(
        .get, "/api/v1/documents/count", "countDocuments", .documents, "Count the documents that filters let through",
        discussion: "Counts up to 10,000; `more` says whether there are more.",
        access: .scope(.documentsRead), parameters: DocumentFilters.all,
        answers: [
            .json(
                .object([
                    .init("count", .integer(0...Int64(maxCounted)), ""),
                    .init("more", .boolean, "Whether there are more than were counted."),
                ]), "The number.")
        ],
        examples: [RouteExample("All", query: [("trashed", "false")])]
    ) { request in
        let query = try await DocumentFilters.knownQuery(request)
        let found = try await request.workspace.catalog.count(query, atMost: maxCounted)
        return .json(["count": .integer(Int64(min(found, maxCounted))), "more": .boolean(found > maxCounted)])
    }

    private static let maxCounted = 10_000

    private static let show = Route(
        .get, "/api/v1/documents/{document}", "showDocument", .documents, "Show a document by its current version",
        discussion: "Named by the id of a version, it is that version.",
        access: .scope(.documentsRead), parameters: [document.spec],
        answers: [.json(.named("document"), "The document.", headers: [("ETag", "For `If-Match`.")])],
        examples: [
            RouteExample("One", path: ["document": "{document}"]),
            RouteExample("An unknown one", path: ["document": "nothing"], status: 404),
        ]
    ) { request in
        .json(try await request.version(document).record)
    }

    private static let title = BodyField<String?>.optional(
        "title", .text(maxLength: 1_000), "The new title; renames all versions.")
    private static let description = BodyField<String?>.optional(
        "description", .text(maxLength: 10_000), "An empty text removes it.")
    private static let aboutSchool = BodyField<String?>.optional(
        "school", .text(maxLength: 200), "The id of the school that it is about; an empty text: about none.")

    private static let edit = Route(
        .patch, "/api/v1/documents/{document}", "editDocument", .documents, "Change what is known of a document",
        discussion: "Send `If-Match`, so that you do not overwrite a change of another person.",
        access: .scope(.documentsWrite), parameters: [document.spec, ifMatch.spec],
        body: .json([title.property, description.property, aboutSchool.property]),
        answers: [
            .json(.named("document"), "The document as it is now.", headers: [("ETag", "For the next change.")]),
            problem(412, "The document is another one by now."), problem(428, "`If-Match` is missing."),
        ],
        examples: [
            RouteExample(
                "Without If-Match", path: ["document": "{document}"], body: ["title": "Fall season"], status: 428)
        ]
    ) { request in
        let version = try await request.version(document)
        try request.requireMatch(of: .record(version.record), ifMatch)
        let change = MetadataChange(
            title: try request[title], description: try request[description], school: try request[aboutSchool],
            expecting: version)
        let changed = try await request.audited("documents.edit", .document(version.id)) {
            do {
                return try await request.workspace.catalog.edit(version.id, change)
            } catch let error as CatalogError where error.kind == .changed {
                throw HTTPFailure(.preconditionFailed, error.message)
            }
        }
        return .json(changed.record)
    }

    private static let trash = Route(
        .post, "/api/v1/documents/{document}/trash", "trashDocument", .documents, "Put a document into the trash",
        discussion: "With all its versions; its shares end. It can be restored until `retention` empties the trash.",
        access: .scope(.documentsWrite), parameters: [document.spec],
        answers: [
            .json(
                .extended("document", [.init("ended-shares", .texts, "Schools that may not view it any more.")]),
                "The document as it is now.")
        ]
    ) { request in
        let version = try await request.version(document)
        let target = try await DocumentTarget(version.id, version: nil, in: request.workspace.catalog)
        let outcome = try await request.audited("documents.trash", .document(version.id), detail: target.scope) {
            try await request.workspace.trash(target)
        }
        return .json(outcome.record)
    }

    private static let withShares = BodyField.value(
        "with-shares", .boolean, standard: false, "Whether shares that the trash ended come back.")

    private static let restore = Route(
        .post, "/api/v1/documents/{document}/restore", "restoreDocument", .documents,
        "Make a version the current one, also out of the trash",
        discussion: "The version is the one that the id is of.", access: .scope(.documentsWrite),
        parameters: [document.spec], body: .json([withShares.property]),
        answers: [
            .json(
                .extended(
                    "document",
                    [
                        .init("restored-shares", .texts, "Schools that may view it again."),
                        .init("ended-shares", .texts, "Schools that the trash has ended the share of."),
                    ]), "The document as it is now.")
        ]
    ) { request in
        let version = try await request.version(document)
        let withShares = try request[withShares]
        let outcome = try await request.audited("documents.restore", .document(version.id)) {
            try await request.workspace.restore(version.id, withShares: withShares)
        }
        return .json(outcome.record)
    }

    private static let delete = Route(
        .delete, "/api/v1/documents/{document}", "deleteDocument", .documents,
        "Erase a document with all its versions", discussion: "This cannot be undone. The trash can.",
        access: .scope(.documentsWrite), parameters: [document.spec],
        answers: [
            .json(
                .object([.init("deleted", .list(.named("document")), "Each version that was erased.")]), "It is gone.")
        ],
        examples: [RouteExample("An unknown one", path: ["document": "nothing"], status: 404)]
    ) { request in
        let version = try await request.version(document)
        let target = try await DocumentTarget(version.id, version: nil, in: request.workspace.catalog)
        let erased = try await request.audited("documents.delete", .document(version.id)) {
            try await request.workspace.delete(target, isConfirmed: true).erased
        }
        return .json(["deleted": erased.json])
    }

    private static let statistics = Route(
        .get, "/api/v1/statistics", "showStatistics", .documents, "Count documents, shares and bytes",
        access: .scope(.documentsRead), parameters: [DocumentFilters.owner.spec],
        answers: [.json(.named("statistics"), "The figures.")], examples: [RouteExample("Of all that may be seen")]
    ) { request in
        let owner = try await request.knownOwner(DocumentFilters.owner)
        return .json(try await request.workspace.statistics(owner: owner).record)
    }

    /// A way to answer that is no success.
    static func problem(_ status: Int, _ documentation: String) -> RouteAnswer {
        RouteAnswer(
            status: status, documentation: documentation, mediaType: ProblemAnswer.mediaType,
            schema: .named("problem"), headers: [])
    }
}

extension RouteRequest {
    /// The version that a parameter of the path names, if the visitor may see it.
    ///
    /// - Throws: `Problem` of kind `notFound`, the same whether it is not there or is somebody else's.
    func version(_ parameter: Parameter<String>) async throws -> DocumentVersion {
        try await version(try self[parameter])
    }

    /// The version of an id, if the visitor may see it.
    ///
    /// - Throws: as above.
    func version(_ id: String) async throws -> DocumentVersion {
        do {
            let version = try await workspace.catalog.version(id)
            if visitor.sees(version.owner) { return version }
        } catch let error as CatalogError where error.kind == .notFound {}
        throw Problem(.notFound, "There is no document `\(Printable.text(id))`.", advice: [.listDocuments])
    }

    /// The version of an id, or the current one of the only document of that title, that the visitor may see.
    ///
    /// - Throws: `CatalogError` of kind `notFound`; `Problem` that lists those that may be meant, when there are several.
    func version(named name: String) async throws -> DocumentVersion {
        try await DocumentName(name).version(in: workspace, of: try visitor.owner)
    }

    /// - Parameter value: the JSON that the client should have read last.
    /// - Throws: `HTTPFailure` when the request names no tag, or another one.
    func requireMatch(of value: Value, _ parameter: Parameter<String?>) throws {
        guard let condition = try self[parameter] else {
            throw HTTPFailure(
                .preconditionRequired,
                "Send the `ETag` of what you have read as `If-Match`, so that no change of others is lost.")
        }
        let tag = TextTag.tag(of: Array(value.json.utf8))
        guard TextTag.isIn(EntityTag.List(reading: condition), tag) else {
            throw HTTPFailure(
                .preconditionFailed, "It was changed since it was read. Read it again, and then change it.")
        }
    }
}
