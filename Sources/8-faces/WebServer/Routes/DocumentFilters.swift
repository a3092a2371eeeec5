internal import Documents
internal import Platform

/// What lists of documents may be narrowed to, in the API as in the pages.
enum DocumentFilters {
    static let types = Parameter<[DocumentType]>.repeated("type", .choice, "Only documents of this type.")
    static let school = Parameter<String?>.optional(
        "school", .id, "Only documents that are shared with this school, or about it; its id or name.")
    static let shared = Parameter<Bool?>.optional(
        "shared", .boolean, "true: only those shared with a school; false: only the others.")
    static let owner = Parameter<String?>.optional(
        "owner", .id, "Only documents of this owner. Owners see their own whatever they ask for.")
    static let search = Parameter<String?>.optional(
        "search", .text(maxLength: 500),
        "Only documents with these words in title or description; the last one may be unfinished.")
    static let trashed = Parameter.value(
        "trashed", .boolean, standard: false, shown: false, "What lies in the trash, instead of what does not.")
    static let sort = Parameter<DocumentQuery.Sort>.value(
        "sort", .choice, standard: .newest, shown: "newest", "The order.")

    /// Without the order.
    static let all =
        [types.spec, school.spec, shared.spec, owner.spec, search.spec, trashed.spec] + ListingParameters.period

    /// What a request asks for, of what its visitor may see. Names may be anything: pages carry them on.
    static func query(_ request: RouteRequest) throws -> DocumentQuery {
        var query = DocumentQuery()
        query.types = try request[types]
        query.school = try request[school]
        query.shared = try request[shared]
        query.owner = try request.visitor.owner ?? request[owner]
        query.search = try request[search]
        query.trashed = try request[trashed]
        query.made = try request.period
        return query
    }

    /// The same, where every name is one that there is.
    ///
    /// - Throws: `Problem`, as `RouteRequest.knownOwner`.
    static func knownQuery(_ request: RouteRequest) async throws -> DocumentQuery {
        var query = try query(request)
        query.school = try await request.knownSchool(school)
        query.owner = try await request.knownOwner(owner)
        return query
    }
}
