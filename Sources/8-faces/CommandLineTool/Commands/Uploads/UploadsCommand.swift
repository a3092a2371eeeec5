internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass uploads`: files that are sent in pieces.
enum UploadsCommand {
    static let command = Command(
        group: "uploads", "Add files as a page would, and see and finish what is being sent",
        [
            UploadsList.command, UploadsAdd.command.alsoCalled("import"), UploadsResume.command, UploadsRemove.command,
        ])

    static let pool = WorkerPool(name: "upload", width: 2)
}

extension CommandContext {
    func uploads(_ workspace: Workspace) -> Uploads {
        Uploads(workspace, folder: workspace.uploadFolder, pool: UploadsCommand.pool)
    }
}

/// `compass uploads list`
enum UploadsList {
    private static let owner = CommandOption<String?>.optional(
        "owner", "ID", .word(completedBy: .people), "Only uploads of this person.")
    private static let state = CommandOption<UploadRecord.State?>.optional(
        "state", "STATE", .choice, "Only uploads in this state.")

    static let command = Command(
        "list", "List uploads, newest first",
        discussion: "An upload that has ended, or was given up, is remembered for a day.",
        options: [owner.spec, state.spec] + ListingOptions.timed
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let query = UploadQuery(owner: try await context.owner(owner, in: workspace), state: context[state])
        try await context.pages(time: \.upload.createdAt) { limit, after in
            try await context.uploads(workspace).list(
                query, limit: limit, after: after)
        } show: { page, isFirst in
            let ids = try await context.shownIDs(page.items.map(\.upload.id), of: .upload, in: workspace)
            let shown = Dictionary(zip(page.items.map(\.upload.id), ids)) { $1 }
            let runs = page.items.compactMap(\.upload.run)
            let shownRuns = Dictionary(zip(runs, try await context.shownIDs(runs, of: .run, in: workspace))) { $1 }
            try Listing(
                page: page, record: \.record,
                columns: [
                    .text("ID"), .main("NAME"), .text("TYPE").leftOut(3), .text("OWNER").leftOut(2),
                    .number("SIZE").leftOut(4), .number("THERE").leftOut(5), .text("STATE"), .text("RUN").leftOut(1),
                ],
                cells: {
                    [
                        shown[$0.upload.id] ?? $0.upload.id, $0.upload.name, $0.upload.type.rawValue, $0.upload.owner,
                        HumanFormat.size($0.upload.length), HumanFormat.size($0.offset), $0.upload.state.rawValue,
                        $0.upload.run.map { shownRuns[$0] ?? $0 } ?? "",
                    ]
                }, emptyText: context[ListingOptions.after] == nil ? "No uploads" : "No more uploads", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

/// `compass uploads remove ID`
enum UploadsRemove {
    private static let ids = Positional<[String]>.many(
        "ID", .word(completedBy: .uploads), "The upload's id, as `uploads list` shows it, or the beginning of one.",
        minimum: 1)

    static let command = Command(
        "remove", "Give uploads up, and remove their bytes",
        discussion: "One that has all its bytes is a run's by then: `compass runs cancel` ends that.",
        positionals: [ids.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        let ids = try await context.ids(ids, of: .upload, in: workspace)
        for (id, shown) in zip(ids, try await context.shownIDs(ids, of: .upload, in: workspace)) {
            try await workspace.audited(context.actor, "uploads.end", .upload(id)) {
                try await context.uploads(workspace).terminate(id, of: nil)
            }
            try context.streams.print("Removed upload \(shown).")
        }
        return .success
    }
}
