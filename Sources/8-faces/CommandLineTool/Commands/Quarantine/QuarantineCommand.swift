internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// `compass quarantine`
enum QuarantineCommand {
    static let command = Command(
        group: "quarantine", "Files of runs that were rejected or failed: look, release, discard",
        discussion: """
            A file that a run refuses or cannot finish is kept with the reason, the run and the line of the pipeline that \
            decided: as a clone or a copy, a large one by a second name, in the worst case by reference. Nothing is lost \
            when the original is overwritten meanwhile.
            """,
        standard: "list",
        [QuarantineList.command, QuarantineShow.command, QuarantineRelease.command, QuarantineDiscard.command])

    static let ids = Positional<[String]>.many(
        "ID", .word, "The entry's id, as `quarantine list` shows it.", minimum: 1)
    static let json = CommandOption.flag("json", "Print one JSON object a line.")
}

extension Quarantine {
    /// The entries of these ids, each once; all of them or none.
    ///
    /// - Throws: `Problem` for an id that is none, or whose file is not held any more.
    func held(_ ids: [String]) async throws -> [QuarantineEntry] {
        var entries: [QuarantineEntry] = []
        for id in ids where !entries.contains(where: { $0.id == id }) {
            let entry = try await self.entry(id)
            switch entry.state {
            case .held: entries.append(entry)
            case .released:
                throw Problem.refused("\(id) was released to run \(entry.releasedTo ?? "") already.")
            case .discarded:
                throw Problem.refused(
                    "\(id) was discarded \(entry.resolvedAt.map { "at \(HumanFormat.time($0))" } ?? "").")
            }
        }
        return entries
    }

    /// - Throws: `Problem` when there is none.
    func entry(_ id: String) async throws -> QuarantineEntry {
        guard let entry = try await quarantineEntry(id) else {
            throw Problem.refused(
                "There is no `\(Printable.text(id))` in quarantine.", advice: [.listEntries])
        }
        return entry
    }
}
