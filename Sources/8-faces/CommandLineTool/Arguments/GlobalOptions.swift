internal import Platform

/// Options that every command takes, before and after its name.
enum GlobalOptions {
    static let workspace = CommandOption.optional(
        "workspace", short: "w", "DIR", ArgumentKind.folder, "The workspace's folder (default: the current one).")
    static let help = CommandOption.flag("help", short: "h", "Show this help.")
    /// Of the program itself only.
    static let version = CommandOption.flag("version", "Show the version.")

    static let all: [OptionSpec] = [workspace.spec, help.spec]
    static let ofProgram: [OptionSpec] = [workspace.spec, version.spec, help.spec]
}
