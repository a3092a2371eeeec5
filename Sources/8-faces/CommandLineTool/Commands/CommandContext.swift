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
        try WorkspaceFolder(existingWorkspace(), registry: registry())
    }

    /// Opens the workspace: its file, its database, its object store. Call once.
    ///
    /// - Parameter storing: whether objects will be stored or deleted.
    func workspace(storing: Bool = true) async throws -> Workspace {
        try await Workspace.open(
            existingFolder(), registry: registry(), storing: storing, updating: tell)
    }

    /// For commands that only look; makes nothing.
    func readOnlyWorkspace() async throws -> Workspace {
        try await Workspace.openForReading(
            existingFolder(), registry: registry(), updating: tell)
    }

    /// Says why a command does not begin yet.
    @Sendable func tell(_ update: SchemaUpdate) { streams.report("compass: \(update.message)") }

    /// Prints warnings about pipelines.
    func warn(_ files: InvalidFiles) {
        streams.report(String(files.text(style: streams.errorTerminal.style).dropLast()))
    }

    /// The pipeline of that name or file. Warnings are reported.
    ///
    /// - Throws: `InvalidFiles`, `PipelineFinder.NotFound`
    func load(_ name: Path, in workspace: Workspace) throws -> Pipeline {
        try workspace.pipeline(name, warnings: warn)
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
        try await Workspace.openForErasing(
            existingFolder(), registry: registry(), updating: tell)
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
        streams.report("Nothing was \(past).")
        return false
    }
}
