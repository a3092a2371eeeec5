internal import Accounts
internal import Documents
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// What takes documents and versions away, and brings them back.
enum DocumentRemovalRoutes {
    static let all: [Route] = [
        askDelete, delete, trash, untrash, askRestore, restore, askDeleteVersion, deleteVersion, trashVersion,
        selection,
    ]

    private static let askDelete = DocumentFormRoutes.form("delete", "askDelete", "Ask whether to delete a document") {
        request, version in
        ConfirmPages.deleteDocument(
            version, versions: try await request.workspace.catalog.versions(ofSeriesOf: version.id).count,
            paths: try request.paths)
    }

    private static let delete = DocumentFormRoutes.action("delete", "deleteDocumentByForm", "Erase a document") {
        request, version in
        let target = try await DocumentTarget(version.id, version: nil, in: request.workspace.catalog)
        _ = try await request.audited("documents.delete", .document(version.id)) {
            try await request.workspace.delete(target, isConfirmed: true)
        }
        return .seeOther(try request.paths.documents(.deleted))
    }

    private static let trash = DocumentFormRoutes.action(
        "trash", "trashDocumentByForm", "Put a document into the trash"
    ) { request, version in
        if version.isTrashedDocument {
            return try await request.page(ConfirmPages.trashed(version, paths: try request.paths), status: 409)
        }
        try await request.trash(version)
        return .seeOther(try request.paths.documents(.trashed, of: version.id))
    }

    private static let shares = FormField<Bool?>.optional(
        "shares", .boolean, "Whether the shares come back that the trash has ended.")

    private static let untrash = DocumentFormRoutes.action(
        "untrash", "untrashDocument", "Take a document out of the trash", [shares.spec]
    ) { request, version in
        let restoration = try await request.untrash(version, withShares: try request[shares] ?? false)
        let isSharedAgain = version.trashedAt == nil && !restoration.restored.isEmpty
        return .seeOther(try request.paths.document(version.id, isSharedAgain ? .shared : .restored))
    }

    // MARK: Versions

    private static let askRestore = DocumentFormRoutes.form(
        "restore", "askRestoreVersion", "Ask whether to make a version the current one"
    ) { request, version in
        let versions = try await request.workspace.catalog.versions(ofSeriesOf: version.id)
        return ConfirmPages.restoreVersion(
            version, text: try await PreviewText.read(version, in: request.workspace),
            current: versions.first(where: \.isCurrent) ?? version, paths: try request.paths)
    }

    private static let restore = DocumentFormRoutes.action(
        "restore", "restoreVersionByForm", "Make a version the current one"
    ) { request, version in
        _ = try await request.audited("documents.restore", .document(version.id)) {
            try await request.workspace.restore(version.id, withShares: false)
        }
        return .seeOther(try request.paths.document(version.id, .current))
    }

    private static let askDeleteVersion = DocumentFormRoutes.form(
        "delete-version", "askDeleteVersion", "Ask whether to delete a version"
    ) { request, version in ConfirmPages.deleteVersion(version, paths: try request.paths) }

    private static let deleteVersion = DocumentFormRoutes.action(
        "delete-version", "deleteVersionByForm", "Erase a version"
    ) { request, version in
        let target = try await target(version, request)
        _ = try await request.audited("documents.delete", .document(version.id)) {
            try await request.workspace.delete(target, isConfirmed: true)
        }
        return try await rest(target, .versionDeleted, request)
    }

    private static let trashVersion = DocumentFormRoutes.action(
        "trash-version", "trashVersionByForm", "Put a version into the trash"
    ) { request, version in
        let target = try await target(version, request)
        _ = try await request.audited("documents.trash", .document(version.id), detail: target.scope) {
            try await request.workspace.trash(target)
        }
        return try await rest(target, .versionTrashed, request)
    }

    private static func target(_ version: DocumentVersion, _ request: RouteRequest) async throws -> DocumentTarget {
        try await DocumentTarget(version.id, version: version.number, in: request.workspace.catalog)
    }

    /// The page of the document, by a version that is still there.
    private static func rest(
        _ target: DocumentTarget, _ done: NoticeCode, _ request: RouteRequest
    ) async throws -> Answer {
        guard let other = target.versions.first(where: { $0.id != target.version?.id }) else {
            return .seeOther(try request.paths.documents(done))
        }
        let versions = try await request.workspace.catalog.versions(ofSeriesOf: other.id)
        let current = versions.first(where: \.isCurrent) ?? other
        return .seeOther(try request.paths.document(current.id, done))
    }

    // MARK: Several

    private static let chosen = FormField<[String]>.repeated(
        "document", .text(), atMost: 1_000, "Ids of documents.")
    private static let what = FormField<Several>.required("action", .choice, "What is done with them.")

    private enum Several: String, CaseIterable, Sendable {
        case trash, restore, link
    }

    private static let selection = Route(
        .post, "/documents/selection", "changeSelection", .pages, "Do something with several documents",
        access: .session, parameters: DocumentPageRoutes.listParameters, body: .form([chosen.spec, what.spec]),
        answers: [.empty(303, "It is done.", headers: [("Location", "Of the page that shows it.")])]
    ) { request in
        var versions: [DocumentVersion] = []
        for id in try request[chosen] { versions.append(try await request.version(id)) }
        if versions.isEmpty { throw Problem.invalidRequest("no document was chosen") }
        switch try request[what] {
        case .trash:
            for version in versions { try await request.trash(version) }
            return .seeOther(try request.paths.documents(.trashed))
        case .restore:
            var done = NoticeCode.restored
            for version in versions {
                if try await !request.untrash(version, withShares: false).ended.isEmpty { done = .restoredAlone }
            }
            return .seeOther(try request.paths.documents(done))
        case .link:
            let made = try await request.makeLink(
                to: versions.map(\.id), days: DocumentLink.standardDays, label: nil)
            return .seeOther(try request.paths.link(made.link.id, .linkMade))
        }
    }
}

extension RouteRequest {
    fileprivate func trash(_ version: DocumentVersion) async throws {
        let target = try await DocumentTarget(version.id, version: nil, in: workspace.catalog)
        _ = try await audited("documents.trash", .document(version.id), detail: target.scope) {
            try await workspace.trash(target)
        }
    }

    /// Takes a document out of the trash.
    func untrash(_ version: DocumentVersion, withShares: Bool) async throws -> DocumentRestoration {
        try await audited("documents.restore", .document(version.id)) {
            try await workspace.restore(version.id, withShares: withShares)
        }
    }
}
