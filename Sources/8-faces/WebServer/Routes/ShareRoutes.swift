internal import Accounts
internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// Which schools may view a document, and the schools.
enum ShareRoutes {
    static let all: [Route] = [list, change, schools, addSchool]

    private static let list = Route(
        .get, "/api/v1/documents/{document}/shares", "listShares", .shares,
        "List the schools that may view a document, since when, and who shared it",
        discussion: "In the order in which it was shared.", access: .scope(.documentsRead),
        parameters: [DocumentRoutes.document.spec],
        answers: [
            .json(
                .object([
                    .init(
                        "shares",
                        .list(
                            .object([
                                .init("school", .text, "Its id."), .init("shared-at", .time, ""),
                                .init("by", .nullable(.text), "Who shared it; null: a run, or unknown."),
                                .init("run", .nullable(.text), "The run that shared it; null: a person did."),
                            ])), "All that stand.")
                ]), "The shares.")
        ],
        examples: [
            RouteExample("Of one", path: ["document": "{document}"]),
            RouteExample("Of an unknown one", path: ["document": "nothing"], status: 404),
        ]
    ) { request in
        let version = try await request.version(DocumentRoutes.document)
        return .json(["shares": try await request.workspace.catalog.shares(of: version.id).json])
    }

    private static let add = BodyField.value(
        "add", .texts(maxItems: 1_000), standard: [], "Ids of schools that may view it from now on.")
    private static let remove = BodyField.value(
        "remove", .texts(maxItems: 1_000), standard: [], "Ids of schools that may not any more.")

    private static let change = Route(
        .post, "/api/v1/documents/{document}/shares", "changeShares", .shares,
        "Share a document with schools, and end shares", discussion: "Schools in neither list stay as they are.",
        access: .scope(.documentsWrite), parameters: [DocumentRoutes.document.spec],
        body: .json([add.property, remove.property]),
        answers: [.json(.named("document"), "The document as it is now.")],
        examples: [
            RouteExample("Share with one", path: ["document": "{document}"], body: ["add": ["{school}"]]),
            RouteExample(
                "An unknown school", path: ["document": "{document}"], body: ["add": ["nowhere"]], status: 404),
        ]
    ) { request in
        let (added, removed) = (try request[add], try request[remove])
        if let both = added.first(where: removed.contains) {
            throw Problem.invalidRequest("`\(Printable.text(both))` is both in `add` and in `remove`")
        }
        let version = try await request.version(DocumentRoutes.document)
        let changed = try await request.audited(
            "documents.share", .document(version.id),
            detail: (added.map { "+\($0)" } + removed.map { "-\($0)" }).joined(separator: " ")
        ) {
            try await request.workspace.catalog.changeShares(
                version.id, adding: added, removing: removed, by: try request.actor.name)
        }
        return .json(changed.record)
    }

    private static let schools = Route(
        .get, "/api/v1/schools", "listSchools", .schools, "List the schools", access: .scope(.documentsRead),
        parameters: ListingParameters.all, answers: [.json(Schemas.page("schools", .named("school")), "A page.")],
        examples: [RouteExample("The first page")]
    ) { request in
        let page = try await request.workspace.catalog.schools(
            limit: try request[ListingParameters.limit], after: try request[ListingParameters.after])
        return .page("schools", page, \.record)
    }

    private static let id = BodyField.required(
        "id", FieldKind<String>.text(maxLength: 100, minLength: 1, pattern: "^[a-z0-9][a-z0-9._-]*$"),
        "Lower-case letters, digits, `.`, `_` and `-`, a letter or digit first.")
    private static let name = BodyField.required("name", FieldKind<String>.text(maxLength: 500, minLength: 1), "")

    private static let addSchool = Route(
        .post, "/api/v1/schools", "addSchool", .schools, "Add a school", access: .admin,
        body: .json([id.property, name.property]),
        answers: [.json(201, .named("school"), "It is there.")],
        examples: [RouteExample("One more", body: ["id": "oregon", "name": "University of Oregon"], status: 201)]
    ) { request in
        let school = try School(id: try request[id], name: try request[name])
        try await request.audited("schools.add", .school(school.id)) {
            try await request.workspace.catalog.addSchools([school], replacing: false)
        }
        return .json(school.record, status: 201)
    }
}
