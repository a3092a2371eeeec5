internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents list`
enum DocumentsList {
    private static let types = CommandOption<[DocumentType]>.repeated(
        "type", short: "t", "TYPE", .choice, "Only documents of this type.")
    private static let school = CommandOption<String?>.optional(
        "school", "SCHOOL", .word(completedBy: .schools),
        "Only documents that are shared with this school, or about it; its id or name.")
    private static let shared = CommandOption.flag("shared", "Only documents that are shared with a school.")
    private static let notShared = CommandOption.flag("not-shared", "Only documents that are shared with no school.")
    private static let owner = CommandOption<String?>.optional(
        "owner", "ID", .word(completedBy: .people), "Only documents of this owner.")
    private static let search = CommandOption<String?>.optional(
        "search", short: "s", "WORDS", .text,
        "Only documents with these words in title or description; the last one may be unfinished.")
    private static let trashed = CommandOption.flag("trashed", "What lies in the trash, instead of what does not.")
    private static let sort = CommandOption<DocumentQuery.Sort>.value(
        "sort", "ORDER", .choice, "The order.", standard: .newest, shown: "newest")

    static let command = Command(
        "list", "List documents, each by its current version",
        examples: ["documents list --type transcript --shared", "documents list --search 'fresh high' --sort name"],
        options: [
            types.spec, school.spec, shared.spec, notShared.spec, owner.spec, search.spec, trashed.spec, sort.spec,
        ] + ListingOptions.timed
    ) { context in
        if context[shared], context[notShared] {
            throw context.usageError("`--shared` and `--not-shared` exclude each other")
        }
        var query = DocumentQuery()
        query.types = context[types]
        query.shared = context[shared] ? true : context[notShared] ? false : nil
        query.search = context[search]
        query.trashed = context[trashed]
        query.sort = context[sort]
        let workspace = try await context.readOnlyWorkspace()
        query.made = try context.period
        query.owner = try await context.owner(owner, in: workspace)
        let catalog = workspace.catalog
        if let name = context[school] { query.school = try await SchoolNames.known(name, in: catalog) }
        try await context.pages { limit, after in
            try await catalog.documents(
                query, limit: limit, after: after)
        } show: { page, isFirst in
            let shown = try await context.shownIDs(of: page.items, in: workspace)
            let shortID = Dictionary(zip(page.items.map(\.id), shown)) { $1 }
            let hasOwners = Set(page.items.map(\.owner)).count > 1
            let columns: [(column: Table.Column, cell: (DocumentVersion) -> String)] = [
                (.text("ID"), { shortID[$0.id] ?? $0.id }), (.main("TITLE"), \.title),
                (.flexible("TYPE").leftOut(3), \.type.label), (.number("V").leftOut(4), { "\($0.number)" }),
                (.flexible("OWNER").leftOut(5), \.owner), (.flexible("SHARED").leftOut(2), schools),
                (.text("UPLOADED").leftOut(1), { context.streams.times.day($0.createdAt) }),
            ].filter { hasOwners || $0.column.title != "OWNER" }
            try Listing(
                page: page, record: \.record, columns: columns.map(\.column),
                cells: { version in columns.map { $0.cell(version) } },
                emptyText: emptyText(query, after: context[ListingOptions.after]), isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }

    /// The one school that it is shared with, or how many.
    private static func schools(_ version: DocumentVersion) -> String {
        switch version.sharedWith.count {
        case 0: ""
        case 1: version.sharedWith[0]
        default: "\(version.sharedWith.count) schools"
        }
    }

    /// The words of the documents' page where nothing is stored at all.
    private static func emptyText(_ query: DocumentQuery, after cursor: String?) -> String {
        if cursor != nil { return "No more documents" }
        var trash = DocumentQuery()
        trash.sort = query.sort
        if query == trash {
            return """
                No documents yet
                Upload videos, transcripts, and other documents to share with coaches: compass run PIPELINE FILE
                """
        }
        trash.trashed = true
        return query == trash ? "The trash is empty" : "No documents match"
    }
}
