internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Service

extension UpPart {
    /// `watch,worker`
    static var list: ArgumentKind<[UpPart]> {
        let words = allCases.map(\.rawValue)
        return ArgumentKind(
            parse: { argument throws(ArgumentError) in
                var parts: [UpPart] = []
                for word in argument.text.split(separator: ",", omittingEmptySubsequences: false) {
                    guard let part = UpPart(rawValue: String(word)) else {
                        let hint = Spelling.hint(for: String(word), in: words).map { "; \($0)" } ?? ""
                        throw ArgumentError(
                            "must be some of \(words.joined(separator: ", ")), separated by commas\(hint)")
                    }
                    parts.append(part)
                }
                return parts
            }, completion: .words(words))
    }
}

/// `compass up`: does everything that the workspace declares, until it is asked to end.
enum UpCommand {
    private static let only = CommandOption<[UpPart]?>.optional(
        "only", "PARTS", UpPart.list,
        "Do only these, separated by commas: `watch` (watched folders), `schedule` (schedules), `server` (the API over "
            + "HTTP), `worker` (unfinished batches, notifications, retention).")

    private static let metrics = CommandOption<Path?>.optional(
        "metrics-file", "FILE", .newFile,
        "Also write the metrics there every 15 seconds, for node_exporter's textfile collector; the name ends in .prom."
    )

    static let command = Command(
        "up", "Do everything that the workspace declares, until SIGTERM",
        discussion: """
            Processes the files of watched folders, starts scheduled runs, resumes unfinished ones, delivers notifications and \
            removes what `retention` does not keep. Only one process may do so in a workspace. The log goes to standard error.

            When a file in pipelines/ or compass.yaml changes, or at SIGHUP, it reloads all definitions. If `lint` refuses a \
            file, the log says so and its former definition stays. Running runs keep the definition that they began with.

            At SIGTERM or Ctrl-C nothing new begins, and running runs get `shutdown-grace` to end (compass.yaml; 25s). The next \
            start resumes the unfinished ones. A second signal ends the process at once. Nothing is lost.

            Exit status: 0 after a graceful end, 1 when a part of it failed, 2 when a file of the workspace is wrong at \
            the start, or another `compass up` is running in the workspace.
            """,
        examples: ["up", "up --only watch,worker", "up --log-format json --log-level debug"],
        options: [only.spec] + LogOptions.all + [metrics.spec]
    ) { context in
        let parts = context[only].map { Set($0) } ?? Set(UpPart.allCases)
        if let file = context[metrics], file.name.fileExtension != ".prom" {
            throw context.usageError(
                "--metrics-file \(file): the name must end in .prom, since collectors read no other; write \(file).prom"
            )
        }
        let isAsked = context[only]?.contains(.server) ?? false
        let session = try context.serviceSession(
            parts: parts, metricsFile: context[metrics],
            server: context.server.map { ServiceSession.Server(factory: $0, isAsked: isAsked) })
        return try await session.run() ? .success : .failed
    }
}

extension CommandContext {
    /// A long-lived process's work on the workspace, with the log and the signals of a command.
    func serviceSession(
        parts: Set<UpPart>, metricsFile: Path? = nil, server: ServiceSession.Server?
    ) throws -> ServiceSession {
        let terminal = ControllingTerminal()
        return ServiceSession(
            ServiceSession.Configuration(
                workspace: try existingWorkspace(), parts: parts, metricsFile: metricsFile,
                registry: try builtInRegistry(), server: server,
                log: { [invocation, streams] in
                    ServiceLog(
                        invocation[LogOptions.format], level: LogOptions.level(invocation), errors: streams.errors,
                        isInteractive: streams.errorTerminal.isInteractive, style: streams.errorTerminal.style,
                        shown: streams.errorTimes.inLog)
                },
                signals: { [signals] in try signals.takeOver() }, hasHungUp: { terminal?.isGone == true }))
    }
}
