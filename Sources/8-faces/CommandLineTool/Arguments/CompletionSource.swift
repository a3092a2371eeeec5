/// What a shell offers for the value of an option or argument.
package enum CompletionSource: Hashable, Sendable {
    case nothing
    case files
    case folders
    /// Known when the command is declared.
    case words([String])
    /// The pipelines of the workspace, and files.
    case pipelines
    /// The registered stage types.
    case stages
    /// The names of commands, one after the other: `help documents list`.
    case commands
}
