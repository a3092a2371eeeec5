internal import Diagnostics
internal import Documents
internal import HTTPServer
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// The pages of the pipelines and of what they are made of.
enum PipelinePageRoutes {
    static let all: [Route] = [list, show, check, stages, stage]

    private static let list = Route(
        .get, "/pipelines", "showPipelines", .pages, "Show the pipelines", access: .admin,
        answers: [.content(200, "text/html", "The page.")], examples: [RouteExample("All")]
    ) { request in
        try await request.page(PipelineListPage.page(try await request.pipelineViews()))
    }

    private static let show = Route(
        .get, "/pipelines/{pipeline}", "showPipelinePage", .pages, "Show a pipeline", access: .admin,
        parameters: [PipelineRoutes.pipeline.spec], answers: [.content(200, "text/html", "The page.")],
        examples: [
            RouteExample("One", path: ["pipeline": "{pipeline}"]),
            RouteExample("An unknown one", path: ["pipeline": "nothing"], status: 404),
        ]
    ) { request in
        let view = try await request.pipelineView(try request[PipelineRoutes.pipeline])
        return try await request.page(PipelinePage.page(view, tried: nil, stages: request.types(of: view)))
    }

    private static let text = FormField.required("text", .lines(maxLength: 1 << 20), "What was typed.")

    /// What a script does while one types, for those who have none.
    private static let check = Route(
        .post, "/pipelines/{pipeline}/check", "checkPipelineText", .pages, "Check a text, and store nothing",
        access: .admin, parameters: [PipelineRoutes.pipeline.spec], body: .form([text.spec]),
        answers: [.content(200, "text/html", "The page, with what was found.")],
        again: FormAgain([text.spec.name]) { request, form in
            var page = try await tried(form.text(text.spec.name), request)
            page.notice = (form.problem ?? form.errors[text.spec.name]).map { Notice(kind: .warning, text: $0) }
            return page
        }
    ) { request in
        try await request.page(try await tried(try request[text], request))
    }

    private static func tried(_ text: String, _ request: RouteRequest) async throws -> WebPage {
        let view = try await request.pipelineView(try request[PipelineRoutes.pipeline])
        let tried = request.workspace.check(Array(text.utf8), as: "\(view.name).yaml")
        return PipelinePage.page(view, tried: tried, stages: request.types(of: view))
    }

    private static let stages = Route(
        .get, "/stages", "showStages", .pages, "Show what pipelines may be made of", access: .admin,
        answers: [.content(200, "text/html", "The page.")], examples: [RouteExample("All")]
    ) { request in
        try await request.page(StagePage.list(request.workspace.registry.all))
    }

    private static let stage = Route(
        .get, "/stages/{stage}", "showStagePage", .pages, "Explain a stage type", access: .admin,
        parameters: [PipelineRoutes.type.spec], answers: [.content(200, "text/html", "The page.")],
        examples: [
            RouteExample("One", path: ["stage": "size-check"]),
            RouteExample("An unknown one", path: ["stage": "nothing"], status: 404),
        ]
    ) { request in
        let found = try PipelineRoutes.stageType(request)
        let pipelines = request.server.service.pipelines.filter { pipeline in
            pipeline.allStages.contains { $0.spec.name == found.spec.name || $0.undo?.spec.name == found.spec.name }
        }
        return try await request.page(StagePage.page(found, usedBy: pipelines.map(\.name)))
    }
}

extension RouteRequest {
    /// All pipelines: those that the process works with, and those whose files it refuses.
    fileprivate func pipelineViews() async throws -> [PipelineView] {
        let loaded = server.service.pipelines
        let files = try await workspace.pipelineFiles()
        var views = loaded.map { pipeline in
            PipelineView(loaded: pipeline, file: files.first { $0.file == pipeline.file }, uploads: [], runs: [])
        }
        let known = Set(loaded.map(\.file))
        views += files.filter { !known.contains($0.file) }
            .map { PipelineView(loaded: nil, file: $0, uploads: [], runs: []) }
        views.sort { $0.name < $1.name }
        for index in views.indices {
            var query = RunQuery()
            query.pipeline = views[index].name
            views[index].runs = try await workspace.journal.runs(query, limit: RunBars.count, after: nil).items
            views[index].uploads = workspace.definition.server.uploads.filter { $0.value == views[index].name }.map(
                \.key)
        }
        return views
    }

    fileprivate func pipelineView(_ name: String) async throws -> PipelineView {
        guard let view = try await pipelineViews().first(where: { $0.name == name }) else {
            throw Problem(.notFound, "There is no pipeline `\(Printable.text(name))`.")
        }
        return view
    }

    /// The types of the stages of a pipeline, each once, in their order.
    fileprivate func types(of view: PipelineView) -> [StageType] {
        var names: [String] = []
        for stage in view.pipeline?.allStages ?? [] {
            for name in [stage.spec.name, stage.undo?.spec.name].compactMap({ $0 }) where !names.contains(name) {
                names.append(name)
            }
        }
        return names.compactMap { workspace.registry[$0] }
    }
}
