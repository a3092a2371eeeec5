internal import Documents
internal import Pipelines
internal import Workspaces

/// The page of the quarantine, and that of a file in it.
enum QuarantineListRoutes {
    static let all: [Route] = [list, show]

    private static let pageSize = 50
    /// So many files of a group are shown with it, and so many groups have theirs.
    private static let examples = 5
    private static let maxGroups = 60

    static let selection = [QuarantineRoutes.pipeline.spec, QuarantineRoutes.stage.spec, QuarantineRoutes.kind.spec]

    private static let list = Route(
        .get, "/quarantine", "showQuarantine", .pages, "Show the quarantine", access: .session,
        parameters: selection + [
            QuarantineRoutes.every.spec, ListingParameters.after.spec, NoticeCode.parameter.spec,
        ] + ListingParameters.period,
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let selection = try request.quarantineSelection
        let showsAll = try request[QuarantineRoutes.every]
        var view = QuarantineView(
            groups: [], selection: selection, made: try request.period, showsAll: showsAll,
            isAdmin: request.visitor.isAdmin, notice: try request.notice)
        let quarantine = request.workspace.quarantine
        var query = QuarantineQuery()
        query.owner = try request.visitor.owner
        query.made = view.made
        // What can be done with a group is done with all of it, so a part of one is shown as a list.
        if showsAll || !selection.isEmpty || !view.made.isAll {
            query.state = showsAll ? nil : .held
            (query.pipeline, query.stage, query.kind) = (selection.pipeline, selection.stage, selection.kind)
            let page = try await quarantine.quarantined(
                query, limit: pageSize, after: try request[ListingParameters.after])
            (view.entries, view.next) = (page.items, page.next)
        } else {
            for group in try await quarantine.quarantineGroups(query).prefix(maxGroups) {
                (query.pipeline, query.stage, query.kind) = (group.pipeline, group.stage, group.kind)
                let newest = try await quarantine.quarantined(query, limit: examples, after: nil).items
                view.groups.append(QuarantineView.Group(group: group, newest: newest))
            }
        }
        if let unknown = try await request.unknownNames({
            _ = try await request.knownPipeline(QuarantineRoutes.pipeline)
            if selection.stage?.isEmpty != true { _ = try await request.knownStage(QuarantineRoutes.stage) }
            _ = try await request.knownReason(QuarantineRoutes.kind)
        }) {
            view.notice = unknown
        }
        return try await request.page(QuarantinePage.page(view))
    }

    private static let show = Route(
        .get, "/quarantine/{entry}", "showQuarantinePage", .pages, "Show a file in quarantine", access: .session,
        parameters: [QuarantineRoutes.entry.spec, NoticeCode.parameter.spec],
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let entry = try await request.entry()
        let run = try await request.workspace.journal.run(entry.run)?.run
        return try await request.page(
            EntryPage.page(entry, run: run, isAdmin: request.visitor.isAdmin, notice: try request.notice))
    }
}

extension RouteRequest {
    /// Which files the address is about.
    var quarantineSelection: QuarantineView.Selection {
        get throws {
            QuarantineView.Selection(
                pipeline: try self[QuarantineRoutes.pipeline],
                stage: try self[QuarantineRoutes.stage].map { $0 == QuarantineView.Selection.noStage ? "" : $0 },
                kind: try self[QuarantineRoutes.kind])
        }
    }
}
