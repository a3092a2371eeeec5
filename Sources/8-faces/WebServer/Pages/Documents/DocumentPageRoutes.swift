internal import Documents
internal import HTTPServer
internal import Platform
internal import Workspaces

/// The page of a document, and the viewer.
enum DocumentPageRoutes {
    static let all: [Route] = [show, view, viewById]

    /// The list that one came from.
    static let listParameters =
        DocumentFilters.all + [DocumentListRoutes.sort.spec, NoticeCode.parameter.spec]

    private static let show = Route(
        .get, "/documents/{document}", "showDocumentPage", .pages, "Show a document", access: .session,
        parameters: [DocumentRoutes.document.spec] + listParameters,
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let version = try await request.version(DocumentRoutes.document)
        return try await request.page(DocumentPage.page(try await request.documentView(version)))
    }

    private static let view = Route(
        .get, "/documents/{document}/view", "viewDocument", .pages, "View a document on the whole screen",
        access: .session, parameters: [DocumentRoutes.document.spec] + listParameters,
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let version = try await request.version(DocumentRoutes.document)
        let list = try request.listQuery
        return try await request.page(
            ViewerPage.page(
                ViewerView(
                    version: version, place: try await request.place(of: version, in: list),
                    text: try await PreviewText.read(version, in: request.workspace),
                    film: try await request.filmView(of: version, request.workspace.media(of: version)),
                    schools: try await request.schoolNames,
                    paths: try request.paths)))
    }

    private static let id = Parameter.required("id", .id, "The id of a document, or of any version of it.")

    private static let viewById = Route(
        .get, "/documents/view", "viewDocumentById", .pages, "Go to the viewer of a document by its id",
        access: .session, parameters: [id.spec],
        answers: [.empty(303, "The viewer.", headers: [("Location", "Of the viewer.")])]
    ) { request in
        .seeOther(PagePath.document(try await request.version(try request[id]).id, "view"))
    }
}

extension RouteRequest {
    /// The list that one came from.
    var listQuery: DocumentQuery {
        get throws {
            var query = try DocumentFilters.query(self)
            query.sort = try self[DocumentListRoutes.sort] ?? .newest
            return query
        }
    }

    /// Addresses that carry it on.
    var paths: DocumentPaths {
        get throws { DocumentPaths(list: DocumentListView.parts(try listQuery, showsOwners: try visitor.owner == nil)) }
    }

    /// All that the page of a document shows.
    func documentView(_ version: DocumentVersion) async throws -> DocumentView {
        let catalog = workspace.catalog
        let owner = try visitor.owner
        let versions = try await catalog.versions(ofSeriesOf: version.id)
        let media = try await workspace.media(of: versions)
        let shares = try await catalog.shares(of: version.id)
        let ended = try await catalog.endedShares(of: version.id)
            .filter { ended in !shares.contains { $0.school == ended.school } }
        var notice = try notice
        if try self[NoticeCode.parameter] == .restored, !ended.isEmpty {
            notice = Notice(kind: .warning, text: "\(NoticeCode.restored.text) It is not shared again: see Sharing.")
        }
        return DocumentView(
            version: version, text: try await PreviewText.read(version, in: workspace),
            film: try await filmView(of: version, media[version.objectKey] ?? ObjectMedia()), media: media,
            versions: versions,
            schools: try await schoolNames, shares: shares,
            endedShares: ended,
            links: try await server.links.list(
                LinkQuery(owner: owner, document: version.id), limit: 20, after: nil
            ).items,
            story: try await DocumentStory(in: workspace).page(of: version.id, owner: owner, limit: 20).items,
            paths: try paths, showsOwner: owner == nil, notice: notice)
    }

    /// Where a document stands in a list: its number from 1, how many there are, and what is near it. nil: it is not among
    /// the first documents of the list.
    func place(of version: DocumentVersion, in list: DocumentQuery) async throws -> ViewerView.Place? {
        let length = ViewerView.Place.stripLength
        var before: [DocumentVersion] = []
        var number = 0
        var cursor: String?
        repeat {
            let page = try await workspace.catalog.documents(list, limit: ViewerView.Place.pageSize, after: cursor)
            if let index = page.items.firstIndex(where: { $0.series == version.series }) {
                before = Array((before + page.items[..<index]).suffix(length))
                var after = Array(page.items[(index + 1)...].prefix(length))
                if after.count < length, let cursor = page.next {
                    let more = length - after.count
                    after += try await workspace.catalog.documents(list, limit: more, after: cursor).items
                }
                let count = try await workspace.catalog.count(list, atMost: ViewerView.Place.maxCounted)
                return ViewerView.Place(
                    number: number + index + 1, count: max(count, number + index + 1), before: before, after: after,
                    media: try await workspace.media(of: before + after))
            }
            before = page.items.suffix(length)
            number += page.items.count
            cursor = page.next
        } while cursor != nil && number < ViewerView.Place.maxCounted
        return nil
    }
}
