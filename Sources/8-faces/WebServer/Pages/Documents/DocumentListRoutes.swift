internal import Accounts
internal import Documents
internal import HTTPServer
internal import Platform
internal import Workspaces

/// The page of the documents.
enum DocumentListRoutes {
    static let all: [Route] = [list]

    static let view = Parameter<DocumentListView.Mode?>.optional("view", .choice, "As cards or as rows; kept.")
    static let sort = Parameter<DocumentQuery.Sort?>.optional("sort", .choice, "The order; kept.")
    static let offset = Parameter.value(
        "offset", .integer(in: 0...100_000_000), standard: 0, shown: 0, "How many documents stand before the page.")

    /// So many documents are on a page (specs: Documents List, 8).
    static let pageSize = 50
    private static let maxCounted = 10_000

    private static let list = Route(
        .get, "/documents", "showDocuments", .pages, "Show the documents", access: .session,
        parameters: DocumentFilters.all + [
            sort.spec, view.spec, offset.spec, ListingParameters.after.spec, NoticeCode.parameter.spec,
        ],
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        var (query, mode, cookies) = try choice(request)
        let unknown = try await request.unknownNames {
            let known = try await DocumentFilters.knownQuery(request)
            (query.school, query.owner) = (known.school, known.owner)
        }
        var shown = try await read(query, mode, request)
        if let unknown { shown.notice = unknown }
        return try await request.page(DocumentListPage.page(shown), headers: cookies)
    }

    /// What the address asks for, or what was asked for last where it says nothing, and the cookies that keep it.
    static func choice(
        _ request: RouteRequest
    ) throws -> (DocumentQuery, DocumentListView.Mode, [(name: String, value: String)]) {
        var query = try DocumentFilters.query(request)
        let asked = try (sort: request[sort], mode: request[view])
        query.sort = asked.sort ?? request.kept(DocumentQuery.Sort.self, "compass-sort") ?? .newest
        let mode = asked.mode ?? request.kept(DocumentListView.Mode.self, "compass-view") ?? .grid
        var cookies: [(name: String, value: String)] = []
        if let sort = asked.sort { cookies.append(request.server.cookies.keeping("compass-sort", sort.rawValue)) }
        if let mode = asked.mode { cookies.append(request.server.cookies.keeping("compass-view", mode.rawValue)) }
        return (query, mode, cookies)
    }

    /// What was done just before; else that the privacy policy is to be accepted, as long as it is.
    private static func notice(_ request: RouteRequest) async throws -> Notice? {
        if let notice = try request.notice { return notice }
        guard let person = try request.actor.person else { return nil }
        let policy = try await request.server.legal.document(version: nil)
        let accepted = try await request.server.legal.acceptances(of: person).contains {
            $0.kind == policy.kind && $0.version == policy.version
        }
        if accepted { return nil }
        return Notice(
            kind: .warning, text: "Please read the privacy policy, and accept it.",
            action: "<a class=\"button\" href=\"\(PagePath.policy)\">Privacy Policy</a>")
    }

    private static func read(
        _ query: DocumentQuery, _ mode: DocumentListView.Mode, _ request: RouteRequest
    ) async throws -> DocumentListView {
        let catalog = request.workspace.catalog
        let owner = try request.visitor.owner
        let offset = try request[offset]
        let page = try await catalog.documents(
            query, limit: pageSize, after: try request[ListingParameters.after])
        // What is all on one page needs no other count.
        let counted =
            page.next == nil
            ? offset + page.items.count : try await catalog.count(query, atMost: maxCounted)
        return DocumentListView(
            query: query, mode: mode, documents: page.items,
            media: try await request.workspace.media(of: page.items), next: page.next, offset: offset,
            found: min(counted, max(maxCounted, offset + page.items.count)), isFoundMore: counted > maxCounted,
            statistics: try await catalog.statistics(owner: owner),
            schools: try await request.schoolNames, showsOwners: owner == nil,
            notice: try await notice(request))
    }
}

extension RouteRequest {
    /// The names of all schools.
    var schoolNames: SchoolNames {
        get async throws {
            var schools: [School] = []
            var cursor: String?
            repeat {
                let page = try await workspace.catalog.schools(limit: 5_000, after: cursor)
                schools += page.items
                cursor = page.next
            } while cursor != nil
            return SchoolNames(schools)
        }
    }

    /// What a cookie of this name keeps, if it is one of the words.
    func kept<Choice: RawRepresentable>(_ type: Choice.Type, _ name: String) -> Choice?
    where Choice.RawValue == String {
        Cookies.value(of: name, in: http.headers).flatMap { Choice(rawValue: $0) }
    }
}
