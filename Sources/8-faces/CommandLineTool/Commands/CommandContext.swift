internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Plugins
internal import Representations
internal import Service
internal import Synchronization
internal import Workspaces

/// A registry that copies of a context share.
private final class ReadRegistry: Sendable {
    let value = Mutex<Registry?>(nil)
}

/// What a command has to work with. Nothing is opened before a command asks for it.
package struct CommandContext: Sendable {
    let invocation: Invocation
    package let streams: StandardStreams
    /// The whole tree, for `help` and `completions`.
    let root: Command
    /// For commands that stay.
    let signals: CommandSignals
    /// Makes the server of this program; nil: it has none.
    let server: ServerFactory?
    private let makeRegistry: @Sendable () throws -> Registry
    /// The registry, once it was asked for: reading the plugins takes a while.
    private let readRegistry = ReadRegistry()

    init(
        invocation: Invocation, streams: StandardStreams, root: Command, signals: CommandSignals = .none,
        server: ServerFactory? = nil, makeRegistry: @escaping @Sendable () throws -> Registry
    ) {
        self.invocation = invocation
        self.streams = streams
        self.root = root
        self.signals = signals
        self.server = server
        self.makeRegistry = makeRegistry
    }

    package subscript<Value>(option: CommandOption<Value>) -> Value { invocation[option] }
    subscript<Value>(positional: Positional<Value>) -> Value { invocation[positional] }

    /// The registered stage types, those of the workspace's plugins among them.
    ///
    /// - Throws: `RegistryError`
    func registry() throws -> Registry {
        try readRegistry.value.withLock { value in
            if let value { return value }
            let read = try PluginCatalog(workspace: workspaceFolder).added(to: try makeRegistry())
            value = read
            let plugins = read.all.filter { !$0.origin.isBuiltIn }.map(\.spec.name)
            streams.detail(
                "knows \(HumanFormat.count(read.all.count, "stage type"))"
                    + (plugins.isEmpty ? "" : ", of plugins: \(plugins.joined(separator: ", "))"))
            return read
        }
    }

    /// Those that are part of the program.
    func builtInRegistry() throws -> Registry { try makeRegistry() }

    /// Where the user works: the folder that `-w` or `COMPASS_WORKSPACE` names, the workspace that the current folder lies
    /// in, or the current folder. It need not be a workspace.
    var workspaceFolder: Path {
        get throws { try GlobalOptions.workspaceFolder(named: invocation[GlobalOptions.workspace]) }
    }

    /// The same for commands that have nothing to do without a workspace.
    ///
    /// - Throws: `Problem` where there is none.
    func existingWorkspace() throws -> Path {
        let folder = try workspaceFolder
        try WorkspaceSearch.require(folder)
        return folder
    }

    /// That folder and what its file says.
    ///
    /// - Throws: `Problem` where there is no workspace, `InvalidFiles`.
    func existingFolder() throws -> WorkspaceFolder {
        let root = try existingWorkspace()
        streams.detail("works in \(Printable.text((try? Files.resolve(root))?.text ?? root.text)), \(placeReason)")
        let folder = try WorkspaceFolder(root, registry: registry())
        let file = folder.path(WorkspaceLoader.name)
        streams.detail(Files.exists(file) ? "has read \(file)" : "has no compass.yaml there")
        if let schools = folder.definition.schools.file { streams.detail("schools stand in \(folder.path(schools))") }
        if let database = folder.database.file { streams.detail("the database is \(database)") }
        streams.detail(
            "objects are kept by `\(folder.definition.storage.type)`"
                + (folder.definition.storage.folder.map { " in \(folder.path($0))" } ?? ""))
        return folder
    }

    /// Why it is that workspace.
    private var placeReason: String {
        if invocation[GlobalOptions.workspace] != nil { return "as -w says" }
        if let name = Environment.processVariable("COMPASS_WORKSPACE"), !name.isEmpty {
            return "as COMPASS_WORKSPACE says"
        }
        return "found from the current folder"
    }

    /// - Throws: `Problem` when both are asked for.
    func verbosity() throws -> Verbosity {
        switch (invocation[GlobalOptions.quiet], invocation[GlobalOptions.verbose]) {
        case (true, true): throw usageError("choose one of --quiet and --verbose")
        case (true, false): .quiet
        case (false, true): .verbose
        case (false, false): .normal
        }
    }

    /// Opens the workspace: its file, its database, its object store. Call once.
    ///
    /// - Parameter storing: whether objects will be stored or deleted.
    func workspace(storing: Bool = true) async throws -> Workspace {
        try await Workspace.open(existingFolder(), registry: registry(), storing: storing)
    }

    /// Opens the workspace, and reads one of its pipelines meanwhile. Call once.
    ///
    /// - Throws: as `load`, which goes before what opening throws.
    func workspace(andPipeline name: Path) async throws -> (Workspace, Pipeline) {
        let (folder, registry) = (try existingFolder(), try registry())
        return try await withThrowingTaskGroup(of: Workspace.self) { group in
            group.addImmediateTask { try await Workspace.open(folder, registry: registry) }
            let pipeline = told(try folder.pipeline(name, registry: registry, warnings: warn))
            guard let workspace = try await group.next() else { preconditionFailure("a task that was added ends") }
            return (workspace, pipeline)
        }
    }

    /// For commands that only look; makes nothing.
    ///
    /// - Parameter mayBeLost: see `Workspace.openForReading`.
    func readOnlyWorkspace(mayBeLost: Bool = false) async throws -> Workspace {
        try await Workspace.openForReading(existingFolder(), registry: registry(), mayBeLost: mayBeLost)
    }

    /// Prints warnings about pipelines.
    func warn(_ files: InvalidFiles) {
        streams.report(String(files.text(style: streams.errorTerminal.style).dropLast()))
    }

    /// The pipeline of that name or file. Warnings are reported.
    ///
    /// - Throws: `InvalidFiles`, `PipelineFinder.NotFound`
    func load(_ name: Path, in workspace: Workspace) throws -> Pipeline {
        told(try workspace.pipeline(name, warnings: warn))
    }

    private func told(_ pipeline: Pipeline) -> Pipeline {
        streams.detail(
            "has read pipeline `\(pipeline.name)` from \(pipeline.file): "
                + HumanFormat.count(pipeline.allStages.count, "stage"))
        return pipeline
    }

    /// What is wrong with the inputs or files that are given is a mistake in the command line.
    func withUsage<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let problem as Problem where problem.kind == .invalidRequest && problem.details.isEmpty {
            throw usageError(problem.message, advice: problem.advice)
        }
    }

    /// A mistake in what the user asked for, with this command's usage line.
    func usageError(_ message: String, advice: [NextStep] = []) -> Problem {
        Problem.invalidRequest(
            message, advice: advice,
            details: ["usage: " + HelpText.usage(path: invocation.path, command: invocation.command)])
    }
}

/// For commands that erase what cannot be brought back.
extension CommandContext {
    /// Opens the workspace, also on a full disk: what was kept in reserve for that is given free if need be. Call once.
    func workspaceForErasing() async throws -> Workspace {
        try await Workspace.openForErasing(existingFolder(), registry: registry())
    }

    /// Whether it may be done, as the answer to a question on the terminal says, or `yes`.
    ///
    /// - Parameters:
    ///   - verb: "delete", "discard".
    ///   - what: all that goes, as a part of a sentence.
    /// - Throws: `Problem` when nobody can be asked and `yes` is false.
    func mayErase(_ verb: String, _ what: String, yes: Bool) throws -> Bool {
        if yes { return true }
        let past = verb.hasSuffix("e") ? "\(verb)d" : "\(verb)ed"
        guard streams.canAsk else {
            throw Problem.invalidRequest(
                "nothing was \(past), as there is no terminal to ask on; with `--yes` it would \(verb) \(what)")
        }
        if try streams.confirm("Are you sure you want to \(verb) \(what)? This action cannot be undone.") {
            return true
        }
        streams.note("Nothing was \(past).")
        return false
    }
}
