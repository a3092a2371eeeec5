internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// What a command has to work with. Nothing is opened before a command asks for it.
package struct CommandContext: Sendable {
    let invocation: Invocation
    package let streams: StandardStreams
    /// The whole tree, for `help` and `completions`.
    let root: Command
    /// For commands that stay.
    let signals: CommandSignals
    private let makeRegistry: @Sendable () throws -> Registry

    init(
        invocation: Invocation, streams: StandardStreams, root: Command, signals: CommandSignals = .none,
        makeRegistry: @escaping @Sendable () throws -> Registry
    ) {
        self.invocation = invocation
        self.streams = streams
        self.root = root
        self.signals = signals
        self.makeRegistry = makeRegistry
    }

    package subscript<Value>(option: CommandOption<Value>) -> Value { invocation[option] }
    subscript<Value>(positional: Positional<Value>) -> Value { invocation[positional] }

    /// The registered stage types.
    ///
    /// - Throws: `RegistryError`
    func registry() throws -> Registry { try makeRegistry() }

    /// Where the user works: the folder that `-w` names, or the current one.
    var workspaceFolder: Path { invocation[GlobalOptions.workspace] ?? "." }

    /// Opens the workspace: its file, its database, its object store. Call once.
    ///
    /// - Parameter storing: whether objects will be stored or deleted.
    func workspace(storing: Bool = true) async throws -> Workspace {
        try await Workspace.open(
            WorkspaceFolder(workspaceFolder, registry: registry()), registry: registry(), storing: storing)
    }

    /// For commands that only look; makes nothing.
    func readOnlyWorkspace() async throws -> Workspace {
        try await Workspace.openForReading(WorkspaceFolder(workspaceFolder, registry: registry()), registry: registry())
    }

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
