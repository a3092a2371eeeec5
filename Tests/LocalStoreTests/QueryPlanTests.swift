import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

/// No hot statement reads a whole table or sorts what it reads.
@Suite struct QueryPlanTests {
    private let test: TestStore

    init() async throws { test = try await TestStore() }

    /// That each seeks as is said, and sorts nothing.
    private func check(_ statements: [(sql: String, expected: String)]) throws {
        for (sql, expected) in statements {
            let plan = try plan(sql)
            #expect(plan.hasPrefix(expected), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
            #expect(!plan.contains("SCAN") || plan.contains("VIRTUAL TABLE INDEX"), "\(plan)")
        }
    }

    private func plan(_ sql: String) throws -> String {
        try test.look { connection in
            try connection.withStatement("EXPLAIN QUERY PLAN \(sql)") { statement in
                var lines: [String] = []
                while try statement.step() { lines.append(try statement.row.text(3)) }
                return lines.joined(separator: "; ")
            }
        }
    }

    @Test("hot statements seek, and need no sorting")
    func plans() async throws {
        try check([
            ("\(CatalogReader.columns) WHERE versions.row = ?", "SEARCH versions USING INTEGER PRIMARY KEY (rowid=?)"),
            ("\(CatalogReader.columns) WHERE versions.id = ?", "SEARCH versions USING INDEX"),
            ("\(CatalogReader.columns) WHERE versions.run = ?", "SEARCH versions USING INDEX"),
            (
                CatalogReader.formerly,
                "SEARCH former_titles USING COVERING INDEX former_titles_title (owner=? AND type=? AND title=?)"
            ),
            (DocumentList.nextWord, "SCAN search_words VIRTUAL TABLE INDEX"),
            (JournalReader.allIDs, "SEARCH runs USING COVERING INDEX"),
            (JournalReader.ids, "SEARCH runs USING COVERING INDEX runs_status (pipeline=? AND status=? AND id<?)"),
            (JournalReader.nextPipeline, "SEARCH runs USING COVERING INDEX runs_status (pipeline>?)"),
            (OutboxTable.due, "SEARCH notifications USING INDEX notifications_due (channel=? AND due_at<?)"),
            (OutboxTable.nextDue, "SEARCH notifications USING INDEX notifications_due (channel=?)"),
            (OutboxTable.nextChannel, "SEARCH notifications USING INDEX notifications_due (channel>?)"),
        ])
    }

    @Test("statements of the documents' list seek, and need no sorting")
    func listPlans() async throws {
        try check([
            (DocumentList.listed(true), "SEARCH listing USING COVERING INDEX listing_newest (trashed=? AND row<?)"),
            (DocumentList.listed(false), "SEARCH listing USING COVERING INDEX listing_newest (trashed=? AND row>?)"),
            (DocumentList.found(true), "SCAN search VIRTUAL TABLE INDEX"),
            (
                DocumentList.asShared,
                "SEARCH listing USING COVERING INDEX listing_shares (trashed=? AND shares=? AND row<?)"
            ),
            (DocumentList.lessShared, "SEARCH listing USING COVERING INDEX listing_shares (trashed=? AND shares<?)"),
            (
                LocalStore.titlesBeginning,
                "SEARCH listing USING INDEX listing_name (trashed=? AND title_key>? AND title_key<?)"
            ),
            (DocumentList.maxShares, "SEARCH listing USING COVERING INDEX listing_shares (trashed=? AND shares<?)"),
            (
                "SELECT * FROM \(DocumentList.walking(byOwner: true, byType: true, hasEnd: true))",
                "SEARCH listing USING INDEX listing_owner_name (owner=? AND type=? AND trashed=? AND (title_key,age)>(?,?) AND "
            ),
            (
                "SELECT * FROM \(DocumentList.walking(byOwner: false, byType: true, hasEnd: false))",
                "SEARCH listing USING INDEX listing_type_name (type=? AND trashed=? AND (title_key,age)>(?,?))"
            ),
            (
                "SELECT * FROM \(DocumentList.walking(byOwner: false, byType: false, hasEnd: true))",
                "SEARCH listing USING INDEX listing_name (trashed=? AND (title_key,age)>(?,?) AND title_key<?)"
            ),
            (
                DocumentList.named,
                "SEARCH listing USING COVERING INDEX listing_name (trashed=? AND (title_key,age)>(?,?))"
            ),
            (
                DocumentList.named(byOwner: false),
                "SEARCH listing USING COVERING INDEX listing_type_name (type=? AND trashed=? AND (title_key,age)>(?,?))"
            ),
            (
                DocumentList.named(byOwner: true),
                "SEARCH listing USING COVERING INDEX listing_owner_name "
                    + "(owner=? AND type=? AND trashed=? AND (title_key,age)>(?,?))"
            ),
            (DocumentList.newest, "SEARCH listing"),
            (DocumentList.oldest, "SEARCH listing"),
        ])
    }

    @Test("statements of the journal seek, and need no sorting")
    func journalPlans() async throws {
        try check([
            (JournalReader.ofOrigin, "SEARCH runs USING INDEX runs_origin (origin=? AND id<?)"),
            (StageLog.ofRun, "SEARCH stage_log USING INDEX stage_log_run (run=?)"),
            (JournalReader.items, "SEARCH stage_items USING PRIMARY KEY (run=? AND position=? AND item>?)"),
            (JournalReader.lastItem, "SEARCH stage_items USING PRIMARY KEY (run=? AND position=?)"),
            (JournalReader.attempts, "SEARCH attempts USING PRIMARY KEY (run=?)"),
            (RunOwners.owned, "SEARCH runs USING INDEX sqlite_autoindex_runs_1 (id=?)"),
            (RunOwners.ofWorker, "SEARCH runs USING INDEX runs_worker (worker=?)"),
            (RunOwners.anyOfWorker, "SEARCH runs USING INDEX runs_worker (worker=?)"),
            (RunOwners.unfinished, "SEARCH runs USING INDEX runs_worker (worker>?)"),
            (RunOwners.owing, "SEARCH runs USING INDEX runs_owing (undo_due<?)"),
            (RunOwners.debts, "SEARCH runs USING COVERING INDEX runs_owing (undo_due>?)"),
            (RunOwners.cancelled, "SEARCH runs USING INDEX runs_cancelled (worker=?)"),
            (WorkerTable.removing, "SEARCH workers USING INTEGER PRIMARY KEY (rowid=?)"),
            (RunAdmission.ofGroup, "SEARCH runs USING INDEX runs_group (pipeline=? AND group_key=?)"),
            (RunAdmission.ofKey, "SEARCH runs USING INDEX runs_dedup (dedup_key=?)"),
            (RunAdmission.isKept, "SEARCH versions USING INDEX sqlite_autoindex_versions_1 (id=?)"),
            (
                RunPruning.found,
                "SEARCH runs USING COVERING INDEX runs_finished (finished_at<?); LIST SUBQUERY 1; "
                    + "SEARCH runs USING COVERING INDEX runs_owing (undo_due>?); CORRELATED SCALAR SUBQUERY 2; "
                    + "SEARCH quarantine USING COVERING INDEX quarantine_run (run=? AND state=?)"
            ),
            (RunPruning.newest, "SEARCH runs USING COVERING INDEX runs_finished (finished_at>?)"),
            (RunPruning.removable, "SEARCH runs USING INTEGER PRIMARY KEY (rowid=?)"),
            (RunPruning.removing[0], "SEARCH notifications USING INDEX notifications_run (run=?)"),
            (RunPruning.removing[1], "SEARCH quarantine USING INDEX quarantine_run (run=?)"),
            (RunPruning.removingDefinition, "SEARCH definitions USING INDEX"),
            (
                QuarantineTable.list(QuarantineQuery()),
                "SEARCH quarantine USING INDEX quarantine_state (state=? AND id<?)"
            ),
            (
                QuarantineTable.counts(QuarantineQuery()),
                "SEARCH quarantine USING COVERING INDEX quarantine_groups (state=?)"
            ),
            (
                ScheduleTable.positions, "SEARCH schedules USING PRIMARY KEY (pipeline=? AND schedule=?)"
            ),
            (
                ScheduleTable.finishing,
                "SEARCH schedule_slots USING INDEX sqlite_autoindex_schedule_slots_1 (pipeline=? AND schedule=? AND at=?)"
            ),
            (ScheduleTable.newest, "SEARCH schedule_slots USING INTEGER PRIMARY KEY (rowid<?)"),
            (
                ScheduleTable.newestOfPipeline,
                "SEARCH schedule_slots USING INDEX schedule_slots_pipeline (pipeline=? AND row<?)"
            ),
            (SlotPruning.found, "SEARCH schedule_slots USING INDEX schedule_slots_ended (decided_at<?)"),
            (JournalReader.ofBatch, "SEARCH runs USING INDEX runs_batch (batch=? AND status=? AND id<?)"),
            (BatchTable.one, "SEARCH batches USING INDEX sqlite_autoindex_batches_1 (id=?)"),
            (BatchTable.all, "SEARCH batches USING INDEX sqlite_autoindex_batches_1 (id<?)"),
            (BatchTable.ofPipeline, "SEARCH batches USING INDEX batches_pipeline (pipeline=? AND id<?)"),
            (BatchTable.isCancelled, "SEARCH batches USING INDEX sqlite_autoindex_batches_1 (id=?)"),
            (BatchTable.unfinishedRuns, "SEARCH runs USING COVERING INDEX runs_batch (batch=? AND status=?)"),
            (BatchTable.counts, "SEARCH runs USING COVERING INDEX runs_batch (batch=?)"),
            (RunPruning.removableBatch, "SEARCH batches USING INDEX sqlite_autoindex_batches_1 (id=?)"),
            (
                RunPruning.emptyBatches,
                "SEARCH batches USING COVERING INDEX batches_finished (finished_at<?); CORRELATED SCALAR SUBQUERY 1; "
                    + "SEARCH runs USING COVERING INDEX runs_batch (batch=?)"
            ),
            (ShareTable.schools, "SEARCH schools USING PRIMARY KEY (id>?)"),
            (
                ShareTable.ofSchool,
                "SEARCH shares USING INDEX shares_school (school=? AND shared_at>? AND shared_at<?)"
            ),
            (
                ShareTable.count,
                "SEARCH shares USING COVERING INDEX shares_school (school=? AND shared_at>? AND shared_at<?)"
            ),
            (OutboxTable.freeing, "SEARCH notifications USING INDEX notifications_claimed (claimed_by=?)"),
        ])
    }

    @Test("statements of the ledger seek, and need no sorting")
    func ledgerPlans() async throws {
        try check([
            (
                LedgerTable.all,
                "SEARCH watched_files USING PRIMARY KEY (watch=? AND (device,inode,born)>(?,?,?))"
            ),
            (
                LedgerTable.ofOpenState,
                "SEARCH watched_files USING INDEX watched_files_open (watch=? AND state=? AND (device,inode,born)>(?,?,?))"
            ),
            (
                LedgerTable.settled,
                "SEARCH watched_files USING PRIMARY KEY (watch=? AND (device,inode,born)>(?,?,?))"
            ),
            (
                LedgerTable.one,
                "SEARCH watched_files USING PRIMARY KEY (watch=? AND device=? AND inode=? AND born=?)"
            ),
            (
                LedgerTable.removing,
                "SEARCH watched_files USING PRIMARY KEY (watch=? AND device=? AND inode=? AND born=?)"
            ),
        ])
    }

    @Test(
        "ids are found by how they begin, and told from their neighbours, by seeks", arguments: IdentifierKind.allCases)
    func identifierPlans(kind: IdentifierKind) async throws {
        for sql in [IdentifierTable.first(kind), IdentifierTable.next(kind), IdentifierTable.former(kind)] {
            let plan = try plan(sql)
            #expect(plan.hasPrefix("SEARCH ") && plan.contains("USING COVERING INDEX"), "\(plan)")
        }
        let before = try plan(CatalogReader.before)
        #expect(before.hasPrefix("SEARCH versions USING COVERING INDEX"), "\(before)")
    }

    @Test("unfinished batches are found by an index that has no others")
    func unfinishedPlan() async throws {
        let plan = try plan(BatchTable.unfinished)
        #expect(plan == "SCAN batches USING INDEX batches_unfinished", "\(plan)")
    }

    @Test("versions are walked by their key, whatever is asked of them, and what is asked of each is sought")
    func versionPlan() async throws {
        var query = VersionQuery()
        query.types = [.transcript, .resume]
        (query.owner, query.school, query.shared) = ("u1", "ucla", true)
        (query.madeBefore, query.madeSince) = (Timestamp(microseconds: 9), Timestamp(microseconds: 1))
        (query.current, query.beyond) = (false, 5)
        let plan = try plan(VersionList.statement(query).sql)
        #expect(plan.hasPrefix("SEARCH versions USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"), "\(plan)")
        #expect(plan.contains("SEARCH series USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
        #expect(plan.contains("(series=? AND school=?)"), "\(plan)")
        #expect(
            plan.contains("SEARCH newer USING INDEX sqlite_autoindex_versions_3 (series=? AND number>?)"), "\(plan)")
        #expect(!plan.contains("SCAN"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }

    @Test("sorting what a search found reads each found row by its key")
    func sortedPlan() async throws {
        for sql in [DocumentList.sorted, DocumentList.namesFound] {
            let plan = try plan(sql)
            #expect(plan.hasPrefix("SCAN search VIRTUAL TABLE INDEX"), "\(plan)")
            #expect(plan.contains("SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
        }
    }
}
