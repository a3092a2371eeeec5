internal import Engine
internal import Pipelines
internal import Platform

/// What the ledger has of a watch as a whole: read at the start, page by page, and kept true to what lies in the folders.
struct LedgerUpkeep: Sendable {
    let dependencies: FolderIntake.Dependencies
    let watch: Int64

    private static let page = 5_000
    /// Stands in the ledger of a watch that began without what was there: of no file.
    private static let beginning = LedgerEntry.File(device: 0, inode: 0, born: 0)

    /// Reads all of it; and notes what is there already, if that is not to be taken.
    ///
    /// - Throws: what the ledger throws.
    func load(into state: inout IntakeState, _ rules: WatchRules) async throws {
        var after: LedgerEntry.File?
        // Whether it is clear what was there at the beginning.
        var hasBegun = false
        while true {
            let page = try await dependencies.ledger.entries(ofWatch: watch, states: [], after: after, limit: Self.page)
            hasBegun = hasBegun || page.contains { $0.file == Self.beginning || !$0.run.isEmpty }
            state.load(page, at: .now)
            guard let last = page.last, page.count == Self.page else { break }
            after = last.file
        }
        // What came while the process was away is no part of what was there at the beginning.
        if !hasBegun, !rules.trigger.takesExisting { state.load(try await noteExisting(rules), at: .now) }
    }

    private func noteExisting(_ rules: WatchRules) async throws -> [LedgerEntry] {
        let report = try await IntakePools.shared.scans.run {
            FolderScan(rules: rules, enter: { _, _ in }, sift: { $0 }, isStopped: { false })
                .run(starts: nil, number: 0, limit: .max)
        }
        let now = dependencies.clock.now()
        func skipped(_ file: LedgerEntry.File, _ path: Path, _ mark: FileMark) -> LedgerEntry {
            LedgerEntry(
                watch: watch, file: file, path: path, size: mark.size, modified: mark.modified, changed: mark.changed,
                run: "", state: .settled, status: .skipped, attempts: 0, takenAt: now)
        }
        let entries = report.found.map { skipped($0.file, $0.path, $0.mark) }
        // The mark last: a process that dies before begins anew.
        var rest = entries[...]
        while !rest.isEmpty {
            try await dependencies.ledger.put(Array(rest.prefix(Self.page)))
            rest = rest.dropFirst(Self.page)
        }
        try await dependencies.ledger.put([
            skipped(Self.beginning, rules.base, FileMark(size: 0, modified: 0, changed: 0))
        ])
        return entries
    }

    /// Takes in files under other numbers of their device.
    ///
    /// - Throws: what the ledger throws. They are found under their new numbers again at the next start then.
    func renumber(_ files: [(from: LedgerEntry.File, to: FoundFile)]) async throws {
        for (from, to) in files {
            guard let entry = try await dependencies.ledger.entry(ofWatch: watch, file: from) else { continue }
            let copy = LedgerEntry(
                watch: watch, file: to.file, path: entry.path, size: entry.size, modified: entry.modified,
                changed: entry.changed, sha256: entry.sha256, takenSHA256: entry.takenSHA256, run: entry.run,
                state: entry.state, status: entry.status, attempts: entry.attempts, target: entry.target,
                note: entry.note, takenAt: entry.takenAt)
            try await dependencies.ledger.put([copy])
        }
        try await dependencies.ledger.forget(files.map(\.from), ofWatch: watch)
    }

    /// Forgets a file that is gone before its run began, unless it has come back since, with another run.
    ///
    /// - Throws: what the ledger throws.
    func remove(_ file: LedgerEntry.File, run: String) async throws {
        guard let entry = try await dependencies.ledger.entry(ofWatch: watch, file: file), entry.run == run else {
            return
        }
        _ = try await dependencies.ledger.forgetUnchanged([entry])
    }

    /// Forgets files that are gone. One whose folder is gone as well, or lies on another disk than it, may be back when that
    /// is mounted again.
    ///
    /// - Parameters:
    ///   - unseen: those of entries that no look has found.
    ///   - forgotten: is told which were forgotten.
    /// - Throws: what the ledger throws.
    func sweep(
        _ trusted: TrustedFolder, on pool: PoolShare, unseen: ([LedgerEntry]) -> [LedgerEntry],
        forgotten: ([LedgerEntry.File]) -> Void
    ) async throws {
        var after: LedgerEntry.File?
        while true {
            let page = try await dependencies.ledger.entries(
                ofWatch: watch, states: [.settled], after: after, limit: Self.page)
            let missing = unseen(page.filter { $0.file != Self.beginning })
            let gone = try await pool.run { missing.filter { Self.isGone($0, trusted) } }
            // One that was found meanwhile has been put anew.
            let files = try await dependencies.ledger.forgetUnchanged(gone)
            if !files.isEmpty { forgotten(files) }
            guard let last = page.last, page.count == Self.page else { return }
            after = last.file
        }
    }

    private static func isGone(_ entry: LedgerEntry, _ trusted: TrustedFolder) -> Bool {
        guard let folder = try? trusted.status(of: entry.path.folder), folder.device == entry.file.device else {
            return false
        }
        do {
            return try trusted.status(of: entry.path)?.inode != entry.file.inode
        } catch {
            return true
        }
    }
}
