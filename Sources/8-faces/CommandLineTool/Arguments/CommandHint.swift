internal import Diagnostics

/// What a word may have been meant as that names no command at its place.
enum CommandHint {
    /// So many commands elsewhere are named.
    private static let maxNamed = 3
    /// Words for one action on whatever a group is about. They lead to no other group: who wants to
    /// delete a school is not to be shown what erases documents.
    private static let alike: [Set<String>] = [
        ["list", "ls", "search", "find"], ["show", "view", "info", "cat", "get"], ["add", "create", "new", "make"],
        ["edit", "rename", "change", "update"],
        ["remove", "rm", "delete", "del", "erase", "drop", "trash", "discard", "revoke", "prune"],
    ]

    /// In a group the commands there that are called so or do the same, or that are spelled nearly so; then commands elsewhere that
    /// are called so, or else what is spelled nearly so. Commands are named as they are typed, from the program on.
    ///
    /// - Parameters:
    ///   - group: where the word stands.
    ///   - path: the words that name the group.
    ///   - words: what else may stand there.
    /// - Returns: a part of a sentence; nil: nothing is like it.
    static func hint(
        for word: String, in group: Command, at path: [String], of root: Command, or words: [String] = []
    ) -> String? {
        let (own, isGroup) = (group.visibleSubcommands, path.count > 1)
        if isGroup, let hint = hint(called(word, among: own).map { path + [$0.name] }) { return hint }
        let all = commands(below: root, [root.name])
        if isGroup, alike.contains(where: { $0.contains(word) }) {
            return hint(all.filter { $0.path.count == 2 && $0.command.isCalled(word) }.map { $0.path })
        }
        if let hint = hint(all.filter { $0.command.isCalled(word) }.map { $0.path }) { return hint }
        if let near = Spelling.nearest(to: word, in: own.map(\.name) + words) {
            return hint([words.contains(near) ? [near] : path + [near]])
        }
        guard let near = Spelling.nearest(to: word, in: all.map { $0.command.name }) else { return nil }
        if isGroup, alike.contains(where: { $0.contains(near) }) {
            return hint(called(near, among: own).map { path + [$0.name] })
        }
        return hint(all.filter { $0.command.name == near }.map { $0.path })
    }

    /// Those that are called so, or else those that do the same to what their group is about.
    private static func called(_ word: String, among commands: [Command]) -> [Command] {
        let exact = commands.filter { $0.isCalled(word) }
        guard exact.isEmpty, let words = alike.first(where: { $0.contains(word) }) else { return exact }
        return commands.filter { words.contains($0.name) }
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
