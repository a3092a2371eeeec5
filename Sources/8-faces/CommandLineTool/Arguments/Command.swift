/// A command of the command line: what the parser accepts, what the help text says, what shells complete, and what is done.
package struct Command: Sendable {
    /// What a command does.
    package typealias Body = @Sendable (CommandContext) async throws -> ExitCode

    /// In kebab-case.
    let name: String
    /// One line for lists of commands, without a full stop.
    let summary: String
    /// Paragraphs for the help text, separated by empty lines.
    var discussion = ""
    /// Command lines for the help text, without the leading "compass".
    var examples: [String] = []
    var options: [OptionSpec] = []
    var positionals: [PositionalSpec] = []
    var subcommands: [Command] = []
    /// Of a group: the subcommand that is meant when none is named.
    var standard: String?
    /// What it is called elsewhere: hints at it, and nothing that is understood.
    var otherNames: [String] = []
    /// Left out of help and completions.
    var isHidden = false
    /// nil: a group, of which a subcommand has to be named.
    var body: Body?

    /// A command that does something.
    package init(
        _ name: String, _ summary: String, discussion: String = "", examples: [String] = [],
        options: [OptionSpec] = [], positionals: [PositionalSpec] = [], isHidden: Bool = false,
        body: @escaping Body
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.examples = examples
        self.options = options
        self.positionals = positionals
        self.isHidden = isHidden
        self.body = body
    }

    /// A group of commands.
    package init(
        group name: String, _ summary: String, discussion: String = "", standard: String? = nil,
        _ subcommands: [Command]
    ) {
        self.name = name
        self.standard = standard
        self.summary = summary
        self.discussion = discussion
        self.subcommands = subcommands
    }

    var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

    /// The direct subcommand of that name.
    func subcommand(_ name: String) -> Command? { subcommands.first { $0.name == name } }
}
