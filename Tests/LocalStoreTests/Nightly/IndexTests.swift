import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

/// Each index is written with each row: none is there that no statement uses, and `docs/database.md` says which one does.
@Suite struct IndexTests {
    private static let statements: [(index: String, sql: String)] = [
        ("series_live", "SELECT row FROM series WHERE owner = ? AND type = ? AND title = ? AND trashed_at IS NULL"),
        ("former_titles_title", CatalogReader.formerly),
        ("versions_current", CatalogReader.current),
        ("versions_object", ObjectReferenceTable.isOfVersion),
        ("versions_trashed", CatalogReader.trashedAlone),
        ("versions_former", "UPDATE versions SET former = ? WHERE series = ? AND former = ?"),
        ("shares_run", "DELETE FROM shares WHERE run = ?"),
        ("ended_shares_run", "DELETE FROM ended_shares WHERE run = ?"),
        ("asked_shares_run", "DELETE FROM asked_shares WHERE run = ?"),
        ("shares_school", ShareTable.ofSchool),
        ("listing_series", "DELETE FROM listing WHERE series = ?"),
        ("listing_newest", DocumentList.listed(true)),
        ("listing_shares", DocumentList.asShared),
        ("listing_name", DocumentList.named),
        ("listing_type_name", DocumentList.named(byOwner: false)),
        ("listing_owner_name", DocumentList.named(byOwner: true)),
        ("runs_status", JournalReader.ids),
        ("runs_definition", RunPruning.removingDefinition),
        ("runs_finished", RunPruning.found),
        ("runs_batch", JournalReader.ofBatch),
        ("runs_origin", JournalReader.ofOrigin),
        ("runs_dedup", RunAdmission.ofKey),
        ("runs_owing", RunOwners.owing),
        ("runs_owner", JournalReader.ofOwner(RunQuery())),
        ("runs_worker", RunOwners.ofWorker),
        ("runs_cancelled", RunOwners.cancelled),
        ("runs_group", RunAdmission.ofGroup),
        ("stage_log_run", StageLog.ofRun),
        ("notifications_due", OutboxTable.due),
        ("notifications_run", RunPruning.removing[0]),
        ("notifications_series", OutboxTable.list(NotificationQuery(document: "")).sql),
        ("notifications_claimed", OutboxTable.freeing),
        ("deliveries_notification", "SELECT state, detail FROM deliveries WHERE notification = ? ORDER BY row"),
        ("quarantine_state", QuarantineTable.list(QuarantineQuery())),
        ("quarantine_groups", QuarantineTable.counts(QuarantineQuery())),
        ("quarantine_run", RunPruning.removing[1]),
        ("watched_files_open", LedgerTable.ofOpenState),
        ("webhook_requests_state", WebhookTable.pending),
        ("webhook_requests_owner", "DELETE FROM webhook_requests WHERE owner = ?"),
        ("schedule_slots_claimed", ScheduleTable.allClaimed),
        ("schedule_slots_pipeline", ScheduleTable.newestOfPipeline),
        ("schedule_slots_ended", SlotPruning.found),
        ("batches_pipeline", BatchTable.ofPipeline),
        ("batches_unfinished", BatchTable.unfinished),
        ("batches_pinned", RunPruning.removingDefinition),
        ("batches_finished", RunPruning.emptyBatches),
        ("people_admins", PeopleTable.otherAdmin),
        ("sessions_person", SessionTable.ofPerson),
        ("sessions_ended", SessionTable.ended),
        ("sign_in_links_person", SessionTable.linksOfPerson),
        ("sign_in_links_expired", SessionTable.endedLinks),
        ("tokens_person", TokenTable.ofPerson),
        ("sign_in_attempts_last", AttemptTable.forgotten),
        ("audit_at", AuditTable.all),
        ("audit_actor", AuditTable.ofActor),
        ("audit_subject", AuditTable.ofSubject),
        ("legal_documents_force", LegalTable.inForce),
        ("legal_acceptances_version", AcceptanceTable.ofVersion),
        ("legal_acceptances_person", AcceptanceTable.ofPerson),
        ("links_owner", LinkTable.ofOwner),
        ("links_run", LinkTable.retracting),
        ("link_documents_series", LinkTable.ofDocument),
        ("uploads_owner", UploadTable.ofOwner),
        ("uploads_state", UploadTable.expired),
    ]

    @Test("a statement uses each index, and each is in the documentation")
    func used() async throws {
        let test = try await TestStore()
        let (indexes, plans) = try test.look { connection in
            let indexes = try connection.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
            ) { try $0.text(0) }
            let plans = try Self.statements.map { _, sql in
                try connection.withStatement("EXPLAIN QUERY PLAN \(sql)") { statement in
                    var lines: [String] = []
                    while try statement.step() { lines.append(try statement.row.text(3)) }
                    return lines
                }
            }
            return (indexes, plans)
        }
        #expect(indexes == Self.statements.map(\.index).sorted())
        for ((index, sql), plan) in zip(Self.statements, plans) {
            #expect(plan.contains { ($0 + " ").contains(" INDEX \(index) ") }, "\(index): \(sql): \(plan)")
        }
        let documentation = try Files.read(
            Path(#filePath).folder.folder.folder.folder.appending("docs/database.md"), limit: 1 << 20)
        let documented = String(decoding: documentation, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(documented.sorted() == indexes)
    }
}
