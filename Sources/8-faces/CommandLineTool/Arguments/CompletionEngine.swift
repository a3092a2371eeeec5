internal import Platform

/// What a shell may offer for the word under the cursor. The shells' scripts only ask for it (`compass __complete`), so all
/// three offer the same, it is made from the commands' declarations, and it is never older than the program.
struct CompletionEngine {
    /// What the shell adds from its own knowledge.
    enum Addition: String, Sendable {
        case nothing, files, folders
    }

    /// A word that may stand there.
    struct Candidate: Hashable, Sendable {
        let word: String
        let description: String
    }

    /// What may stand in place of the last word.
    struct Answer: Hashable, Sendable {
        var candidates: [Candidate] = []
        var addition = Addition.nothing
    }

    /// What the words before say of the one that is completed.
    struct Situation: Sendable {
        /// The first argument that is no option, and what it names; nil: there is none yet.
        let subject: (source: CompletionSource, word: Path)?
        /// The values that options were given before, by their names.
        let options: [String: Path]
        /// As far as it stands there.
        let typed: String

        /// The folder that `-w` names.
        var workspace: Path? { options[GlobalOptions.workspace.spec.name] }
    }

    let root: Command
    /// The words of a source that is only known when the shell asks. Those that do not begin as the typed one are left out.
    let words: (_ source: CompletionSource, _ situation: Situation) async -> [Candidate]

    /// - Parameter line: the words behind the program's name; the last one, which may be empty, is being typed.
    func answer(for line: [Path]) async -> Answer {
        guard let typed = line.last else { return Answer() }
        var state = Walk(command: root)
        for word in line.dropLast() { state.take(word) }
        if let pending = state.pending { return await values(of: pending.completion, state, typed, prefix: "") }
        let text = typed.text
        if !state.optionsEnded, text.hasPrefix("--"), let equals = text.firstIndex(of: "=") {
            let name = String(text[..<equals])
            guard let option = state.known.first(where: { "--" + $0.name == name }), option.placeholder != nil else {
                return Answer()
            }
            let value = Path(String(text[text.index(after: equals)...]))
            return await values(of: option.completion, state, value, prefix: name + "=")
        }
        if !state.optionsEnded, text.hasPrefix("-") { return options(state, typed: text) }
        if state.command.body == nil {
            return Answer(candidates: commands(of: state.command).filter { $0.word.hasPrefix(text) })
        }
        guard let positional = state.positional else { return Answer() }
        if positional.completion == .commands { return named(state.words, typed: text) }
        return await values(of: positional.completion, state, typed, prefix: "")
    }

    private func options(_ state: Walk, typed: String) -> Answer {
        let fresh = state.known.filter { $0.isRepeated || !state.given.contains($0.name) }
        return Answer(
            candidates: fresh.map { Candidate(word: "--" + $0.name, description: $0.help) }
                .filter { $0.word.hasPrefix(typed) })
    }

    private func commands(of command: Command) -> [Candidate] {
        command.visibleSubcommands.map { Candidate(word: $0.name, description: $0.summary) }
    }

    /// For `help`: the commands below those that are named already.
    private func named(_ path: [Path], typed: String) -> Answer {
        var command = root
        for word in path {
            guard let next = command.subcommand(word.text) else { return Answer() }
            command = next
        }
        let topics = path.isEmpty ? HelpTopic.all.map { Candidate(word: $0.name, description: $0.summary) } : []
        return Answer(candidates: (commands(of: command) + topics).filter { $0.word.hasPrefix(typed) })
    }

    private func values(of source: CompletionSource, _ state: Walk, _ typed: Path, prefix: String) async -> Answer {
        var answer = Answer()
        switch source {
        case .nothing, .commands: break
        case .files: answer.addition = .files
        case .folders: answer.addition = .folders
        case .words(let words): answer.candidates = words.map { Candidate(word: $0, description: "") }
        default:
            answer.candidates = await words(source, state.situation(typed: typed.text))
            if source == .pipelines || source == .plugins { answer.addition = .files }
        }
        answer.candidates = Self.beginning(as: typed.text, answer.candidates)
            .map { Candidate(word: prefix + $0.word, description: $0.description) }
        return answer
    }

    /// Those that begin as what is typed; where none does, those that do so in another case, as names and ids are found in any.
    private static func beginning(as typed: String, _ candidates: [Candidate]) -> [Candidate] {
        let exact = candidates.filter { $0.word.hasPrefix(typed) }
        if !exact.isEmpty { return exact }
        let folded = typed.folded
        return candidates.filter { $0.word.folded.hasPrefix(folded) }
    }

    /// The words before the cursor, read leniently: half a command line is all there is.
    private struct Walk {
        var command: Command
        var isRoot = true
        /// The option whose value comes next.
        var pending: OptionSpec?
        var optionsEnded = false
        var given: Set<String> = []
        var words: [Path] = []
        var values: [String: Path] = [:]

        init(command: Command) {
            self.command = command
        }

        var known: [OptionSpec] { isRoot ? GlobalOptions.ofProgram : command.options + GlobalOptions.all }

        /// The positional that the next word is.
        var positional: PositionalSpec? {
            var rest = words.count
            for spec in command.positionals {
                guard let maximum = spec.maximum else { return spec }
                if rest < maximum { return spec }
                rest -= maximum
            }
            return nil
        }

        func situation(typed: String) -> Situation {
            let first = command.positionals.first.flatMap { spec in words.first.map { (spec.completion, $0) } }
            return Situation(subject: first, options: values, typed: typed)
        }

        mutating func take(_ word: Path) {
            if let option = pending {
                values[option.name] = word
                pending = nil
            } else if optionsEnded || word == "-" || word.bytes.first != UInt8(ascii: "-") {
                if command.body != nil {
                    words.append(word)
                } else if let next = command.subcommand(word.text) {
                    command = next
                    isRoot = false
                }
            } else if word == "--" {
                optionsEnded = true
            } else if word.text.hasPrefix("--") {
                let parts = word.text.dropFirst(2).split(separator: "=", maxSplits: 1)
                take(
                    known.first { $0.name == parts.first ?? "" },
                    attached: parts.count > 1 ? Path(String(parts[1])) : nil)
            } else {
                takeShorts(word.text.dropFirst())
            }
        }

        private mutating func takeShorts(_ letters: Substring) {
            for index in letters.indices {
                let option = known.first { $0.short == letters[index] }
                let rest = letters[letters.index(after: index)...]
                take(option, attached: rest.isEmpty ? nil : Path(String(rest)))
                if option?.placeholder != nil { return }
            }
        }

        private mutating func take(_ option: OptionSpec?, attached: Path?) {
            guard let option else { return }
            given.insert(option.name)
            if option.placeholder == nil { return }
            values[option.name] = attached
            if attached == nil { pending = option }
        }
    }
}
