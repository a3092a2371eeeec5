internal import Documents
internal import HTTPServer
internal import Platform

/// All that the page of the documents shows.
struct DocumentListView: Sendable {
    enum Mode: String, CaseIterable, Sendable {
        case grid, list
    }

    var query: DocumentQuery
    var mode: Mode
    var documents: [DocumentVersion]
    /// What is known of their contents, by the keys of their objects.
    var media: [String: ObjectMedia] = [:]
    /// Where the next page starts; nil: this is the last.
    var next: String?
    /// How many documents stand before those of this page.
    var offset: Int
    /// That the filters let through, and whether there are more than were counted.
    var found: Int
    var isFoundMore: Bool
    var statistics: DocumentStatistics
    /// All that there are, by id.
    var schools: SchoolNames
    /// Whether documents of several owners may be seen.
    var showsOwners: Bool
    var notice: Notice?

    /// How many filters are on; the order is none, and the search has a field of its own.
    var activeFilters: Int {
        query.types.count + (query.school == nil ? 0 : 1) + (query.shared == nil ? 0 : 1)
            + (showsOwners && query.owner != nil ? 1 : 0) + query.made.parts.count
    }

    var isFiltered: Bool { activeFilters > 0 || query.search?.isEmpty == false }

    /// The address of this list, with some of it changed.
    func path(after cursor: String? = nil, offset: Int = 0, _ change: (inout DocumentQuery) -> Void = { _ in })
        -> String
    {
        var query = query
        change(&query)
        return PagePath.with(
            PagePath.documents,
            Self.parts(query, showsOwners: showsOwners)
                + [("after", cursor), ("offset", offset > 0 ? "\(offset)" : nil)])
    }

    /// Addresses that carry this list on.
    var paths: DocumentPaths { DocumentPaths(list: Self.parts(query, showsOwners: showsOwners)) }

    /// The query of a list as an address has it.
    static func parts(_ query: DocumentQuery, showsOwners: Bool) -> [(String, String?)] {
        query.types.map { ("type", Optional($0.rawValue)) } + [
            ("school", query.school), ("shared", query.shared.map { $0 ? "true" : "false" }),
            ("owner", showsOwners ? query.owner : nil), ("search", query.search),
            ("trashed", query.trashed ? "true" : nil),
            ("sort", query.sort == .newest ? nil : query.sort.rawValue),
        ] + query.made.parts
    }
}

/// The names of schools by their ids.
struct SchoolNames: Sendable {
    /// By name.
    let all: [School]
    private let byID: [String: String]

    init(_ schools: [School]) {
        all = schools.map { ($0.name.sortKey, $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
        byID = Dictionary(schools.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// The name; the id of a school that is not in the list.
    subscript(id: String) -> String { byID[id] ?? id }
}

extension DocumentQuery.Sort {
    var label: String {
        switch self {
        case .newest: "Newest"
        case .oldest: "Oldest"
        case .name: "Name"
        case .type: "Type"
        case .shares: "Most shared"
        }
    }
}
