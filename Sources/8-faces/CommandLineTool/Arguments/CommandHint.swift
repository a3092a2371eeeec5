internal import Diagnostics

/// What a word may have been meant as that names no command at its place.
enum CommandHint {
    /// So many commands elsewhere are named.
    private static let maxNamed = 3

    /// Commands elsewhere that are called so, or else what is spelled nearly so: at that place, and last elsewhere. Commands are
    /// named as they are typed, from the program on.
    ///
    /// - Parameters:
    ///   - group: where the word stands.
    ///   - path: the words that name the group.
    ///   - words: what else may stand there.
    /// - Returns: a part of a sentence; nil: nothing is like it.
    static func hint(
        for word: String, in group: Command, at path: [String], of root: Command, or words: [String] = []
    ) -> String? {
        let all = commands(below: root, [root.name])
        if let hint = Self.hint(all.filter { $0.command.isCalled(word) }.map { $0.path }) { return hint }
        if let near = Spelling.nearest(to: word, in: group.visibleSubcommands.map(\.name) + words) {
            return hint([words.contains(near) ? [near] : path + [near]])
        }
        guard let near = Spelling.nearest(to: word, in: all.map { $0.command.name }) else { return nil }
        return hint(all.filter { $0.command.name == near }.map { $0.path })
    }

    private static func hint(_ paths: [[String]]) -> String? {
        let named = paths.prefix(maxNamed).map { "`\($0.joined(separator: " "))`" }
        guard let last = named.last else { return nil }
        let start = named.count < paths.count ? "did you mean, among others, " : "did you mean "
        return start + (named.count == 1 ? last : named.dropLast().joined(separator: ", ") + " or \(last)") + "?"
    }

    /// Those that help shows, each with the words that name it.
    private static func commands(below group: Command, _ path: [String]) -> [(path: [String], command: Command)] {
        group.visibleSubcommands.flatMap { command -> [(path: [String], command: Command)] in
            let place = path + [command.name]
            return [(place, command)] + commands(below: command, place)
        }
    }
}

extension Command {
    /// The same command, which words of other programs lead to when they name none: `rm`.
    func alsoCalled(_ words: String...) -> Command {
        var command = self
        command.otherNames = words
        return command
    }

    fileprivate func isCalled(_ word: String) -> Bool { name == word || otherNames.contains(word) }
}
