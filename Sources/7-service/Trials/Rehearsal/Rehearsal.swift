internal import DirectoryStore
internal import Documents
internal import Engine
internal import FileType
internal import Glibc
internal import Pipelines
internal import Platform
internal import Programs
internal import Representations
internal import Synchronization
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
        resources.provide(ProgramScratch(in: folder.path.appending("scratch"), variable: Environment.processVariable))
        resources.provide(StageSurroundings(root: workspace.root, reach: definition.reach, isRehearsal: true))
        resources.provide(definition.rules)
        resources.provide(LinkAddress(base: definition.server.url))
        resources.provide(LegalDocuments(stores.legal), as: (any ConsentLookup).self)
        resources.provide(stores.references, as: (any ObjectReferences).self)
        var channels: [String: any NotificationChannel] = [:]
        for channel in definition.channels {
            channels[channel.name] = UnavailableChannel(reason: "Nothing is delivered in a test.")
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

/// A clock that nobody waits for: a sleep ends at once and sets the clock forward by its length. Timeouts stay real.
final class RehearsalClock: Sendable {
    private let ahead = Mutex(Duration.zero)

    var clock: EngineClock {
        EngineClock(
            now: { self.now },
            sleep: { duration in
                try Task.checkCancellation()
                self.ahead.withLock { $0 += duration }
                // Whoever waits for somebody else lets him work.
                await Task.yield()
            },
            alarm: EngineClock.system.alarm, random: { 0.5 })
    }

    private var now: Timestamp { Timestamp.now().advanced(by: ahead.withLock { $0 }) }
}

extension Rehearsal {
    /// Enters the document of a case into the catalog, with as many versions as it says, and stores their objects.
    ///
    /// - Parameter given: facts, as far as the case gives them.
    /// - Returns: what the run is to know of it: what the catalog knows, with what is given in its place.
    func enter(document given: Record) async throws -> Record {
        let type = given[Fact.documentType.name]?.string ?? DocumentType.transcript.rawValue
        guard let documentType = DocumentType(rawValue: type) else {
            throw CatalogError(.notFound, "There is no type of document `\(Printable.text(type))`.")
        }
        let number = min(max(given[Fact.version.name]?.integer ?? 1, 1), Self.maxVersions)
        let isCurrent = given[Fact.isCurrent.name]?.boolean ?? true
        var id = ""
        for version in 1...(isCurrent ? number : number + 1) {
            let made = try await enter(version: version, of: documentType, given)
            if version == number { id = made }
        }
        let schools = given[Fact.sharedWith.name]?.list?.compactMap(\.string) ?? []
        if !schools.isEmpty { _ = try await stores.catalog.share(id, with: schools) }
        var facts = try await stores.catalog.version(id).facts
        for fact in [Fact.size, .sha256, .objectKey, .fileURL] {
            if let value = given[fact.name] { facts[fact.name] = value }
        }
        return facts
    }

    private static let maxVersions: Int64 = 1_000

    /// - Returns: the version's id.
    private func enter(version: Int64, of type: DocumentType, _ given: Record) async throws -> String {
        let name = given[Fact.name.name]?.string ?? "document.pdf"
        let owner = given[Fact.owner.name]?.string ?? owner
        let file = folder.path.appending(Path("document-\(version)"))
        try Files.replace(file, with: Array("Version \(version) of the document of a case.\n".utf8))
        let stored = try await resources.require((any ObjectStore).self).put(
            SourceFile(opening: file), at: ObjectKey(owner: owner, type: type, timestamp: version, name: name),
            progress: { _ in })
        let new = NewVersion(
            owner: owner, type: type, title: given[Fact.title.name]?.string ?? "Document", objectKey: stored.key.text,
            fileURL: stored.url, name: name, mimeType: given[Fact.mimeType.name]?.string ?? "application/pdf",
            size: stored.size, sha256: stored.sha256, run: Identifier.run())
        return try await stores.journal.transact {
            try $0.catalog.createVersion(new).id
        } recording: { _ in
            []
        }
    }
}
