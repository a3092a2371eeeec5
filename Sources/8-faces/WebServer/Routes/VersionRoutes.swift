internal import Accounts
internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// The versions of a document, and their bytes.
enum VersionRoutes {
    static let all: [Route] = [list, add, trash, delete, content]

    private static let number = Parameter.path("number", .integer(in: 1...1_000_000), "The number of a version.")

    private static let list = Route(
        .get, "/api/v1/documents/{document}/versions", "listVersions", .versions, "List the versions of a document",
        discussion: "The newest first.", access: .scope(.documentsRead),
        parameters: [DocumentRoutes.document.spec] + ListingParameters.period,
        answers: [.json(.object([.init("versions", .list(.named("document")), "")]), "All of them.")],
        examples: [RouteExample("Of one document", path: ["document": "{document}"])]
    ) { request in
        let version = try await request.version(DocumentRoutes.document)
        let period = try request.period
        let versions = try await request.workspace.catalog.versions(ofSeriesOf: version.id)
        return .json(["versions": versions.filter { period.contains($0.createdAt) }.json])
    }

    private static let named = Parameter.path(
        "document", .id,
        "The id of a document, or of any version of it, or its title, unless that has a `/`, which an address cannot have in a name: "
            + "`uploads` takes such a title.")
    private static let fileName = Parameter.required(
        "name", .text(maxLength: 255), "What the file is called; its extension has to be one of the type's.")

    private static let add = Route(
        .post, "/api/v1/documents/{document}/versions", "addVersion", .versions, "Upload a new version of a document",
        discussion: "In one request; larger files better go by `uploads`. The pipeline of the type runs it.",
        access: .scope(.documentsWrite), parameters: [named.spec, fileName.spec],
        body: .stream(mediaType: UploadRoutes.wholeFile), answers: UploadRoutes.wholeFileAnswers
    ) { request in
        let version = try await request.version(named: try request[named])
        let name = try request[fileName]
        return try await request.receive { UploadAnnouncement(addingTo: version, length: $0, name: name) }
    }

    private static let trash = Route(
        .post, "/api/v1/documents/{document}/versions/{number}/trash", "trashVersion", .versions,
        "Put one version into the trash", access: .scope(.documentsWrite),
        parameters: [DocumentRoutes.document.spec, number.spec],
        answers: [
            .json(.extended("document", [.init("ended-shares", .texts, "Always empty.")]), "The version as it is now.")
        ]
    ) { request in
        let target = try await Self.target(request)
        let outcome = try await request.audited("documents.trash", Self.subject(target), detail: target.scope) {
            try await request.workspace.trash(target)
        }
        return .json(outcome.record)
    }

    private static let delete = Route(
        .delete, "/api/v1/documents/{document}/versions/{number}", "deleteVersion", .versions, "Erase one version",
        discussion: "This cannot be undone.", access: .scope(.documentsWrite),
        parameters: [DocumentRoutes.document.spec, number.spec],
        answers: [.json(.object([.init("deleted", .list(.named("document")), "What was erased.")]), "It is gone.")]
    ) { request in
        let target = try await Self.target(request)
        let erased = try await request.audited("documents.delete", Self.subject(target)) {
            try await request.workspace.delete(target, isConfirmed: true).erased
        }
        return .json(["deleted": erased.json])
    }

    private static func target(_ request: RouteRequest) async throws -> DocumentTarget {
        let version = try await request.version(DocumentRoutes.document)
        let number = try request[number]
        return try await DocumentTarget(version.id, version: number, in: request.workspace.catalog)
    }

    private static func subject(_ target: DocumentTarget) -> AuditEntry.Subject {
        .document(target.version?.id ?? target.versions[0].id)
    }

    private static let download = Parameter.value(
        "download", .boolean, standard: false, shown: false,
        "Whether the answer asks a browser to store it under the document's title, and not to show it.")

    private static let content = Route(
        .get, "/api/v1/documents/{document}/content", "readContent", .versions, "Read the bytes of a version",
        discussion: """
            The bytes of the version that the id is of; they never change. Takes single ranges, conditions and \
            `If-Range`. Types that a browser may show are sent as what they are, all others as \
            `application/octet-stream`.
            """,
        access: .scope(.documentsRead), parameters: [DocumentRoutes.document.spec, download.spec],
        answers: ContentAnswer.answers,
        examples: [RouteExample("All of them", path: ["document": "{document}"])]
    ) { request in
        let version = try await request.version(DocumentRoutes.document)
        return try await ContentAnswer.answer(
            version, to: request.http, in: request.workspace, asDownload: try request[download])
    }
}
