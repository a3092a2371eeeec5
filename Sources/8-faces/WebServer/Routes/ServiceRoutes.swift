internal import Service
internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// The process itself: its health, its figures, its watched folders and its schedules.
enum ServiceRoutes {
    static let all: [Route] = [health, readiness, metrics, status, watches, upcoming, slots]

    private static let health = Route(
        .get, "/healthz", "showHealth", .service, "Say whether the process answers", access: .anyone,
        limit: .none,
        answers: [.json(.object([.init("status", .choice(["ok"]), "")]), "It does.")], examples: [RouteExample("Ask")]
    ) { _ in
        .json(["status": "ok"])
    }

    private static let readiness = Route(
        .get, "/readyz", "showReadiness", .service, "Say whether the process works",
        discussion: "While it starts or ends, or when its database cannot be read, the answer is 503.",
        access: .anyone, limit: .none,
        answers: [.json(.object([.init("status", .choice(["ready", "reloading"]), "")]), "It does.")],
        examples: [RouteExample("Ask")]
    ) { request in
        let state = request.server.service.report().state
        guard state == .ready || state == .reloading else {
            throw HTTPFailure(.unavailable, "The service is \(state.rawValue).", headers: [("Retry-After", "5")])
        }
        do {
            _ = try await request.workspace.catalog.schools(limit: 1, after: nil)
        } catch {
            throw HTTPFailure(.unavailable, "The database cannot be read.", headers: [("Retry-After", "5")])
        }
        return .json(["status": .string(state.rawValue)])
    }

    private static let metrics = Route(
        .get, "/metrics", "showMetrics", .service, "Show the figures of the process, as Prometheus reads them",
        access: .scope(.metrics),
        answers: [.content(200, "text/plain", "The text format of Prometheus, 0.0.4.")], examples: [RouteExample("All")]
    ) { request in
        Answer(
            status: 200,
            content: .text(
                Array((request.server.service.metrics + request.server.metrics).utf8),
                mediaType: "text/plain; version=0.0.4; charset=utf-8"))
    }

    private static let status = Route(
        .get, "/api/v1/status", "showStatus", .service, "Show what the process does",
        access: .admin,
        answers: [
            .json(
                .object([.init("things", .list(.dictionary(.any)), "Distinguished by `kind`.")]),
                "As `compass status --json` prints it.")
        ],
        examples: [RouteExample("All")]
    ) { request in
        .json(["things": .list(StatusRecords.running(request.server.service.report()).map { .record($0) })])
    }

    private static let watches = Route(
        .get, "/api/v1/watches", "listWatches", .watches, "List watched folders, what waits in them and why",
        access: .admin,
        answers: [
            .json(
                .object([
                    .init("watches", .list(.dictionary(.any)), "As `kind: watch` of `compass status --json`."),
                    .init("waiting", .list(.dictionary(.any)), "Files that are not finished, with the reason."),
                    .init("ignored", .list(.dictionary(.any)), "Files that are left alone, with the reason."),
                ]), "All of them.")
        ],
        examples: [RouteExample("All")]
    ) { request in
        let records = StatusRecords.running(request.server.service.report())
        func kind(_ word: String) -> Value { .list(records.filter { $0["kind"]?.string == word }.map { .record($0) }) }
        return .json(["watches": kind("watch"), "waiting": kind("waiting"), "ignored": kind("ignored")])
    }

    private static let upcoming = Route(
        .get, "/api/v1/schedules/next", "listUpcomingSlots", .schedules, "List when schedules fire next",
        access: .scope(.runsRead), parameters: [ListingParameters.limit.spec],
        answers: [
            .json(
                .object([.init("times", .list(.dictionary(.any)), "")]),
                "As `compass schedule next --json` prints them.")
        ],
        examples: [RouteExample("The next ten", query: [("limit", "10")])]
    ) { request in
        let selection = try ScheduleSelection(of: request.server.service.pipelines)
        let limit = try request[ListingParameters.limit]
        return .json(["times": selection.upcoming(after: .now()).prefix(limit).map(\.record).json])
    }

    private static let pipeline = Parameter<String?>.optional("pipeline", .id, "Only times of this pipeline.")

    private static let slots = Route(
        .get, "/api/v1/schedules/history", "listScheduledTimes", .schedules, "List past scheduled times, newest first",
        access: .admin, parameters: [pipeline.spec] + ListingParameters.timed,
        answers: [.json(Schemas.page("times", .dictionary(.any)), "A page.")], examples: [RouteExample("All")]
    ) { request in
        let pipeline = try await request.knownPipeline(pipeline)
        let page = try await request.page(by: \.at) { limit, cursor in
            try await request.workspace.schedules.slots(ofPipeline: pipeline, limit: limit, after: cursor)
        }
        return .page("times", page, \.record)
    }
}

extension Sequence where Element == Record {
    fileprivate var json: Value { .list(map { .record($0) }) }
}
