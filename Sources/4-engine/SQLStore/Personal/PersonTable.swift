internal import Accounts
internal import Pipelines
internal import Platform
internal import SQL

/// What is on record about one person, through any connection.
struct PersonTable {
    let connection: any SQLConnection

    private static let ownRuns = "SELECT id FROM runs WHERE owner = ?1"

    func holdings(of person: String) throws -> PersonHoldings {
        func count(_ sql: String) throws -> Int {
            Int(try connection.first(sql, [person]) { try $0.integer(0) } ?? 0)
        }
        var holdings = PersonHoldings()
        holdings.documents = try count("SELECT count(*) FROM series WHERE owner = ?1")
        let versions = try connection.first(
            """
            SELECT count(*), coalesce(sum(size), 0) FROM versions
            WHERE series IN (SELECT row FROM series WHERE owner = ?1)
            """, [person]
        ) { (count: Int(try $0.integer(0)), bytes: try $0.integer(1)) }
        (holdings.versions, holdings.bytes) = (versions?.count ?? 0, versions?.bytes ?? 0)
        holdings.runs = try count("SELECT count(*) FROM runs WHERE owner = ?1")
        holdings.notifications = try count("SELECT count(*) FROM notifications WHERE run IN (\(Self.ownRuns))")
        holdings.quarantined = try count("SELECT count(*) FROM quarantine WHERE run IN (\(Self.ownRuns))")
        holdings.uploads = try count("SELECT count(*) FROM uploads WHERE owner = ?1")
        holdings.links = try count("SELECT count(*) FROM links WHERE owner = ?1")
        holdings.acceptances = try count("SELECT count(*) FROM legal_acceptances WHERE person = ?1")
        holdings.audited = try count("SELECT count(*) FROM audit WHERE actor = ?1 OR subject = ?1")
        holdings.hasAccount = try PeopleTable(connection: connection).person(person) != nil
        return holdings
    }

    func ownersWithoutAccount(limit: Int) throws -> [String] {
        try connection.rows(
            """
            SELECT owner FROM (
                SELECT owner FROM series UNION SELECT owner FROM runs UNION SELECT owner FROM uploads)
            WHERE owner NOT IN (SELECT id FROM people) ORDER BY owner LIMIT ?
            """, [limit]
        ) { try $0.text(0) }
    }

    func unfinishedRuns(of person: String, limit: Int) throws -> [String] {
        try connection.rows(
            """
            SELECT id FROM runs WHERE owner = ?1 AND (status = 'running' OR undo_due IS NOT NULL
                OR batch IN (SELECT id FROM batches WHERE status = 'running'))
            ORDER BY id LIMIT ?2
            """, [person, limit]
        ) { try $0.text(0) }
    }

    func runs(of person: String, after id: String, limit: Int) throws -> [String] {
        try connection.rows(
            "SELECT id FROM runs WHERE owner = ?1 AND id > ?2 ORDER BY id LIMIT ?3", [person, id, limit]
        ) { try $0.text(0) }
    }

    // MARK: Texts of others

    /// Some of the finished runs of others, by row, with all texts of theirs that may name somebody.
    func texts(
        besidesThoseOf person: String, after row: Int64, limit: Int
    ) throws -> [(row: Int64, run: String, text: String)] {
        let runs = try connection.rows(
            """
            SELECT row, id, inputs || ' ' || document || ' ' || trigger || ' ' || coalesce(file, '') || ' '
                || coalesce(group_key, '') || ' ' || coalesce(error_message, '') || ' ' || coalesce(dedup_key, '')
            FROM runs WHERE row > ?1 AND owner <> ?2 AND status <> 'running' ORDER BY row LIMIT ?3
            """, [row, person, limit]
        ) { (row: try $0.integer(0), run: try $0.text(1), text: try $0.text(2)) }
        return try runs.map { run in
            let stages = try connection.rows(StageLog.ofRun, [run.row]) { try $0.text(0) }
            let items = try connection.rows(
                """
                SELECT outputs || ' ' || coalesce(intent, '') || ' ' || coalesce(error_message, '')
                FROM stage_items WHERE run = ?
                """, [run.row]
            ) { try $0.text(0) }
            return (run.row, run.run, ([run.text] + stages + items).joined(separator: " "))
        }
    }

    /// Finished batches with what they were begun with.
    func batches() throws -> [(id: String, text: String)] {
        try connection.rows(
            """
            SELECT id, inputs || ' ' || trigger || ' ' || coalesce(error_message, '') FROM batches
            WHERE status <> 'running' ORDER BY id
            """
        ) { (id: try $0.text(0), text: try $0.text(1)) }
    }

    /// Some entries of the audit, by row, with what is said in them.
    func audit(after row: Int64, limit: Int) throws -> [(row: Int64, id: String, detail: String, reason: String)] {
        try connection.rows(
            """
            SELECT row, id, coalesce(detail, ''), coalesce(reason, '') FROM audit
            WHERE row > ? AND (detail IS NOT NULL OR reason IS NOT NULL) ORDER BY row LIMIT ?
            """, [row, limit]
        ) { (row: try $0.integer(0), id: try $0.text(1), detail: try $0.text(2), reason: try $0.text(3)) }
    }

    // MARK: Erasing

    func watches() throws -> [Int64] {
        try connection.rows("SELECT number FROM watches ORDER BY number") { try $0.integer(0) }
    }

    /// Those that are decided and have had a run.
    func slots() throws -> [(row: Int64, run: String)] {
        try connection.rows(
            "SELECT row, run FROM schedule_slots WHERE run IS NOT NULL AND state <> 'claimed' ORDER BY row"
        ) { (row: try $0.integer(0), run: try $0.text(1)) }
    }

    /// That the slot was decided stays: otherwise it would come again.
    func forgetRun(ofSlot row: Int64) throws {
        try connection.execute(
            "UPDATE schedule_slots SET run = NULL, reason = NULL WHERE row = ? AND state <> 'claimed'", [row])
    }

    func eraseNotifications(ofRun run: String) throws {
        // Deliveries go with them.
        try connection.execute(RunPruning.removing[0], [run])
    }

    func eraseAudit(about subject: String) throws {
        try connection.execute("DELETE FROM audit WHERE subject = ?", [subject])
    }

    /// - Returns: how many links.
    func eraseLinks(of person: String) throws -> Int {
        let links = try connection.rows("SELECT id FROM links WHERE owner = ?", [person]) { try $0.text(0) }
        for link in links { try eraseAudit(about: link) }
        let count = try connection.execute("DELETE FROM links WHERE owner = ?", [person])
        try connection.execute("UPDATE links SET made_by = '' WHERE made_by = ?", [person])
        for table in ["shares", "ended_shares"] {
            try connection.execute("UPDATE \(table) SET made_by = NULL WHERE made_by = ?", [person])
        }
        return count
    }

    func eraseAccountTraces(of person: String, keeping entry: String) throws {
        try connection.execute("DELETE FROM legal_acceptances WHERE person = ?", [person])
        try connection.execute("DELETE FROM webhook_requests WHERE owner = ?", [person])
        try connection.execute(SessionTable.linksOfPerson, [person])
        try AttemptTable(connection: connection).succeeded(person: person, address: nil)
        try connection.execute("DELETE FROM audit WHERE (actor = ?1 OR subject = ?1) AND id <> ?2", [person, entry])
    }

    /// A batch that has ended; runs of others that were part of it stay.
    func eraseBatch(_ id: String) throws {
        try connection.execute("UPDATE runs SET batch = NULL WHERE batch = ?", [id])
        let definition = try connection.first("SELECT definition FROM batches WHERE id = ?", [id]) { try $0.text(0) }
        try connection.execute("DELETE FROM batches WHERE id = ?", [id])
        try eraseAudit(about: id)
        if let definition { try connection.execute(RunPruning.removingDefinition, [definition]) }
    }
}
