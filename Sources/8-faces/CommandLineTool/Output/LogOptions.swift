internal import Diagnostics
internal import Service

/// Options of commands that stay and tell what they do.
enum LogOptions {
    static let format = CommandOption.value(
        "log-format", "FORMAT", ArgumentKind<LogFormat>.choice,
        "How the log on standard error is written; `auto`: for the journal, a terminal or a file.", standard: .auto,
        shown: "auto")
    static let level = CommandOption.value(
        "log-level", "LEVEL", ArgumentKind<LogEntry.Level>.choice, "What matters less is left out.", standard: .info,
        shown: "info")

    static let all: [OptionSpec] = [format.spec, level.spec]

    /// The level that the command line asks for: its own option goes before quiet and verbose.
    static func level(_ invocation: Invocation) -> LogEntry.Level {
        let level = invocation[level]
        if level != .info { return level }
        if invocation[GlobalOptions.quiet] { return .warning }
        return invocation[GlobalOptions.verbose] ? .debug : level
    }
}

/// How the progress of runs is shown.
enum ProgressStyle: Hashable, Sendable {
    /// A line for each running file, rewritten in place; finished files above them.
    case live
    /// A line when a file starts and one when it ends.
    case plain
    /// A line when a file ends.
    case brief
    /// Not at all: somebody else prints the results, as with `--json`.
    case silent
}
