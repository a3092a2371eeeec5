internal import Diagnostics
internal import Documents
package import Pipelines
package import Platform
internal import Representations
package import Workspaces

/// The workspace that is looked at, read once. Nothing of it is opened.
package struct WorkspaceSnapshot: Sendable {
    /// A watched folder of a pipeline.
    package struct Watch: Sendable {
        let pipeline: String
        package let trigger: WatchTrigger
        /// The part of its path before the first capture, below the workspace; absolute.
        package let folder: Path
        /// The folders that match now.
        let places: WatchedPlaces
        /// The workspace's; absolute.
        let root: Path
    }

    /// As if there were no compass.yaml when that is wrong.
    package let folder: WorkspaceFolder
    /// What is wrong with compass.yaml or the schools file that it names; nil: nothing.
    package let refusal: (any Error)?
    /// Whether `folder` tells where the database, the objects and the channels are.
    package let isKnown: Bool
    package let registry: Registry
    package let lint: LintReport
    package let watches: [Watch]
    /// What lint says of the webhooks; nothing where `folder` does not tell.
    let webhookIssues: [Issue]

    /// - Parameter root: the workspace.
    /// - Throws: `Problem` when it is no folder, `PipelineFinder.NotFound` when the pipelines cannot be listed.
    package init(_ root: Path, registry: Registry) async throws {
        self.registry = registry
        do {
            folder = try WorkspaceFolder(root, registry: registry)
            isKnown = true
        } catch let error as Problem {
            throw error
        } catch {
            (folder, isKnown) = (WorkspaceFolder(withoutFileIn: root), false)
            refusal = error
            lint = try PipelineLint.check([], in: root, registry: registry, context: LintContext())
            watches = Self.watches(of: lint, in: folder)
            webhookIssues = []
            return
        }
        do {
            // As they are read whenever the workspace is opened.
            _ = try folder.schools()
            refusal = nil
        } catch {
            refusal = error
        }
        lint = try await folder.check([], registry: registry)
        webhookIssues = await folder.webhookIssues(of: lint.pipelines).sorted
        watches = Self.watches(of: lint, in: folder)
    }

    private static func watches(of lint: LintReport, in folder: WorkspaceFolder) -> [Watch] {
        // The workspace may be given as `.`; a watch has its folders by their whole paths.
        let root = (try? Files.resolve(folder.root)) ?? folder.root
        return lint.pipelines.flatMap { pipeline in
            pipeline.triggers.watches.map { trigger in
                let fixed = ServicePaths.fixedFolder(trigger.path)
                let base = fixed == "." ? root : root.appending(fixed)
                return Watch(
                    pipeline: pipeline.name, trigger: trigger, folder: base,
                    places: WatchedPlaces(trigger, base: base, root: root), root: root)
            }
        }
    }

    package var schedules: [(pipeline: String, trigger: ScheduleTrigger)] {
        lint.pipelines.flatMap { pipeline in pipeline.triggers.schedules.map { (pipeline.name, $0) } }
    }

    package var database: DatabaseDefinition { folder.database }
    /// For reading; opened when something is asked of it.
    ///
    /// - Throws: `Problem` when the workspace file's `storage` cannot be computed.
    package func objects() throws -> ReadOnlyObjects { ReadOnlyObjects(try place()) }

    func place() throws -> any ObjectStorePlace {
        try PartFactory(folder: folder, registry: registry, secrets: Secrets(workspace: folder.root)).objectStore()
    }

    /// Where the objects lie, if that is on this machine.
    package var objectFolder: Path? { folder.definition.storage.folder.map(folder.path) }
    package var state: Path { folder.state }

    /// The nearest folder at or above a path that is there.
    static func existing(_ path: Path) -> Path {
        var path = path
        while !Files.exists(path), path.folder != path { path = path.folder }
        return path
    }
}
