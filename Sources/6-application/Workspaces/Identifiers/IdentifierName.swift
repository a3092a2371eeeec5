package import Documents
internal import Platform
internal import Representations

/// What a person calls something by that has an id: the id, or a beginning of it that no other id has, in any case. Those of
/// documents have titles too, see `DocumentName`.
package struct IdentifierName: Sendable {
    /// As it was typed.
    package let text: String
    package let kind: IdentifierKind

    /// The beginning of an id has at least that many characters, so that a slip of the finger means nothing.
    private static let minPrefix = 4
    /// So many that may be meant are listed.
    static let maxCandidates = 10

    package init(_ text: String, of kind: IdentifierKind) {
        self.text = text
        self.kind = kind
    }

    /// The id that is meant.
    ///
    /// - Throws: what is thrown elsewhere when there is none of that id; `Problem` that lists those that may be meant, when
    ///   there are several.
    package func id(in workspace: Workspace) async throws -> String {
        if let id = try await idIfThere(in: workspace) { return id }
        throw try await absent(in: workspace)
    }

    /// That there is nothing that the text could mean, and why, where it may have been meant as the beginning of an id.
    private func absent(in workspace: Workspace) async throws -> any Error {
        if kind == .run, let run = try await awaitedRun(in: workspace), let id = run.run {
            return Problem.refused("Run `\(Printable.text(id))` has not begun: \(Printable.text(run.detail)).")
        }
        let absent = kind.absent(text)
        guard let message = try await tooShort(in: workspace) else { return absent }
        return Problem(.notFound, message, advice: Problem(absent).advice)
    }

    /// The run that is meant, if it is on record only as one that somebody waits for.
    private func awaitedRun(in workspace: Workspace) async throws -> AwaitedRun? {
        guard text.utf8.count >= Self.minPrefix else { return nil }
        let spellings = spellings
        let meant = try await workspace.stores.awaitedRuns(limit: 1_000, among: workspace.pipelineNames).filter { run in
            spellings.contains { run.run?.hasPrefix($0) == true }
        }
        return meant.count == 1 ? meant.first : nil
    }

    /// That the text begins an id but has too few characters to mean it; nil: it does not, or has enough.
    func tooShort(in workspace: Workspace) async throws -> String? {
        guard text.utf8.count < Self.minPrefix else { return nil }
        for spelling in spellings {
            let ids = try await workspace.stores.identifiers.identifiers(of: kind, beginningWith: spelling, limit: 1)
            if ids.isEmpty { continue }
            return "`\(Printable.text(text))` is too short: give at least \(Self.minPrefix) characters of an id."
        }
        return nil
    }

    /// The id that is meant by what a list is narrowed to: one that is there, or one that is gone and that something still
    /// refers to.
    ///
    /// - Throws: as `id`, with the nearest that there is.
    package func filter(in workspace: Workspace) async throws -> String {
        if kind == .subject, let id = try await subject(in: workspace) { return id }
        if let id = try await idIfThere(in: workspace) { return id }
        if try await workspace.refers(to: text, of: kind) { return text }
        let absent = try await absent(in: workspace)
        let start = String(text.prefix(Self.minPrefix))
        let near = try await workspace.stores.identifiers.identifiers(of: kind, beginningWith: start, limit: 1_000)
        guard let problem = absent as? Problem else { throw absent }
        throw Problem(
            problem.kind, problem.message + Workspace.hint(for: text, in: near), advice: problem.advice)
    }

    /// Changes may be looked for of what has had none yet, and of documents by their titles. What is a whole name comes before
    /// what only begins so.
    ///
    /// - Throws: `Problem` that lists those that may be meant, when there are several.
    private func subject(in workspace: Workspace) async throws -> String? {
        if let whole = try await found(in: workspace).whole { return whole }
        if try await workspace.refers(to: text, of: kind) { return text }
        if let version = try await DocumentName(text).versionOfTitle(in: workspace) { return version.id }
        if let id = try await idIfThere(in: workspace) { return id }
        for other in IdentifierKind.allCases where other != .subject && other != .version {
            if let id = try await IdentifierName(text, of: other).idIfThere(in: workspace) { return id }
        }
        return try await DocumentName(text).versionIfThere(in: workspace)?.id
    }

    /// The id that is meant; nil: there is none.
    ///
    /// - Throws: `Problem` that lists those that may be meant, when there are several.
    func idIfThere(in workspace: Workspace) async throws -> String? {
        let found = try await found(in: workspace)
        if let whole = found.whole { return whole }
        guard found.beginning.count > 1 else { return found.beginning.first }
        var candidates: [(id: String, words: String)] = []
        for id in found.beginning { candidates.append((id, try await workspace.words(for: id, of: kind))) }
        throw several(candidates)
    }

    /// The id that the text is, in whatever case; otherwise those that begin with it, in order, one more than are listed at most.
    func found(in workspace: Workspace) async throws -> (whole: String?, beginning: [String]) {
        var found: Set<String> = []
        for spelling in spellings {
            let ids = try await workspace.stores.identifiers.identifiers(
                of: kind, beginningWith: spelling, limit: Self.maxCandidates + 1)
            if ids.first == spelling { return (spelling, []) }
            if spelling.utf8.count >= Self.minPrefix { found.formUnion(ids) }
        }
        return (nil, Array(found.sorted().prefix(Self.maxCandidates + 1)))
    }

    /// Ids are in small letters or in capitals, those of notifications in capitals up to the dot; others may have both.
    private var spellings: Set<String> {
        if text.isEmpty { return [] }
        let dot = text.firstIndex(of: ".") ?? text.endIndex
        return [text, text.lowercased(), text.uppercased(), text[..<dot].uppercased() + text[dot...]]
    }

    /// What may be meant by a text that somebody is still typing, so of any length, with what it is the id of.
    ///
    /// - Parameter limit: at most that many.
    package func candidates(in workspace: Workspace, limit: Int) async throws -> [(id: String, words: String)] {
        var ids: Set<String> = []
        for spelling in spellings {
            ids.formUnion(
                try await workspace.stores.identifiers.identifiers(of: kind, beginningWith: spelling, limit: limit))
        }
        var candidates: [(id: String, words: String)] = []
        for id in ids.sorted().prefix(limit) {
            candidates.append((id, try await workspace.words(for: id, of: kind)))
        }
        return candidates
    }

    /// That one of several may be meant, with a line for each.
    ///
    /// - Parameters:
    ///   - candidates: one more than are listed says that there are more.
    ///   - advice: what to do, as the last part of a sentence.
    func several(
        _ candidates: [(id: String, words: String)], advice: String = "give more of the id of the one that is meant"
    ) -> Problem {
        let more = candidates.count > Self.maxCandidates
        return Problem.invalidRequest(
            "`\(Printable.text(text))` may mean \(more ? "more than \(Self.maxCandidates)" : "\(candidates.count)") "
                + "\(kind.plural); \(advice)",
            details: candidates.prefix(Self.maxCandidates).map { id, words in
                "  \(Printable.text(id))" + (words.isEmpty ? "" : "  \(Printable.text(words))")
            })
    }
}

extension Workspace {
    /// The ids that names mean, each once, in their order; all of them or none.
    ///
    /// - Throws: as `IdentifierName.id`.
    package func ids(_ names: [String], of kind: IdentifierKind) async throws -> [String] {
        var ids: [String] = []
        for name in names {
            let id = try await IdentifierName(name, of: kind).id(in: self)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// The shortest beginnings of ids that mean them, and nothing else of their kind, now.
    package func shortened(_ ids: [String], of kind: IdentifierKind) async throws -> [String] {
        try await stores.identifiers.distinctPrefixes(of: ids, among: kind)
    }
}
