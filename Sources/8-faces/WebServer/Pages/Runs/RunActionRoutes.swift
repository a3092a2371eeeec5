internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Trials
internal import Workspaces

/// What is done with a run: it is cancelled, retried, replayed, or asked what it would be now.
enum RunActionRoutes {
    static let all: [Route] = [retry, askReplay, replay, askCancel, cancel, whatIf]

    private static let page = RouteAnswer.content(200, "text/html", "The page.")
    private static let sent = RouteAnswer.empty(303, "Done.", headers: [("Location", "Of the page of a run.")])
    private static let latest = FormField.checkbox("latest", "Whether the pipeline is taken as it is now.")

    private static let retry = Route(
        .post, "/runs/{run}/retry", "retryRunByPage", .pages, "Retry a run at the stage that failed", access: .session,
        parameters: [RunRoutes.run.spec], body: .form([latest.spec]), answers: [sent]
    ) { request in
        let detail = try await request.run()
        do {
            return try await request.following(from: detail.run.id) {
                let continuation = try await RunContinuation.retry(
                    of: detail.run.id, withLatest: try request[latest], in: request.workspace, warnings: { _ in })
                return try await request.start(continuation, action: "runs.retry")
            }
        } catch let problem as Problem where problem.kind != .notFound {
            return try await request.runPage(detail, problem)
        }
    }

    // MARK: Replay

    private static let from = FormField.required("from", .id, "The id of the first stage that runs again.")

    private static let askReplay = Route(
        .get, "/runs/{run}/replay", "askReplayRun", .pages, "Choose where a run is replayed from", access: .session,
        parameters: [RunRoutes.run.spec], answers: [page]
    ) { request in
        try await request.page(ReplayPage.page(try await request.replayView(try await request.run())))
    }

    private static let replay = Route(
        .post, "/runs/{run}/replay", "replayRunByPage", .pages, "Replay a run from a stage", access: .session,
        parameters: [RunRoutes.run.spec], body: .form([from.spec, latest.spec]), answers: [sent]
    ) { request in
        let detail = try await request.run()
        let (stage, isLatest) = (try request[from], try request[latest])
        do {
            return try await request.following(from: detail.run.id) {
                let replay = try await RunReplay(
                    of: detail.run.id, withLatest: isLatest, in: request.workspace, warnings: { _ in })
                return try await request.start(try replay.continuation(from: stage), action: "runs.replay")
            }
        } catch let problem as Problem where problem.kind != .notFound {
            var view = try await request.replayView(detail)
            view.form = FormValues(values: ["from": stage], problem: ReplayPage.text(problem))
            view.isLatest = isLatest
            return try await request.page(ReplayPage.page(view), status: 409)
        }
    }

    // MARK: Cancellation

    private static let askCancel = Route(
        .get, "/runs/{run}/cancel", "askCancelRun", .pages, "Ask whether a run is to be cancelled", access: .session,
        parameters: [RunRoutes.run.spec], answers: [page]
    ) { request in
        let detail = try await request.run()
        let run = detail.run
        let back = PagePath.run(run.id)
        return try await request.page(
            WebPage(
                "Cancel run", in: .runs,
                """
                <p class="back"><a href="\(back)">\(Icon.html("chevron-left")) \(RunWords.title(run))</a></p>
                <h1>Cancel run</h1>
                <div class="question"><p>End the run of \(run.pipeline) for “\(RunWords.title(run))” now?</p>
                <p class="quiet">What its stages have done so far is undone.</p>
                <div class="form-buttons"><a class="button" href="\(back)" data-cancel autofocus>Let it run</a>
                <form method="post" action="\(PagePath.run(run.id, "cancel"))"><button class="button button-danger">Cancel run</button></form>
                </div></div>
                """))
    }

    private static let cancel = Route(
        .post, "/runs/{run}/cancel", "cancelRunByPage", .pages, "Cancel a run", access: .session,
        parameters: [RunRoutes.run.spec], body: .form([]), answers: [sent]
    ) { request in
        let detail = try await request.run()
        switch try await request.cancel(detail) {
        case .ended(let run, _) where run.status == .cancelled:
            return .seeOther(PagePath.with(PagePath.run(run.id), [("done", NoticeCode.cancelled.rawValue)]))
        case .ended(let run, _): return .seeOther(PagePath.run(run.id))
        case .hadEnded(let status):
            return try await request.runPage(
                detail, Problem.refused("The run had ended before: \(status.rawValue)."))
        case .unresponsive:
            return .seeOther(PagePath.with(PagePath.run(detail.run.id), [("done", NoticeCode.cancelling.rawValue)]))
        }
    }

    // MARK: What would happen now

    private static let whatIf = Route(
        .get, "/runs/{run}/what-if", "showWhatIf", .pages, "Show what the pipeline as it is now would make of a run",
        access: .session, parameters: [RunRoutes.run.spec], answers: [page]
    ) { request in
        let detail = try await request.run()
        let run = detail.run
        guard [.succeeded, .rejected, .failed].contains(run.status) else {
            throw Problem.refused("Run \(run.id) has not come to an end that could be compared.")
        }
        let pipeline = try request.server.service.pipeline(run.pipeline)
        guard let place = request.server.rehearsals.enter(request.visitor) else {
            throw HTTPFailure(
                .unavailable, "Other runs are being compared just now. Try again soon.",
                headers: [("Retry-After", "5")])
        }
        let workspace = request.workspace
        let folder = try WorkspaceFolder(workspace.root, registry: workspace.registry)
        let comparison = try await WhatIfEvaluation(workspace: workspace, folder: folder, pipeline: pipeline)
            .comparison(with: run)
        withExtendedLifetime(place) {}
        return try await request.page(WhatIfPage.page(detail, comparison, pipeline))
    }
}

extension RouteRequest {
    /// So long a page waits for a run that was asked for to begin, so that it can show it.
    private static let timeout = Duration.seconds(2)

    /// Begins a run and sends the browser on to it, or to the one that it goes on from while it waits for room.
    func following(from former: String, _ begin: () async throws -> String) async throws -> Answer {
        let events = server.service.events
        let last = events.last
        let id = try await begin()
        return .seeOther(
            try await path(to: id, begunAfter: last)
                ?? PagePath.with(
                    PagePath.run(former), [("done", NoticeCode.retried.rawValue)]))
    }

    /// The page of a run that was asked for, once it has begun; nil: it waits, and is nobody's to see yet.
    func path(to run: String, begunAfter last: Int64) async throws -> String? {
        let following = server.service.events.follow(after: last) { $0.run == run }
        _ = await following.next(atMost: Self.timeout)
        let isThere: Bool
        if visitor.isAdmin, server.service.pipeline(ofQueued: run) != nil {
            isThere = true
        } else {
            isThere = try await workspace.journal.run(run) != nil
        }
        return isThere ? PagePath.with(PagePath.run(run), [("done", NoticeCode.retried.rawValue)]) : nil
    }

    /// The page of a run, with why something was not done.
    func runPage(_ detail: RunDetail, _ problem: Problem) async throws -> Answer {
        var view = try await runView(detail)
        view.notice = Notice(kind: .problem, text: ReplayPage.text(problem))
        return try await page(RunPage.page(view), status: 409)
    }

    func replayView(_ detail: RunDetail) async throws -> ReplayView {
        ReplayView(
            detail: detail, pinned: try await pinned(detail),
            current: server.service.pipelines.first { $0.name == detail.run.pipeline })
    }
}
