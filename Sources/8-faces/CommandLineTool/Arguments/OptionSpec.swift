internal import Pipelines
internal import Platform

/// An option as the parser, the help text and the completions see it.
package struct OptionSpec: Sendable {
    /// Without the dashes, in kebab-case: "limit".
    let name: String
    /// Without the dash.
    let short: Character?
    /// What stands for the value in the help text: "N"; nil: a flag, which takes none.
    let placeholder: String?
    /// One sentence.
    let help: String
    /// The default as the help text shows it.
    var standard: String?
    var isRepeated = false
    var completion: CompletionSource = .nothing
    let parse: @Sendable (Path) throws(ArgumentError) -> any Sendable

    /// The texts that are allowed, where those can be listed.
    var choices: [String]? {
        if case .words(let words) = completion { words } else { nil }
    }

    /// "-n, --limit N", aligned with options that have no short name.
    var synopsis: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
    }

    /// Whether an argument is this option, without a value attached.
    func isNamed(_ argument: Path) -> Bool {
        argument == Path("--" + name) || short.map { argument == Path("-\($0)") } ?? false
    }
}

/// An argument without a name, as the parser, the help text and the completions see it.
package struct PositionalSpec: Sendable {
    /// What stands for it in the help text: "FILE".
    let name: String
    /// One sentence.
    let help: String
    /// How many there have to be.
    let minimum: Int
    /// nil: any number; only the last positional of a command may have that.
    let maximum: Int?
    var completion: CompletionSource = .nothing
    let parse: @Sendable (Path) throws(ArgumentError) -> any Sendable

    /// "FILE…", "[FILE…]", "[FILE]" or "FILE".
    var synopsis: String {
        let text = maximum == nil ? name + "…" : name
        return minimum == 0 ? "[\(text)]" : text
    }
}

/// Options that every command takes, before and after its name.
enum GlobalOptions {
    static let workspace = CommandOption.optional(
        "workspace", short: "w", "DIR", ArgumentKind.folder,
        "The workspace's folder (default: found from here).")
    static let quiet = CommandOption.flag(
        "quiet", short: "q", "Leave out progress and hints; the answer and errors stay.")
    static let verbose = CommandOption.flag(
        "verbose", short: "v", "Show on standard error what is read and done.")
    static let help = CommandOption.flag("help", short: "h", "Show this help.")
    /// Of the program itself only.
    static let version = CommandOption.flag("version", "Show the version.")

    static let all: [OptionSpec] = [workspace.spec, quiet.spec, verbose.spec, help.spec]
    static let ofProgram: [OptionSpec] = [workspace.spec, quiet.spec, verbose.spec, version.spec, help.spec]
}
