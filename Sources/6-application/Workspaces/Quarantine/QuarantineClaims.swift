internal import Diagnostics
package import Pipelines
internal import Platform
internal import QuarantineFolder
internal import Representations

extension Quarantine {
    /// - Throws: `Problem` when there is none of this id; the journal's errors.
    package func entry(_ id: String) async throws -> QuarantineEntry {
        guard let entry = try await quarantineEntry(id) else {
            throw Problem.noEntry(id)
        }
        return entry
    }

    /// The entry that has the file of a released one now, as the runs that it was released to did not succeed; nil: the first of
    /// them did, or is not on record any more.
    package func successor(of entry: QuarantineEntry) async throws -> QuarantineEntry? {
        var last: QuarantineEntry?
        // An entry has the id of the run that made it.
        while let run = (last ?? entry).releasedTo, let next = try await quarantineEntry(run) { last = next }
        return last
    }

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
                if let last = try await successor(of: entry), last.state == .held {
                    throw Problem.refused(
                        "\(id) was run again and \(last.status.rawValue) again. The file is in quarantine as \(last.id) now."
                    )
                }
                throw Problem.refused("\(id) was released to run \(entry.releasedTo ?? "") already.")
            case .discarded:
                throw Problem.refused("\(id) was discarded already.")
            }
        }
        return entries
    }
}

/// Entries of quarantine that no other process releases or discards as long as this lives.
final class QuarantineClaims: Sendable {
    /// In the order in which they were asked for, with how each stands.
    let entries: [(entry: QuarantineEntry, state: Settlement.State)]
    private let locks: [FileDescriptor]

    /// Sweeps the quarantine folder, claims the entries, and settles what runs have taken over by now.
    ///
    /// - Parameter inProgress: what is thrown when a run works with an entry.
    /// - Throws: `Problem` for an id that is none, an entry that is not held any more, or one that another process has
    ///   claimed; `SystemError`; the journal's errors. Nothing is claimed then.
    init(
        _ ids: [String], in workspace: Workspace, inProgress: (_ run: String, _ entry: String) -> Problem
    ) async throws {
        try await workspace.sweepQuarantine()
        var entries: [(QuarantineEntry, Settlement.State)] = []
        var locks: [FileDescriptor] = []
        for entry in try await workspace.quarantine.held(ids) {
            guard let lock = try workspace.quarantineFolder.claim(entry.id) else {
                throw Problem.refused("Another process is releasing or discarding \(entry.id) just now.")
            }
            locks.append(lock)
            let state = try await Settlement(workspace: workspace).settle(entry)
            if case .inProgress(let run) = state { throw inProgress(run, entry.id) }
            entries.append((entry, state))
        }
        (self.entries, self.locks) = (entries, locks)
    }
}
