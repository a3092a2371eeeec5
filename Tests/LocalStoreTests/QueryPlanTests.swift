import Documents
import SQLite
import Testing

@testable import LocalStore

/// No hot statement reads a whole table or sorts what it reads.
@Suite struct QueryPlanTests {
    private func plan(_ sql: String) async throws -> String {
        let test = try await TestStore()
        return try test.look { connection in
            try connection.withStatement("EXPLAIN QUERY PLAN \(sql)") { statement in
                var lines: [String] = []
                while try statement.step() { lines.append(try statement.row.text(3)) }
                return lines.joined(separator: "; ")
            }
        }
    }

    @Test(
        "hot statements seek, and need no sorting",
        arguments: [
            (DocumentList.listed(true), "SEARCH listing USING COVERING INDEX listing_newest (trashed=? AND row<?)"),
            (DocumentList.listed(false), "SEARCH listing USING COVERING INDEX listing_newest (trashed=? AND row>?)"),
            (DocumentList.found(true), "SCAN search VIRTUAL TABLE INDEX"),
            (
                DocumentList.asShared,
                "SEARCH listing USING COVERING INDEX listing_shares (trashed=? AND shares=? AND row<?)"
            ),
            (DocumentList.lessShared, "SEARCH listing USING COVERING INDEX listing_shares (trashed=? AND shares<?)"),
            (DocumentList.mostShares, "SEARCH listing USING COVERING INDEX listing_shares (trashed=? AND shares<?)"),
            (
                DocumentList.walkedOfOneType(byOwner: true),
                "SEARCH listing USING INDEX listing_owner_name "
                    + "(owner=? AND type=? AND trashed=? AND (title_key,age)>(?,?))"
            ),
            (DocumentList.walked, "SEARCH listing USING INDEX listing_name (trashed=? AND (title_key,age)>(?,?))"),
            (
                DocumentList.walked(byOwner: false),
                "SEARCH listing USING COVERING INDEX listing_type_name (type=? AND trashed=? AND (title_key,age)>(?,?))"
            ),
            (
                DocumentList.walked(byOwner: true),
                "SEARCH listing USING COVERING INDEX listing_owner_name "
                    + "(owner=? AND type=? AND trashed=? AND (title_key,age)>(?,?))"
            ),
            ("\(CatalogReader.columns) WHERE versions.row = ?", "SEARCH versions USING INTEGER PRIMARY KEY (rowid=?)"),
            ("\(CatalogReader.columns) WHERE versions.id = ?", "SEARCH versions USING INDEX"),
            ("\(CatalogReader.columns) WHERE versions.run = ?", "SEARCH versions USING INDEX"),
            (DocumentList.nextWord, "SCAN search_words VIRTUAL TABLE INDEX"),
            (JournalReader.allIDs, "SEARCH runs USING COVERING INDEX"),
            (JournalReader.ids, "SEARCH runs USING COVERING INDEX runs_status (pipeline=? AND status=? AND id<?)"),
            (JournalReader.nextPipeline, "SEARCH runs USING COVERING INDEX runs_status (pipeline>?)"),
            (OutboxTable.due, "SEARCH notifications USING INDEX notifications_due (due_at<?)"),
            (OutboxTable.nextDue, "SEARCH notifications USING INDEX notifications_due"),
        ])
    func plans(sql: String, expected: String) async throws {
        let plan = try await plan(sql)
        #expect(plan.hasPrefix(expected), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        #expect(!plan.contains("SCAN") || plan.contains("VIRTUAL TABLE INDEX"), "\(plan)")
    }

    @Test("sorting what a search found reads each found row by its key")
    func sortedPlan() async throws {
        let plan = try await plan(DocumentList.sorted)
        #expect(plan.hasPrefix("SCAN search VIRTUAL TABLE INDEX"), "\(plan)")
        #expect(plan.contains("SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
    }
}
