internal import Documents
internal import Pipelines
internal import Service
internal import Workspaces

/// The page of the runs.
enum RunListRoutes {
    static let all: [Route] = [list]

    private static let pageSize = 50
    private static let maxCounted = 100

    private static let origin = Parameter<String?>.optional("of", .id, "Only runs that continue this one.")
    private static let batch = Parameter<String?>.optional("batch", .id, "Only runs of this batch.")

    private static let list = Route(
        .get, "/runs", "showRuns", .pages, "Show the runs", access: .session,
        parameters: [
            RunRoutes.pipeline.spec, RunRoutes.statuses.spec, RunRoutes.owner.spec, origin.spec, batch.spec,
            ListingParameters.after.spec, NoticeCode.parameter.spec,
        ] + ListingParameters.period,
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        var query = RunQuery()
        query.pipeline = try request[RunRoutes.pipeline]
        query.statuses = try request[RunRoutes.statuses]
        query.origin = try request[origin]
        query.batch = try request[batch]
        query.owner = try request.visitor.owner ?? request[RunRoutes.owner]
        query.asked = try request.period
        let unknown = try await request.unknownNames {
            query.origin = try await request.knownRun(origin)
            query.batch = try await request.knownBatch(batch)
            query.pipeline = try await request.knownPipeline(RunRoutes.pipeline)
            query.owner = try await request.knownOwner(RunRoutes.owner)
        }
        var view = try await read(query, request)
        if let unknown { view.notice = unknown }
        return try await request.page(RunListPage.page(view))
    }

    private static func read(_ query: RunQuery, _ request: RouteRequest) async throws -> RunListView {
        let journal = request.workspace.journal
        let cursor = try request[ListingParameters.after]
        let page = try await journal.runs(query, limit: pageSize, after: cursor)
        var rows: [RunListView.Row] = []
        for run in page.items {
            let mayGoOn = [.failed, .rejected, .cancelled].contains(run.status)
            let next = mayGoOn ? try await request.workspace.continuation(of: run) : nil
            rows.append(
                RunListView.Row(run: run, continuation: next.flatMap { request.visitor.sees($0.owner) ? $0 : nil }))
        }
        let owner = try request.visitor.owner
        var going = RunQuery()
        going.statuses = [.running]
        going.owner = owner
        let running = try await journal.runs(going, limit: maxCounted, after: nil)
        var pipelines = request.server.service.pipelines.map(\.name)
        // One that is not there any more still has runs.
        if let asked = query.pipeline, owner == nil, !pipelines.contains(asked) { pipelines.append(asked) }
        return RunListView(
            query: query, rows: rows, next: page.next, isLaterPage: cursor != nil, running: running.items.count,
            isRunningMore: running.next != nil, pipelines: pipelines, showsOwners: owner == nil,
            notice: try request.notice)
    }
}
