internal import Diagnostics
internal import Pipelines
internal import Platform

/// What a command has to work with. Nothing is opened before a command asks for it.
struct CommandContext: Sendable {
    let invocation: Invocation
    let streams: StandardStreams
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

    subscript<Value>(option: CommandOption<Value>) -> Value { invocation[option] }
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
        try await Workspace.open(WorkspaceFolder(workspaceFolder), registry: registry(), storing: storing)
    }

    /// A mistake in what the user asked for, with this command's usage line.
    func usageError(_ message: String) -> UsageError {
        UsageError(
            message,
            details: ["usage: " + HelpText.usage(path: invocation.path, command: invocation.command)])
    }
}
