internal import DirectoryStore
internal import Documents
internal import Engine
internal import FileType
internal import Pipelines
internal import Platform
internal import Workspaces

/// A workspace for one run that leaves no trace: a real database and a real object store in a temporary folder, the rules,
/// schools and channels of the workspace that the user has, and channels that deliver nothing. The run sees no secrets
/// and no environment of this process.
struct Rehearsal: Sendable {
    /// Removed when the last reference goes.
    let folder: TemporaryFolder
    let stores: Stores
    let resources: Resources
    let owner: String
    private let tree: Path
    private let pool: WorkerPool

    /// - Parameters:
    ///   - workspace: whose definition counts; nothing of it is opened.
    ///   - pool: runs the stages, which may block its threads.
    init(of workspace: WorkspaceFolder, schools: [School], detector: FileTypeDetector, pool: WorkerPool) async throws {
        folder = try TemporaryFolder()
        stores = try await Stores.open(.sqlite(folder.path.appending("compass.db")), readers: 1)
        if !schools.isEmpty { try await stores.catalog.addSchools(schools, replacing: true) }
        let definition = workspace.definition
        var resources = Resources()
        resources.provide(try DirectoryStore(root: folder.path.appending("objects")), as: (any ObjectStore).self)
        resources.provide(detector)
        resources.provide(definition.rules)
        var channels: [String: any NotificationChannel] = [:]
        for channel in definition.channels {
            channels[channel.name] = UnavailableChannel(reason: "Nothing is delivered in a rehearsal.")
        }
        resources.provide(Channels(channels))
        self.resources = resources
        owner = definition.owner.id
        tree = workspace.root
        self.pool = pool
    }

    /// Runs a pipeline to its end; waits between attempts take no time.
    ///
    /// - Parameters:
    ///   - owner: nil: the workspace's.
    ///   - tree: see `Engine.init`; nil: the workspace's folder.
    ///   - variables: the environment variables that `env.*` sees.
    func run(
        _ request: RunRequest, of pipeline: Pipeline, owner: String? = nil, tree: Path? = nil,
        variables: @escaping Environment.Lookup = { _ in nil }
    ) async throws -> RunResult {
        try await stores.journal.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let engine = Engine(
            journal: stores.journal, catalog: stores.catalog, resources: resources, pool: pool,
            owner: owner ?? self.owner,
            secrets: { "stand-in-for-\($0)" }, variables: variables, tree: tree ?? self.tree,
            clock: RehearsalClock().clock)
        return await engine.run(request, of: pipeline)
    }

    func close() async throws {
        try await stores.close()
    }
}
