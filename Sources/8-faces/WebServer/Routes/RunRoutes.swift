internal import Service
internal import Accounts
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// Runs: what is on record of them, and what may be done with them.
enum RunRoutes {
    static let all: [Route] = [list, start, show, items, retry, replay, cancel, resume]

    static let run = Parameter.path("run", .id, "The id of a run.")

    static let pipeline = Parameter<String?>.optional("pipeline", .id, "Only runs of this pipeline.")
    static let statuses = Parameter<[RunStatus]>.repeated("status", .choice, "Only runs with this status.")
    private static let origin = Parameter<String?>.optional("of", .id, "Only runs that continue this one.")
    private static let batch = Parameter<String?>.optional("batch", .id, "Only runs of this batch.")
    static let owner = Parameter<String?>.optional(
        "owner", .id, "Only runs of this owner. Owners see their own whatever they ask for.")

    private static let list = Route(
        .get, "/api/v1/runs", "listRuns", .runs, "List runs, newest first", access: .scope(.runsRead),
        parameters: [pipeline.spec, statuses.spec, origin.spec, batch.spec, owner.spec] + ListingParameters.timed,
        answers: [.json(Schemas.page("runs", .named("run")), "A page.")],
        examples: [
            RouteExample("All"), RouteExample("Those that failed", query: [("status", "failed")]),
            RouteExample("Those of an unknown pipeline", query: [("pipeline", "nothing")], status: 400),
            RouteExample("Those of a week", query: [("since", "7d"), ("until", "2026-03-08T00:00:00Z")]),
            RouteExample("A time that is none", query: [("since", "yesterday")], status: 400),
        ]
    ) { request in
        var query = RunQuery()
        query.pipeline = try await request.knownPipeline(pipeline)
        query.statuses = try request[statuses]
        query.origin = try await request.knownRun(origin)
        query.batch = try await request.knownBatch(batch)
        query.owner = try await request.knownOwner(owner)
        query.asked = try request.period
        let page = try await request.workspace.journal.runs(
            query, limit: try request[ListingParameters.limit], after: try request[ListingParameters.after])
        return .page("runs", page, \.record)
    }

    private static let name = BodyField.required(
        "pipeline", FieldKind<String>.text(maxLength: 200, minLength: 1), "The name of a pipeline that needs no file.")
    private static let inputs = BodyField<Record?>.optional("inputs", .inputs, "Values of the pipeline's inputs.")

    /// What a route answers that begins a run.
    static let begun = RouteAnswer.json(
        202,
        .object([
            .init("run", .text, "Its id; it is on record once it has begun."), .init("pipeline", .text, ""),
            .init("status", .choice(["queued"]), ""),
        ]), "It begins as soon as there is room.", headers: [("Location", "Of the run.")])

    private static let start = Route(
        .post, "/api/v1/runs", "startRun", .runs, "Run a pipeline that needs no file",
        discussion: "Files are uploaded, and run by the pipeline of their type.", access: .admin,
        body: .json([name.property, inputs.property]),
        answers: [begun, DocumentRoutes.problem(404, "There is no such pipeline.")],
        examples: [RouteExample("An unknown one", body: ["pipeline": "nothing"], status: 404)]
    ) { request in
        let pipeline = try request.server.service.pipeline(try request[name])
        if pipeline.batchSource != nil {
            throw Problem.refused(
                "Pipeline `\(pipeline.name)` runs over what its `source` says, by its schedule or by command.")
        }
        let arguments = try RunInputs.arguments(try request[inputs] ?? [:])
        let runs = try await request.workspace.requests(for: pipeline, files: [], arguments: arguments)
        guard let run = runs.first else {
            throw Problem.refused("Pipeline `\(pipeline.name)` has nothing to run.")
        }
        try await request.workspace.requireKnown([run.inputs], for: pipeline)
        return try await request.begin(run, of: pipeline, action: "runs.start")
    }

    private static let show = Route(
        .get, "/api/v1/runs/{run}", "showRun", .runs, "Show a run with all that is on record of it",
        discussion: """
            A run that was asked for, as the answer to a webhook or an upload names it, and that has not begun yet, has \
            `run`, `pipeline` and the `status` `queued` alone.
            """,
        access: .scope(.runsRead), parameters: [run.spec],
        answers: [.json(.dictionary(.any), "As `compass runs show --json` prints it.")],
        examples: [
            RouteExample("One", path: ["run": "{run}"]),
            RouteExample("An unknown one", path: ["run": "nothing"], status: 404),
        ]
    ) { request in
        let id = try request[run]
        switch try await request.knownRun(id) {
        case .queued(let pipeline, _):
            return .json(["run": .string(id), "pipeline": .string(pipeline), "status": "queued"])
        case .begun(let detail):
            return .json(detail.record(try await request.workspace.records(relatedTo: detail.run)))
        }
    }

    static let stage = Parameter.path("stage", .id, "The id of a stage with `for-each`.")
    static let afterItem = Parameter<Int?>.optional(
        "after", .integer(in: 0...Int(Int32.max)), "The `item` of the last element of the former page.")

    private static let items = Route(
        .get, "/api/v1/runs/{run}/stages/{stage}/items", "listRunItems", .runs,
        "List the elements of a stage with `for-each`", access: .scope(.runsRead),
        parameters: [run.spec, stage.spec, ListingParameters.limit.spec, afterItem.spec],
        answers: [
            .json(
                .object([
                    .init("items", .list(.named("stage")), ""),
                    .init("next", .nullable(.count), "What `after` takes for the next page; null: this is the last."),
                ]), "A page.")
        ],
        examples: [RouteExample("An unknown stage", path: ["run": "{run}", "stage": "nothing"], status: 404)]
    ) { request in
        let (_, _, page, next) = try await request.items(limit: try request[ListingParameters.limit])
        return .json(["items": page.json, "next": next.map { .integer(Int64($0)) } ?? .null])
    }

    private static let latest = BodyField.value(
        "with-latest", .boolean, standard: false, "Whether the pipeline is taken as it is now.")

    private static let retry = Route(
        .post, "/api/v1/runs/{run}/retry", "retryRun", .runs,
        "Continue a run that did not succeed, at the stage that failed", access: .scope(.runsWrite),
        parameters: [run.spec], body: .json([latest.property]), answers: [begun]
    ) { request in
        let id = try await request.run().run.id
        let continuation = try await RunContinuation.retry(
            of: id, withLatest: try request[latest], in: request.workspace, warnings: { _ in })
        return try await request.begin(continuation, action: "runs.retry")
    }

    private static let from = BodyField.required(
        "from", FieldKind<String>.text(maxLength: 200, minLength: 1), "The id of the first stage that runs again.")

    private static let replay = Route(
        .post, "/api/v1/runs/{run}/replay", "replayRun", .runs, "Run a finished run's stages again from one of them",
        access: .scope(.runsWrite), parameters: [run.spec], body: .json([from.property, latest.property]),
        answers: [begun]
    ) { request in
        let id = try await request.run().run.id
        let replay = try await RunReplay(
            of: id, withLatest: try request[latest], in: request.workspace, warnings: { _ in })
        return try await request.begin(try replay.continuation(from: try request[from]), action: "runs.replay")
    }

    private static let cancel = Route(
        .post, "/api/v1/runs/{run}/cancel", "cancelRun", .runs, "Cancel a running run",
        discussion:
            "What it did is undone. If its process does not react within ten seconds, the request stays on record.",
        access: .scope(.runsWrite), parameters: [run.spec],
        answers: [
            .json(200, .named("run"), "It has ended, as its status says."),
            .json(202, .named("run"), "Its process was asked to stop, and has not reacted yet."),
        ]
    ) { request in
        let detail = try await request.run()
        let id = detail.run.id
        let outcome = try await request.cancel(detail)
        switch outcome {
        case .ended(let run, let stages): return .json(run.record(stages: stages))
        case .hadEnded(let status): throw Problem.refused("Run \(id) had ended before: \(status.rawValue).")
        case .unresponsive: return .json(detail.run.record, status: 202)
        }
    }
}

extension RunRoutes {
    fileprivate static let resume = Route(
        .post, "/api/v1/runs/resume", "resumeRuns", .runs, "Resume runs that their processes have left",
        discussion: """
            The service looks for them now and then by itself; this has it look now. Each resumes at the stage where it \
            stopped; those of living processes are left alone.
            """,
        access: .admin,
        answers: [
            .json(202, .object([.init("status", .choice(["looking"]), "")]), "The service looks for them.")
        ],
        examples: [RouteExample("Now", status: 202)]
    ) { request in
        try await request.audited("runs.resume", .workspace) { request.server.service.resumeRuns() }
        return .json(["status": "looking"], status: 202)
    }
}

/// Inputs of a pipeline as JSON has them.
enum RunInputs {
    /// As a command line would give them, which the pipeline reads by its own types.
    ///
    /// - Throws: `Problem`
    static func arguments(_ inputs: Record) throws -> [String] {
        try inputs.map { entry in
            if entry.key.contains("=") {
                throw Problem.invalidRequest("`\(Printable.text(entry.key))` is no name of an input")
            }
            if let list = entry.value.list {
                // Commas would be read as borders of the list.
                if list.contains(where: { $0.text.contains(",") }) {
                    throw Problem.invalidRequest("an element of `\(Printable.text(entry.key))` has a comma")
                }
                return "\(entry.key)=\(list.map(\.text).joined(separator: ","))"
            }
            return "\(entry.key)=\(entry.value.text)"
        }
    }
}

extension RouteRequest {
    /// The run that the path names, if the visitor may see it.
    ///
    /// - Throws: `Problem` of kind `notFound`, the same whether it is not there or is somebody else's.
    func run() async throws -> RunDetail {
        let id = try self[RunRoutes.run]
        guard let detail = try await seenRun(id) else { throw Problem.noRun(id) }
        return detail
    }

    private func seenRun(_ id: String) async throws -> RunDetail? {
        try await workspace.journal.run(id).flatMap { visitor.sees($0.run.owner) ? $0 : nil }
    }

    /// A run that may be seen.
    enum KnownRun {
        /// It was asked for, and has not begun: the name of its pipeline, and what it waits for.
        case queued(String, AwaitedRun.Reason)
        case begun(RunDetail)
    }

    /// A run from the moment that its id is told.
    ///
    /// - Throws: `Problem` as `run()`.
    func knownRun(_ id: String) async throws -> KnownRun {
        if visitor.isAdmin, let pipeline = server.service.pipeline(ofQueued: id) { return .queued(pipeline, .turn) }
        if let detail = try await seenRun(id) { return .begun(detail) }
        let awaited = try await workspace.stores.awaitedRun(id, for: try visitor.owner) {
            Set(server.service.pipelines.map(\.name))
        }
        if let awaited { return .queued(awaited.pipeline, awaited.reason) }
        guard let detail = try await seenRun(id) else { throw Problem.noRun(id) }
        return .begun(detail)
    }

    /// A page of the elements of a stage with `for-each`, as the path names it.
    ///
    /// - Throws: `Problem` when the run or the stage is not there.
    func items(
        limit: Int
    ) async throws -> (detail: RunDetail, stage: StageRecord, items: [StageRecord], next: Int?) {
        let detail = try await run()
        let name = try self[RunRoutes.stage]
        guard let stage = detail.stages.first(where: { $0.id == name }) else {
            throw Problem(
                .notFound,
                "Run \(detail.run.id) has no stage `\(Printable.text(name))`; it has "
                    + detail.stages.map(\.id).joined(separator: ", ") + ".")
        }
        // One more, to know whether there is another page.
        let found = try await workspace.journal.items(
            ofRun: detail.run.id, position: stage.position, after: try self[RunRoutes.afterItem], limit: limit + 1)
        let page = Array(found.prefix(limit))
        return (detail, stage, page, found.count > limit ? page.last?.item : nil)
    }

    /// Ends a run that goes on; its process has ten seconds to react.
    func cancel(_ detail: RunDetail) async throws -> RunCancellation.Outcome {
        let service = server.service
        return try await audited("runs.cancel", .run(detail.run.id)) {
            try await RunCancellation(workspace: workspace, report: { service.observe($0) })
                .cancel(detail.run.id, within: .seconds(10), isForced: false)
        }
    }

    /// Has a continuation of a run begin, and settles what the former one holds once it has ended.
    ///
    /// - Returns: the new run's id.
    func start(_ continuation: RunContinuation, action: String) async throws -> String {
        let request = try await continuation.request()
        let service = server.service
        return try await start(request, of: continuation.pipeline, action: action, origin: continuation.origin.run.id) {
            result in
            guard let result, !result.isAbandoned else { return }
            do {
                try await continuation.settle()
            } catch {
                service.observe(.notCleared(result, error))
            }
        }
    }

    /// Has a run begin.
    ///
    /// - Parameter origin: the run that it goes on from, which the audit tells.
    /// - Returns: its id.
    private func start(
        _ request: RunRequest, of pipeline: Pipeline, action: String, origin: String? = nil,
        ended: @escaping @Sendable (RunResult?) async -> Void = { _ in }
    ) async throws -> String {
        let id = Identifier.run()
        return try await audited(
            action, .run(origin ?? id), detail: origin == nil ? pipeline.name : id
        ) {
            try server.service.begin(request.identified(as: id), of: pipeline, ended: ended)
        }
    }

    /// The same, as the API answers it.
    func begin(_ request: RunRequest, of pipeline: Pipeline, action: String) async throws -> Answer {
        Self.begun(try await start(request, of: pipeline, action: action), of: pipeline)
    }

    func begin(_ continuation: RunContinuation, action: String) async throws -> Answer {
        Self.begun(try await start(continuation, action: action), of: continuation.pipeline)
    }

    static func begun(_ id: String, of pipeline: Pipeline) -> Answer {
        .json(
            ["run": .string(id), "pipeline": .string(pipeline.name), "status": "queued"], status: 202,
            headers: [("Location", "/api/v1/runs/\(id)")])
    }
}
