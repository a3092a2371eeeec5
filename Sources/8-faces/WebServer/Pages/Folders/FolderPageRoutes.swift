internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import WatchedFolders

/// The page of the watched folders.
enum FolderPageRoutes {
    static let all: [Route] = [show]

    private static let show = Route(
        .get, "/folders", "showFolders", .pages, "Show watched folders and what waits in them", access: .admin,
        answers: [.content(200, "text/html", "The page.")], examples: [RouteExample("All")]
    ) { request in
        let service = request.server.service
        let report = service.report()
        let isWatching = report.services.contains("watches")
        let folders = service.pipelines.flatMap { pipeline in
            pipeline.triggers.watches.map { watch in
                FoldersPage.Folder(
                    pipeline: pipeline.name, trigger: watch,
                    status: report.intakes.first { $0.pipeline == pipeline.name && $0.path == watch.path })
            }
        }
        return try await request.page(FoldersPage.page(folders, isWatching: isWatching, now: .now()))
    }
}
