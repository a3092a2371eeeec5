internal import Glibc
package import Pipelines
internal import Platform
internal import Representations
package import Service

/// The program behind the command line.
public enum CommandLineTool {
    private enum Event: Sendable {
        case ended(ExitCode)
        case signal(Int32)
        case none
    }

    /// Does what the process's arguments ask for, on its standard streams.
    ///
    /// `SIGPIPE` is ignored in the whole process from here on. The first `SIGINT`, `SIGTERM` or `SIGHUP` (the terminal
    /// was closed) cancels the command, which ends as soon as what it began is safe; the second one ends the process at once. A command that stays, such as `up`,
    /// is asked to end instead.
    ///
    /// It ends the process with the command's exit status, in the way that `ProcessExit` gives the reasons for.
    ///
    /// - Parameters:
    ///   - root: the tree of the commands.
    ///   - server: makes the server of `serve` and `up`; nil: this program has none.
    ///   - registry: makes the stage types; called when a command needs them.
    package static func main(
        _ root: Command = RootCommand.tree, server: ServerFactory? = nil,
        registry: @escaping @Sendable () throws -> Registry
    ) async -> Never {
        Allocator.configure()
        signal(SIGPIPE, SIG_IGN)
        let streams = StandardStreams.ofProcess()
        let arguments = CommandLine.arguments.indices.dropFirst().compactMap { index in
            CommandLine.unsafeArgv[index].map { Path(cString: $0) }
        }
        do {
            let listener = try SignalListener([SIGINT, SIGTERM, SIGHUP])
            let signals = CommandSignals(listener)
            let code = await run(signals: listener, for: signals) {
                await run(
                    arguments, of: root, streams: streams, server: server, registry: registry, signals: signals)
            }
            listener.stop()
            ProcessExit.now(status: code.status)
        } catch {
            streams.report("compass: \(error)")
            ProcessExit.now(status: ExitCode.failed.status)
        }
    }

    /// Runs `body` on a thread of its own, where it may block on files and terminals. A signal cancels it, and decides the
    /// exit code whatever it comes to, unless the command has taken signals over.
    static func run(
        signals: SignalListener, for command: CommandSignals = .none, _ body: @escaping @Sendable () async -> ExitCode
    ) async -> ExitCode {
        let thread = WorkerPool(name: "command", width: 1)
        return await withTaskGroup(of: Event.self) { group in
            group.addTask(executorPreference: thread) { .ended(await body()) }
            group.addTask {
                for await signal in signals.first { return .signal(signal) }
                return .none
            }
            var interruption: ExitCode?
            for await event in group {
                switch event {
                case .ended(let code):
                    group.cancelAll()
                    return interruption ?? code
                case .signal(let number):
                    if command.pass(number) { break }
                    interruption = .interrupted(signal: number)
                    group.cancelAll()
                case .none: break
                }
            }
            return interruption ?? .failed
        }
    }

    /// Runs a command and turns errors into messages and exit codes.
    static func run(
        _ arguments: [Path], of root: Command = RootCommand.tree, streams: StandardStreams,
        server: ServerFactory? = nil, registry: @escaping @Sendable () throws -> Registry,
        signals: CommandSignals = .none
    ) async -> ExitCode {
        do {
            let code = try await dispatch(
                arguments, root, streams: streams, server: server, registry: registry, signals: signals)
            try streams.flush()
            try streams.checkLost()
            return code
        } catch {
            let code = ErrorReport(
                error, style: streams.errorTerminal.style, width: streams.errorTerminal.width
            ).print(on: streams)
            do {
                // What a cancelled command has said so far.
                try streams.flush()
                return code
            } catch {
                return code.combined(with: ErrorReport(error).code)
            }
        }
    }

    private static func dispatch(
        _ arguments: [Path], _ root: Command, streams: StandardStreams, server: ServerFactory?,
        registry: @escaping @Sendable () throws -> Registry, signals: CommandSignals
    ) async throws -> ExitCode {
        switch try ArgumentParser.parse(arguments, root: root) {
        case .help(let path, let command):
            let help = HelpText(width: streams.terminal.width, style: streams.terminal.style)
            try streams.write(help.render(path: path, command: command))
            return .success
        case .version:
            try streams.print("\(root.name) \(Version.current)")
            return .success
        case .run(let invocation):
            guard let body = invocation.command.body else { return .usage }
            let context = CommandContext(
                invocation: invocation, streams: streams, root: root, signals: signals, server: server,
                makeRegistry: registry)
            streams.verbosity = try context.verbosity()
            let start = ContinuousClock.now
            let code = try await body(context)
            streams.detail(
                "`\(invocation.path.joined(separator: " "))` took "
                    + HumanFormat.duration(milliseconds: (ContinuousClock.now - start) / .milliseconds(1)))
            return code
        }
    }
}
