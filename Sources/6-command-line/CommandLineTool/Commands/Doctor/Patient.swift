internal import Pipelines
internal import Platform

/// The workspace that `compass doctor` looks at, read once. Nothing of it is opened.
struct Patient: Sendable {
    /// A watched folder of a pipeline.
    struct Watch: Sendable {
        let pipeline: String
        let trigger: WatchTrigger
        /// The part of its path before the first capture, below the workspace.
        let folder: Path
    }

    let folder: WorkspaceFolder
    let lint: LintReport
    let watches: [Watch]

    /// - Throws: `PipelineFinder.NotFound` when the pipelines cannot be listed.
    init(_ folder: WorkspaceFolder, registry: Registry) throws {
        self.folder = folder
        lint = try PipelineLint.check([], in: folder.root, registry: registry, context: folder.definition.lintContext)
        watches = lint.pipelines.flatMap { pipeline in
            pipeline.triggers.watches.map {
                Watch(
                    pipeline: pipeline.name, trigger: $0, folder: folder.path(ServicePaths.fixedFolder($0.path)))
            }
        }
    }

    var schedules: [(pipeline: String, trigger: ScheduleTrigger)] {
        lint.pipelines.flatMap { pipeline in pipeline.triggers.schedules.map { (pipeline.name, $0) } }
    }

    var database: Path { folder.path(folder.definition.database) }
    var storage: Path { folder.path(folder.definition.storage) }
    var state: Path { folder.path(".compass") }

    /// The nearest folder at or above a path that is there.
    static func existing(_ path: Path) -> Path {
        var path = path
        while !Files.exists(path), path.folder != path { path = path.folder }
        return path
    }
}
