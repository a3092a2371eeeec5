internal import Service
internal import Accounts
internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// The pipelines of the workspace, and what they may be made of.
enum PipelineRoutes {
    static let all: [Route] = [list, show, lint, stages, stage, channels, stores]

    static let pipeline = Parameter.path("pipeline", .id, "The name of a pipeline.")

    private static let shape = Schema.object(
        [
            .init("name", .text, ""), .init("description", .nullable(.text), ""), .init("file", .text, ""),
            .init("definition", .text, "The SHA-256 of its text."), .init("inputs", .list(.dictionary(.any)), ""),
            .init("stages", .list(.dictionary(.any)), "In order; groups have `stages` of their own."),
        ], additional: true)

    private static let list = Route(
        .get, "/api/v1/pipelines", "listPipelines", .pipelines, "List the pipelines of the workspace",
        access: .scope(.runsRead), answers: [.json(.object([.init("pipelines", .list(shape), "")]), "All of them.")],
        examples: [RouteExample("All")]
    ) { request in
        .json(["pipelines": request.server.service.pipelines.json])
    }

    private static let show = Route(
        .get, "/api/v1/pipelines/{pipeline}", "showPipeline", .pipelines, "Show a pipeline with its graph",
        access: .scope(.runsRead), parameters: [pipeline.spec],
        answers: [.json(shape, "To admins with `source`, its text.")],
        examples: [
            RouteExample("One", path: ["pipeline": "{pipeline}"]),
            RouteExample("An unknown one", path: ["pipeline": "nothing"], status: 404),
        ]
    ) { request in
        let found = try request.server.service.pipeline(try request[pipeline])
        var record = found.record
        // As its page, which shows what it does outside: addresses, programs, folders.
        if request.visitor.isAdmin { record["source"] = .string(found.source) }
        return .json(record)
    }

    /// Larger files are refused by lint as well.
    private static let maxSize = 1 << 20

    private static let lint = Route(
        .post, "/api/v1/pipelines/lint", "lintPipeline", .pipelines, "Check the text of a pipeline",
        discussion: "With the rules of `compass lint`; nothing is stored.", access: .scope(.runsRead),
        body: .text(mediaType: "application/yaml", maxSize: maxSize),
        answers: [
            .json(
                .object([
                    .init("valid", .boolean, "Whether it would be run."),
                    .init("issues", .list(.dictionary(.any)), "As `compass lint --format json` prints them."),
                ]), "What was found.")
        ]
    ) { request in
        let bytes = try await request.text(
            atMost: maxSize, of: ["application/yaml", "application/x-yaml", "text/yaml", "text/plain"])
        let registry = request.workspace.registry
        let context = request.workspace.lint
        let (found, issues) = PipelineLoader.load(bytes, file: "pipeline.yaml", registry: registry, context: context)
        return .json([
            "valid": .boolean(found != nil && !issues.hasErrors),
            "issues": .list(issues.sorted.map { .record(IssueFormat.record($0)) }),
        ])
    }

    static let type = Parameter.path("stage", .id, "The name of a stage type.")

    private static let stages = Route(
        .get, "/api/v1/stages", "listStages", .stages, "List the stage types that pipelines may use",
        access: .scope(.runsRead),
        answers: [
            .json(.object([.init("stages", .list(.dictionary(.any)), "")]), "As `compass stages --json` prints them.")
        ],
        examples: [RouteExample("All")]
    ) { request in
        .json(["stages": .list(request.workspace.registry.all.map { StageReference.value($0) })])
    }

    private static let stage = Route(
        .get, "/api/v1/stages/{stage}", "showStage", .stages, "Explain a stage type", access: .scope(.runsRead),
        parameters: [type.spec], answers: [.json(.dictionary(.any), "As `compass stages --json` prints it.")],
        examples: [
            RouteExample("One", path: ["stage": "size-check"]),
            RouteExample("An unknown one", path: ["stage": "nothing"], status: 404),
        ]
    ) { request in
        .value(StageReference.value(try stageType(request)))
    }

    /// The stage type that the path names.
    static func stageType(_ request: RouteRequest) throws -> StageType {
        let name = try request[type]
        let registry = request.workspace.registry
        guard let found = registry[name] else {
            if let reason = registry.refused[name] {
                throw Problem(.notFound, "Stage type `\(Printable.text(name))` cannot be used: \(reason).")
            }
            throw Problem(.notFound, "There is no stage type `\(Printable.text(name))`.")
        }
        return found
    }

    private static let channels = Route(
        .get, "/api/v1/channels", "listChannelTypes", .stages, "List the ways to deliver notifications",
        access: .scope(.runsRead),
        answers: [
            .json(
                .object([.init("channels", .list(.dictionary(.any)), "")]), "As `compass channels --json` prints them.")
        ],
        examples: [RouteExample("All")]
    ) { request in
        .json(["channels": .list(request.workspace.registry.channels.all.map { PartReference.value($0) })])
    }

    private static let stores = Route(
        .get, "/api/v1/stores", "listStoreTypes", .stages, "List the kinds of object stores",
        access: .scope(.runsRead),
        answers: [
            .json(.object([.init("stores", .list(.dictionary(.any)), "")]), "As `compass stores --json` prints them.")
        ],
        examples: [RouteExample("All")]
    ) { request in
        .json(["stores": .list(request.workspace.registry.objectStores.all.map { PartReference.value($0) })])
    }
}
