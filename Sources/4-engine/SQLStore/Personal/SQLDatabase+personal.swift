public import Accounts
internal import Pipelines
public import Platform
internal import SQL

/// As `PersonRecords`, but for `scrub`, which is the backend's.
extension SQLDatabase {
    public func holdings(of person: String) async throws -> PersonHoldings {
        try await read { try PersonTable(connection: $0).holdings(of: person) }
    }

    public func ownersWithoutAccount(limit: Int) async throws -> [String] {
        try await read { try PersonTable(connection: $0).ownersWithoutAccount(limit: Self.clamp(limit)) }
    }

    public func unfinishedRuns(of person: String, limit: Int) async throws -> [String] {
        try await read { try PersonTable(connection: $0).unfinishedRuns(of: person, limit: Self.clamp(limit)) }
    }

    public func runs(of person: String, after id: String, limit: Int) async throws -> [String] {
        try await read { try PersonTable(connection: $0).runs(of: person, after: id, limit: Self.clamp(limit)) }
    }

    public func runs(naming names: Set<String>, besidesThoseOf person: String) async throws -> [String] {
        let wanted = NamesInText(names)
        var found: [String] = []
        var row: Int64 = 0
        while true {
            let start = row
            let page = try await read {
                try PersonTable(connection: $0).texts(besidesThoseOf: person, after: start, limit: 200)
            }
            guard let last = page.last else { return found }
            row = last.row
            found += page.filter { wanted.stand(in: $0.text) }.map(\.run)
        }
    }

    public func eraseNotifications(ofRuns runs: [String]) async throws {
        try await erase(runs) { try PersonTable(connection: $0).eraseNotifications(ofRun: $1) }
    }

    public func eraseRuns(_ runs: [String]) async throws -> Int {
        try await write(runs, pace: WritingPace()) { connection, runs, goesOn in
            let table = PersonTable(connection: connection)
            var (taken, erased) = (0, 0)
            for run in runs {
                if taken > 0, !goesOn() { break }
                taken += 1
                guard let row = try connection.first("SELECT row FROM runs WHERE id = ?", [run], { try $0.integer(0) })
                else { continue }
                let pruned = try RunPruning(connection: connection).remove([row][...]) { true }.result
                if pruned > 0 { try table.eraseAudit(about: run) }
                erased += pruned
            }
            return (taken, erased)
        }
    }

    public func eraseWatchedFiles(of person: String, runs: Set<String>) async throws -> [Path] {
        var paths: [Path] = []
        for watch in try await read({ try PersonTable(connection: $0).watches() }) {
            var last: LedgerEntry.File?
            while true {
                let page = try await entries(ofWatch: watch, states: [], after: last, limit: 1_000)
                guard let end = page.last else { break }
                last = end.file
                let theirs = page.filter { entry in
                    runs.contains(entry.run) || entry.path.has(folder: person)
                        || entry.target?.has(folder: person) == true
                }
                try await forget(theirs.map(\.file), ofWatch: watch)
                paths += theirs.map(\.path)
            }
        }
        return paths
    }

    public func eraseLinks(of person: String) async throws -> Int {
        try await write(durable: false) { try PersonTable(connection: $0).eraseLinks(of: person) }
    }

    public func eraseAudit(about subjects: [String]) async throws {
        try await erase(subjects) { try PersonTable(connection: $0).eraseAudit(about: $1) }
    }

    public func eraseTraces(of person: String, runs: Set<String>, keeping entry: String) async throws -> Int {
        let name = NamesInText([person])
        let slots = try await read { try PersonTable(connection: $0).slots() }.filter { runs.contains($0.run) }
        try await erase(slots.map(\.row)) { try PersonTable(connection: $0).forgetRun(ofSlot: $1) }
        let batches = try await read { try PersonTable(connection: $0).batches() }.filter { name.stand(in: $0.text) }
        try await erase(batches.map(\.id)) { try PersonTable(connection: $0).eraseBatch($1) }
        try await write(durable: false) {
            try PersonTable(connection: $0).eraseAccountTraces(of: person, keeping: entry)
        }
        var (row, count): (Int64, Int) = (0, 0)
        while true {
            let start = row
            let page = try await read { try PersonTable(connection: $0).audit(after: start, limit: 1_000) }
            guard let last = page.last else { return count }
            row = last.row
            let naming = page.filter { $0.id != entry && name.stand(inDetail: $0.detail, reason: $0.reason) }
            count += naming.count
            try await erase(naming.map(\.id)) { try $0.execute("DELETE FROM audit WHERE id = ?", [$1]) }
        }
    }

    /// Erases things one by one, in short transactions.
    private func erase<Item: Sendable>(
        _ items: [Item], _ body: @escaping @Sendable (any SQLConnection, Item) throws -> Void
    ) async throws {
        _ = try await write(items, pace: WritingPace()) { connection, items, goesOn in
            var taken = 0
            for item in items {
                if taken > 0, !goesOn() { break }
                taken += 1
                try body(connection, item)
            }
            return (taken, 0)
        }
    }
}

extension Path {
    /// Whether one of the folders above the file, or the file itself, has that name.
    fileprivate func has(folder name: String) -> Bool {
        bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual(name.utf8) }
    }
}
