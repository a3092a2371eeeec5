internal import Accounts
internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// What is done with files in quarantine, by whichever address it is asked for.
extension RouteRequest {
    /// So many are released or discarded at a time.
    private static let maxEntries = 1_000

    /// The entry that the path names, if the visitor may see it.
    ///
    /// - Throws: `Problem` of kind `notFound`, the same whether it is not there or is somebody else's.
    func entry() async throws -> QuarantineEntry {
        let id = try self[QuarantineRoutes.entry]
        guard let found = try await visible(id) else { throw Self.noEntry(id) }
        return found
    }

    /// - Throws: `Problem` for the first id of which the visitor sees no entry.
    func checkVisible(_ ids: [String]) async throws {
        for id in ids where try await visible(id) == nil { throw Self.noEntry(id) }
    }

    /// What is held of a group and may be seen, at most as much as is released or discarded at a time.
    ///
    /// - Parameters: nil: any.
    func heldEntries(
        pipeline: String?, stage: String?, kind: String?
    ) async throws -> (entries: [QuarantineEntry], more: Bool) {
        var query = QuarantineQuery()
        (query.pipeline, query.stage, query.kind) = (pipeline, stage, kind)
        query.owner = try visitor.owner
        let page = try await workspace.quarantine.quarantined(query, limit: Self.maxEntries, after: nil)
        return (page.items, page.next != nil)
    }

    /// Runs files anew, with the pipelines as they are now.
    ///
    /// - Parameters:
    ///   - entries: ids of what the visitor sees.
    ///   - arguments: inputs in place of the former ones, as `NAME=VALUE`.
    ///   - names: of these inputs, which the audit tells.
    /// - Returns: the runs that have the files now.
    func release(_ entries: [String], changedBy arguments: [String], names: [String]) async throws -> [String] {
        let service = server.service
        let workspace = workspace
        let isForOthers = visitor.isAdmin
        let details = [
            entries.count > 1 ? "and \(entries.count - 1) more" : nil,
            names.isEmpty ? nil : "with other inputs: \(names.joined(separator: ", "))",
        ].compactMap(\.self)
        return try await audited(
            "quarantine.release", .entry(entries.first ?? ""),
            detail: details.isEmpty ? nil : details.joined(separator: "; ")
        ) {
            let release = try await QuarantineRelease(entries, in: workspace)
            let groups = try await release.requests(
                changedBy: arguments, isForOthers: isForOthers, warnings: { _ in })
            let rest = Countdown(groups.reduce(0) { $0 + $1.requests.count })
            var runs = release.taken.map(\.run)
            for group in groups {
                for one in group.requests {
                    runs.append(
                        try service.begin(one, of: group.pipeline) { result in
                            guard rest.isLast() else { return }
                            do {
                                try await release.settle()
                            } catch {
                                if let result { service.observe(.notCleared(result, error)) }
                            }
                        })
                }
            }
            return runs
        }
    }

    /// Gives files up for good.
    ///
    /// - Parameter entries: ids of what the visitor sees.
    /// - Returns: the entries as they are now.
    func discard(_ entries: [String]) async throws -> [QuarantineEntry] {
        try await audited(
            "quarantine.discard", .entry(entries.first ?? ""),
            detail: entries.count > 1 ? "and \(entries.count - 1) more" : nil
        ) {
            let discard = try await QuarantineDiscard(entries, in: workspace)
            var discarded: [QuarantineEntry] = []
            for entry in discard.entries {
                if let gone = try await discard.discard(entry) { discarded.append(gone) }
            }
            try await discard.sweep()
            return discarded
        }
    }

    private func visible(_ id: String) async throws -> QuarantineEntry? {
        guard let entry = try await workspace.quarantine.quarantineEntry(id) else { return nil }
        if visitor.isAdmin { return entry }
        guard let run = try await workspace.journal.run(entry.run), visitor.sees(run.run.owner) else { return nil }
        return entry
    }

    private static func noEntry(_ id: String) -> Problem {
        Problem(.notFound, "There is no entry `\(Printable.text(id))`.", advice: [.listEntries])
    }
}
