internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// The page of a run, and that of its elements.
enum RunPageRoutes {
    static let all: [Route] = [show, items]

    private static let shownItems = 10
    private static let itemsPerPage = 100

    private static let show = Route(
        .get, "/runs/{run}", "showRunPage", .pages, "Show a run", access: .session,
        parameters: [RunRoutes.run.spec, NoticeCode.parameter.spec],
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let id = try request[RunRoutes.run]
        switch try await request.knownRun(id) {
        case .queued(let pipeline, let reason):
            return try await request.page(RunPage.queued(id, pipeline: pipeline, reason))
        case .begun(let detail): return try await request.page(RunPage.page(try await request.runView(detail)))
        }
    }

    private static let items = Route(
        .get, "/runs/{run}/stages/{stage}", "showRunItems", .pages, "Show the elements of a stage", access: .session,
        parameters: [RunRoutes.run.spec, RunRoutes.stage.spec, RunRoutes.afterItem.spec],
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let (detail, stage, items, next) = try await request.items(limit: itemsPerPage)
        return try await request.page(
            StageCards.page(
                detail, stage, items: items, next: next, isLaterPage: try request[RunRoutes.afterItem] != nil))
    }

    /// The first elements of stages with `for-each`.
    fileprivate static func firstItems(
        of detail: RunDetail, _ pipeline: Pipeline?, in workspace: Workspace
    ) async throws -> [String: [StageRecord]] {
        var found: [String: [StageRecord]] = [:]
        for stage in detail.stages where pipeline?.stage(stage.id)?.loop != nil {
            found[stage.id] = try await workspace.journal.items(
                ofRun: detail.run.id, position: stage.position, after: nil, limit: shownItems)
        }
        return found
    }
}

extension RouteRequest {
    /// All that the page of a run shows.
    func runView(_ detail: RunDetail) async throws -> RunView {
        let run = detail.run
        let pipeline = try await pinned(detail)
        let visitor = visitor
        let hasEnded = [.failed, .rejected, .cancelled].contains(run.status)
        let next = hasEnded ? try await workspace.continuation(of: run) : nil
        return RunView(
            detail: detail, pipeline: pipeline,
            current: server.service.pipelines.first { $0.name == run.pipeline },
            timeline: RunTimeline(detail, pipeline: pipeline, now: .now()),
            attempts: try await workspace.attempts(of: run).filter { visitor.sees($0.owner) },
            continuation: next.flatMap { visitor.sees($0.owner) ? $0 : nil },
            quarantined: try await workspace.records(relatedTo: run).quarantined,
            items: try await RunPageRoutes.firstItems(of: detail, pipeline, in: workspace), isAdmin: visitor.isAdmin,
            notice: route.method == .get ? try notice : nil)
    }

    /// The definition that a run is pinned to; nil: it cannot be read any more.
    func pinned(_ detail: RunDetail) async throws -> Pipeline? {
        do {
            return try await workspace.pipeline(pinnedFor: detail)
        } catch let error where error is InvalidFiles || error is Problem {
            return nil
        }
    }
}
