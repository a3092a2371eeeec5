internal import Diagnostics
internal import Service
internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// Runs that one trigger began. A batch may have runs of many owners, so only admins see them.
enum BatchRoutes {
    static let all: [Route] = [list, show, cancel]

    private static let batch = Parameter.path("batch", .id, "The id of a batch.")
    private static let pipeline = Parameter<String?>.optional("pipeline", .id, "Only batches of this pipeline.")

    private static let list = Route(
        .get, "/api/v1/batches", "listBatches", .batches, "List batches, newest first", access: .admin,
        parameters: [pipeline.spec] + ListingParameters.timed,
        answers: [.json(Schemas.page("batches", .named("batch")), "A page.")], examples: [RouteExample("All")]
    ) { request in
        let batches = request.workspace.batches
        let pipeline = try await request.knownPipeline(pipeline)
        let page = try await request.page(by: \.startedAt) { limit, cursor in
            try await batches.batches(ofPipeline: pipeline, limit: limit, after: cursor)
        }
        var summaries: [BatchSummary] = []
        for batch in page.items {
            summaries.append(BatchSummary(batch: batch, counts: try await batches.counts(ofBatch: batch.id)))
        }
        return .page("batches", Page(items: summaries, next: page.next), \.record)
    }

    private static let show = Route(
        .get, "/api/v1/batches/{batch}", "showBatch", .batches, "Show a batch", access: .admin,
        parameters: [batch.spec], answers: [.json(.named("batch"), "The batch.")],
        examples: [RouteExample("An unknown one", path: ["batch": "nothing"], status: 404)]
    ) { request in
        let found = try await found(request)
        return .json(
            BatchSummary(batch: found, counts: try await request.workspace.batches.counts(ofBatch: found.id)).record)
    }

    private static let cancel = Route(
        .post, "/api/v1/batches/{batch}/cancel", "cancelBatch", .batches, "Give a batch up for good",
        discussion: "No further item begins, and its runs are cancelled.", access: .admin, parameters: [batch.spec],
        answers: [
            .json(
                .extended("batch", [.init("unresponsive", .texts, "Runs whose processes have not reacted yet.")]),
                "The batch as it is now.")
        ],
        examples: [RouteExample("An unknown one", path: ["batch": "nothing"], status: 404)]
    ) { request in
        let id = try await found(request).id
        let service = request.server.service
        let outcome = try await request.audited("batches.cancel", .batch(id)) {
            try await BatchCancellation(workspace: request.workspace, observe: { service.observe($0) })
                .cancel(id, within: .seconds(10))
        }
        var record = outcome.summary.record
        record["unresponsive"] = .list(outcome.unresponsive.map(Value.string))
        return .json(record)
    }

    private static func found(_ request: RouteRequest) async throws -> BatchRecord {
        let id = try request[batch]
        guard let found = try await request.workspace.batches.batch(id) else {
            throw Problem.noBatch(id)
        }
        return found
    }
}
