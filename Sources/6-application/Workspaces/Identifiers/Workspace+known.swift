internal import Accounts
internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// Owners and pipelines that lists are narrowed to: one that there never was is a slip, and not an empty list.
extension Workspace {
    /// - Parameter id: of an owner: a person, the workspace's own, or whoever has documents or runs.
    /// - Throws: `Problem` of kind `notFound`, with the nearest that there is; the stores' errors.
    package func requireOwner(_ id: String) async throws {
        if id == owner { return }
        if try await stores.knows(owner: id) { return }
        let people = try await accounts.people(limit: 10_000, after: nil).items.map(\.id)
        throw Self.absent("owner", id, among: [owner] + people)
    }

    /// The owner that is meant: one that there is, or a person or the workspace's own in another case or with blanks around it.
    ///
    /// - Throws: as `requireOwner`.
    package func knownOwner(_ text: String) async throws -> String {
        do {
            try await requireOwner(text)
            return text
        } catch let problem as Problem where problem.kind == .notFound {
            if let person = try await meantPerson(text) { return person }
            if Self.folded(text) == Self.folded(owner) { return owner }
            throw problem
        }
    }

    /// The person that is meant, also in another case or with blanks around it.
    ///
    /// - Throws: `Problem` of kind `notFound`, with the nearest that there is; the database's errors.
    package func knownPerson(_ text: String) async throws -> String {
        if let person = try await meantPerson(text) { return person }
        let people = try await accounts.people(limit: 10_000, after: nil).items.map(\.id)
        throw Self.absent("person", text, among: people)
    }

    /// The name of the pipeline that is meant, which the journal knows runs by: one that has runs, batches or files in
    /// quarantine, or one of the workspace by its name or its file's.
    ///
    /// - Throws: `Problem` of kind `notFound`, with the nearest that there is; the journal's errors.
    package func knownPipeline(_ name: String) async throws -> String {
        var runs = RunQuery()
        runs.pipeline = name
        if try await !journal.runs(runs, limit: 1, after: nil).items.isEmpty { return name }
        if try await !batches.batches(ofPipeline: name, limit: 1, after: nil).items.isEmpty { return name }
        var entries = QuarantineQuery()
        (entries.state, entries.pipeline) = (nil, name)
        if try await !quarantine.quarantined(entries, limit: 1, after: nil).items.isEmpty { return name }
        // Also one whose file is wrong, which may have been right when it ran.
        let names = try PipelineFinder(workspace: root).names()
        if let found = names.first(where: { $0.name == name }) ?? names.first(where: { $0.stem == name }) {
            return found.name
        }
        throw Problem(
            .notFound,
            "There is no pipeline `\(Printable.short(name))`, and none of that name has had runs."
                + Self.hint(for: name, in: names.map(\.name) + names.map(\.stem)))
    }

    /// The same of a pipeline that is named as for a run: its file may mean it too. For those who may read this machine's
    /// files; to others it would tell which there are.
    ///
    /// - Throws: as `knownPipeline`; `PipelineFinder.NotFound` for a file that there is not.
    package func knownPipeline(orFile argument: String) async throws -> String {
        try await knownPipeline(try PipelineFinder(workspace: root).name(ofFile: Path(argument)) ?? argument)
    }

    private static func absent(_ what: String, _ id: String, among known: [String]) -> Problem {
        let hint = hint(for: id, in: known)
        return Problem(
            .notFound, "There is no \(what) `\(Printable.short(id))`.\(hint)", advice: hint.isEmpty ? [.listPeople] : []
        )
    }

    /// A further sentence; empty: none is near.
    static func hint(for name: String, in known: [String]) -> String {
        Spelling.nearest(to: name, in: known).map { " Did you mean `\(Printable.text($0))`?" } ?? ""
    }
}

extension Stores {
    /// Whether there is such an owner: a person, or whoever has documents, runs or uploads.
    ///
    /// - Throws: the stores' errors.
    func knows(owner id: String) async throws -> Bool {
        if try await accounts.person(id) != nil { return true }
        if try await catalog.statistics(owner: id).storageBytes > 0 { return true }
        var runs = RunQuery()
        runs.owner = id
        if try await !journal.runs(runs, limit: 1, after: nil).items.isEmpty { return true }
        return try await !uploads.uploads(UploadQuery(owner: id), limit: 1, after: nil).items.isEmpty
    }
}
