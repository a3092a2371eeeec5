internal import Engine
internal import Pipelines
internal import Platform

/// Reads what the ledger has of a watch, page by page; and notes what is there already, if that is not to be taken.
struct LedgerLoading: Sendable {
    let surroundings: FolderIntake.Surroundings
    let rules: WatchRules
    let watch: Int64
    let pool: WorkerPool

    private static let page = 5_000
    /// Stands in the ledger of a watch that began without what was there: of no file.
    private static let beginning = LedgerEntry.File(device: 0, inode: 0, born: 0)

    func load(into state: inout IntakeState) async throws {
        var after: LedgerEntry.File?
        // Whether it is clear what was there at the beginning.
        var hasBegun = false
        while true {
            let page = try await surroundings.ledger.entries(ofWatch: watch, states: [], after: after, limit: Self.page)
            hasBegun = hasBegun || page.contains { $0.file == Self.beginning || !$0.run.isEmpty }
            state.load(page, at: .now)
            guard let last = page.last, page.count == Self.page else { break }
            after = last.file
        }
        // What came while the process was away is no part of what was there at the beginning.
        if !hasBegun, !rules.trigger.takesExisting { state.load(try await noteExisting(), at: .now) }
    }

    private func noteExisting() async throws -> [LedgerEntry] {
        let rules = rules
        let report = try await pool.run {
            FolderScan(rules: rules, enter: { _, _ in }, sift: { $0 }, isStopped: { false })
                .run(starts: nil, number: 0, limit: .max)
        }
        let now = surroundings.clock.now()
        let entries = report.found.map { found in
            LedgerEntry(
                watch: watch, file: found.file, path: found.path, size: found.mark.size,
                modified: found.mark.modified, changed: found.mark.changed, run: "", state: .settled,
                status: .skipped, attempts: 0, takenAt: now)
        }
        let mark = LedgerEntry(
            watch: watch, file: Self.beginning, path: rules.base, size: 0, modified: 0, changed: 0, run: "",
            state: .settled, status: .skipped, attempts: 0, takenAt: now)
        // The mark last: whoever dies before begins anew.
        var rest = entries[...]
        while !rest.isEmpty {
            try await surroundings.ledger.put(Array(rest.prefix(Self.page)))
            rest = rest.dropFirst(Self.page)
        }
        try await surroundings.ledger.put([mark])
        return entries
    }
}
