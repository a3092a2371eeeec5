internal import Accounts

/// How the program ends, as scripts see it.
public enum ExitCode: Hashable, Sendable {
    /// Everything that was asked for succeeded.
    case success
    /// A run, or the command itself, failed.
    case failed
    /// The command line, a pipeline or the workspace is wrong, or something is named that there is not; nothing was started.
    case usage
    /// A run was rejected, and none failed.
    case rejected
    /// Ended by a signal, such as `SIGINT`.
    case interrupted(signal: Int32)
    /// Whoever read standard output went away.
    case outputClosed

    /// The exit status: 0, 1, 2, 3, or 128 and the signal's number (130 for Ctrl-C, 143 for `SIGTERM`, 141 for a closed
    /// pipe), as a shell reports a process that died of it.
    public var status: Int32 {
        switch self {
        case .success: 0
        case .failed: 1
        case .usage: 2
        case .rejected: 3
        case .interrupted(let signal): 128 + signal
        case .outputClosed: 141
        }
    }

    /// What several runs come to together: a failure outweighs a rejection, a rejection outweighs success.
    public func combined(with other: ExitCode) -> ExitCode {
        weight >= other.weight ? self : other
    }

    /// What a command that ends so has come to, for the audit.
    var audited: AuditEntry.Outcome { self == .success ? .succeeded : .failed }

    private var weight: Int {
        switch self {
        case .success: 0
        case .rejected: 1
        case .failed: 2
        case .usage: 3
        case .outputClosed: 4
        case .interrupted: 5
        }
    }
}

extension ExitCode {
    /// Every kind of end with what it means, one sentence; for a signal, that of Ctrl-C and that of SIGTERM.
    static let explained: [(code: ExitCode, meaning: String)] = [
        (.success, "Everything that was asked for succeeded."),
        (.failed, "A run, or the command itself, failed: the world broke."),
        (
            .usage,
            "The command line, a pipeline or a file of the workspace is wrong, or a name or id is unknown; "
                + "nothing was started."
        ),
        (.rejected, "A document was rejected, and nothing failed."),
        (.interrupted(signal: 2), "It was interrupted by Ctrl-C."),
        (.outputClosed, "The reader of its output went away."),
        (.interrupted(signal: 15), "It was asked to end by SIGTERM."),
    ]
}
