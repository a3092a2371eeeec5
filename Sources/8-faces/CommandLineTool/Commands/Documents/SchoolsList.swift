internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass schools list`
enum SchoolsList {
    static let command = Command(
        "list", "List the schools by their ids", options: ListingOptions.all
    ) { context in
        let page = try await context.readOnlyWorkspace().catalog.schools(
            limit: context[ListingOptions.limit], after: context[ListingOptions.after])
        try Listing(
            page: page, record: \.record, columns: [.text("ID"), .flexible("NAME")], cells: { [$0.id, $0.name] },
            emptyText: "No schools yet: compass schools add ID NAME, or compass schools import FILE"
        ).print(json: context[ListingOptions.json], on: context.streams)
        return .success
    }
}
