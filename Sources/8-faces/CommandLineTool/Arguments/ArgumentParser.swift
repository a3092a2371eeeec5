internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// Reads a command line against a tree of commands.
///
/// `--name=value`, `--name value`, `-n value`, `-nvalue` and bundled flags (`-ab`) are the same as everywhere; options and
/// positionals may be mixed; `--` ends the options. Arguments are bytes, and those of files are never decoded.
struct ArgumentParser {
    /// What a command line asks for.
    enum Outcome: Sendable {
        case run(Invocation)
        case help(path: [String], command: Command)
        case version
    }

    private let root: Command
    private var path: [String]
    private var command: Command
    private var options: [(spec: OptionSpec, value: any Sendable)] = []
    private var words: [Path] = []
    private var wantsHelp = false
    private var wantsVersion = false

    private init(root: Command) {
        self.root = root
        command = root
        path = [root.name]
    }

    /// - Parameter arguments: without the program's name.
    /// - Throws: `Problem`
    static func parse(_ arguments: [Path], root: Command) throws(Problem) -> Outcome {
        var parser = ArgumentParser(root: root)
        try parser.read(arguments)
        if parser.wantsHelp { return .help(path: parser.path, command: parser.command) }
        if parser.wantsVersion { return .version }
        return .run(try parser.invocation())
    }

    private mutating func read(_ arguments: [Path]) throws(Problem) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            // After a request for help nothing can be wrong any more: who asks for help may have half a command line.
            if wantsHelp { return }
            if argument == "--" {
                for word in rest { try take(word: word) }
                return
            }
            if argument.bytes.starts(with: Array("--".utf8)) {
                try take(long: argument, rest: &rest)
            } else if argument.bytes.first == UInt8(ascii: "-"), argument.bytes.count > 1 {
                try take(shorts: argument, rest: &rest)
            } else {
                try take(word: argument)
            }
        }
    }

    /// A subcommand's name, or a positional.
    private mutating func take(word: Path) throws(Problem) {
        if command.body != nil {
            words.append(word)
            return
        }
        guard let next = command.subcommand(word.text), word.isText else {
            throw failure(
                "unknown command `\((path.dropFirst() + [word.description]).joined(separator: " "))`",
                hint: CommandHint.hint(for: word.text, in: command, at: path, of: root))
        }
        command = next
        path.append(next.name)
    }

    private mutating func take(long argument: Path, rest: inout ArraySlice<Path>) throws(Problem) {
        let body = argument.bytes.dropFirst(2)
        let equals = body.firstIndex(of: UInt8(ascii: "="))
        let name = Path(bytes: body[..<(equals ?? body.endIndex)])
        if !known.contains(where: { $0.name == name.text }) { enterStandard() }
        guard let spec = known.first(where: { $0.name == name.text }), name.isText else {
            throw unknown("--\(name)")
        }
        let attached = equals.map { Path(bytes: body[($0 + 1)...]) }
        if spec.placeholder == nil, attached != nil {
            throw failure("`--\(spec.name)` takes no value")
        }
        try take(spec, named: "--\(spec.name)", attached: attached, rest: &rest)
    }

    private mutating func take(shorts argument: Path, rest: inout ArraySlice<Path>) throws(Problem) {
        var letters = argument.bytes.dropFirst()
        while let letter = letters.popFirst() {
            let name = Character(Unicode.Scalar(letter))
            if !known.contains(where: { $0.short == name }) { enterStandard() }
            guard letter < 0x80, let spec = known.first(where: { $0.short == name }) else {
                throw unknown(letter < 0x80 ? "-" + Printable.text([letter]) : argument.description)
            }
            if spec.placeholder == nil {
                try take(spec, named: "-\(name)", attached: nil, rest: &rest)
            } else {
                try take(
                    spec, named: "-\(name)", attached: letters.isEmpty ? nil : Path(bytes: letters), rest: &rest)
                return
            }
        }
    }

    private mutating func take(
        _ spec: OptionSpec, named name: String, attached: Path?, rest: inout ArraySlice<Path>
    ) throws(Problem) {
        switch (spec.name, spec.placeholder) {
        case (GlobalOptions.help.spec.name, nil):
            wantsHelp = true
        case (GlobalOptions.version.spec.name, nil) where command.name == root.name:
            wantsVersion = true
        case (_, nil):
            options.append((spec, true))
        case (_, let placeholder?):
            let value: Path
            if let attached { value = attached } else { value = try next(of: &rest, for: name, placeholder) }
            options.append((spec, try parsed(value, by: spec.parse, as: "`\(name)`")))
        }
    }

    /// The argument behind an option that takes a value. Another option there is far more likely a forgotten value than
    /// a value that looks like one; `--name=VALUE` is there for those.
    private func next(
        of rest: inout ArraySlice<Path>, for name: String, _ placeholder: String
    ) throws(Problem) -> Path {
        guard let value = rest.first, value != "--", !known.contains(where: { $0.isNamed(value) }) else {
            throw failure("`\(name)` needs a value: \(name) \(placeholder)")
        }
        rest.removeFirst()
        return value
    }

    /// Takes the command that a group means when none is named.
    private mutating func enterStandard() {
        guard command.body == nil, let next = command.standard.flatMap(command.subcommand) else { return }
        command = next
        path.append(next.name)
    }

    private mutating func invocation() throws(Problem) -> Invocation {
        enterStandard()
        guard command.body != nil else {
            if path.count == 1 { throw failure("no command is given") }
            throw failure(
                "`\(path.joined(separator: " "))` needs a command: "
                    + command.visibleSubcommands.map(\.name).joined(separator: ", "))
        }
        var invocation = Invocation(path: path, command: command)
        for (spec, value) in options { invocation.add(value, to: spec) }
        var rest = words[...]
        for (index, spec) in command.positionals.enumerated() {
            let needed = command.positionals[(index + 1)...].reduce(0) { $0 + $1.minimum }
            let count = min(spec.maximum ?? .max, max(0, rest.count - needed))
            if count < spec.minimum {
                throw failure(missing(from: index, given: rest.count).map(\.question).joined(separator: " "))
            }
            for word in rest.prefix(count) {
                invocation.add(try parsed(word, by: spec.parse, as: spec.name), to: spec)
            }
            rest = rest.dropFirst(count)
        }
        if let surplus = rest.first {
            let takesNone = command.positionals.isEmpty
            throw failure(
                "unexpected argument `\(surplus)`",
                hint: takesNone ? "`\(path.joined(separator: " "))` takes options alone" : nil)
        }
        return invocation
    }

    /// The positionals, from one on, that so few words do not reach.
    private func missing(from index: Int, given count: Int) -> [PositionalSpec] {
        var left = count
        return command.positionals[index...].filter { spec in
            left -= spec.minimum
            return spec.minimum > 0 && left < 0
        }
    }

    /// The options that are known where the parser stands.
    private var known: [OptionSpec] {
        command.options + (path.count == 1 ? GlobalOptions.ofProgram : GlobalOptions.all)
    }

    private func parsed(
        _ value: Path, by parse: @Sendable (Path) throws(ArgumentError) -> any Sendable, as name: String
    ) throws(Problem) -> any Sendable {
        do {
            return try parse(value)
        } catch {
            throw failure("\(name) \(error.message)" + (value.bytes.isEmpty ? "" : ", not `\(value)`"))
        }
    }

    private func unknown(_ name: String) -> Problem {
        let names = known.map { "--" + $0.name }
        if let hint = Spelling.hint(for: name, in: names) { return failure("unknown option `\(name)`", hint: hint) }
        if command.body == nil, Self.declares(name, below: command) {
            return failure("`\(name)` is an option of a command and belongs after the command's name")
        }
        return failure("unknown option `\(name)`", hint: Self.inputHint(for: name, of: command))
    }

    /// Of a command that takes inputs of a pipeline: how one is given.
    private static func inputHint(for name: String, of command: Command) -> String? {
        let input = String(name.dropFirst(2))
        guard name.hasPrefix("--"), KebabName.allows(input), command.options.contains(where: { $0.name == "input" })
        else { return nil }
        return "an input of a pipeline is given with `-i \(input)=…`"
    }

    private static func declares(_ name: String, below command: Command) -> Bool {
        command.subcommands.contains { child in
            child.options.contains { "--" + $0.name == name || $0.short.map { "-\($0)" } == name }
                || declares(name, below: child)
        }
    }

    private func failure(_ message: String, hint: String? = nil) -> Problem {
        Problem.invalidRequest(
            message + (hint.map { "; \($0)" } ?? ""),
            details: [
                "usage: " + HelpText.usage(path: path, command: command),
                "Try `\(path.joined(separator: " ")) --help`.",
            ])
    }
}
