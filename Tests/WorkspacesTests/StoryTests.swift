import Accounts
import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

@Suite struct StoryTests {
    @Test("all that is on record of a document is told, newest first, each decision with its line of the pipeline")
    func told() async throws {
        let test = try await TestWorkspace()
        _ = try await test.run([try test.write("essay.txt", "First\n")], inputs: ["schools=ucla"])
        let workspace = test.workspace
        let first = try await test.document()
        let links = Links(workspace.stores.links, base: { nil })
        let link = try await links.create([first.id], by: "kim").link
        #expect(try await links.recordView(of: link.id, address: "192.0.2.1", userAgent: ""))
        _ = try await links.revoke(link.id)
        let now = Timestamp.now()
        try await workspace.stores.accounts.begin([
            AuditEntry(
                id: "01CHANGE", at: now, by: AuditEntry.By(.account("kim")), action: "documents.edit",
                subject: AuditEntry.Subject("document", first.id), detail: "title")
        ])
        try await workspace.stores.accounts.finish(audit: ["01CHANGE"], outcome: .succeeded, reason: nil, at: now)
        _ = try await test.run([try test.write("essay.txt", "Second\n")])
        let second = try await test.document()
        _ = try await workspace.catalog.trashDocument(of: second.id)

        let page = try await test.story(of: first.id)
        #expect(page.next == nil)
        // The hour of a view begins before what happened in it.
        #expect(
            page.items.map(\.word).filter { $0 != "viewed" } == [
                "trashed", "version", "changed", "link-revoked", "linked", "shared", "version",
            ])
        #expect(page.items.count { $0.word == "viewed" } == 1)
        let versions = page.items.filter { $0.word == "version" }.map(\.record)
        #expect(versions.map { $0["version"] } == [2, 1])
        let run = try #require(versions[0]["runs"]?.list?.first)
        #expect(run["status"] == "succeeded" && run["trigger"] == ["kind": "command"])
        let decisions = try #require(run["decisions"]?.list)
        #expect(
            decisions.map { one in ["rule", "status", "place"].map { one[$0]?.text ?? "" }.joined(separator: " ") } == [
                "detect-mime succeeded pipelines/text.yaml:8", "size-check succeeded pipelines/text.yaml:9",
                "upload succeeded pipelines/text.yaml:11", "create-version succeeded pipelines/text.yaml:12",
                "share skipped pipelines/text.yaml:14",
            ])
        let share = try #require(page.items.first { $0.word == "shared" }).record
        #expect(share["school"] == "ucla" && share["ended"] == true && share["run"] == .string(first.run))
        let change = try #require(page.items.first { $0.word == "changed" }).record
        #expect(change["actor"] == "kim" && change["action"] == "documents.edit" && change["outcome"] == "succeeded")
        #expect(try #require(page.items.first { $0.word == "viewed" }).record["views"] == 1)
    }

    @Test("somebody else's document has no story")
    func owner() async throws {
        let test = try await TestWorkspace()
        _ = try await test.run([try test.write("essay.txt", "First\n")])
        let id = try await test.document().id
        let story = DocumentStory(in: test.workspace)
        #expect(try await story.page(of: id, owner: "u1", limit: 1).items.count == 1)
        let error = await #expect(throws: CatalogError.self) { try await story.page(of: id, owner: "mia", limit: 1) }
        #expect(error?.kind == .notFound && error?.message == "There is no document `\(id)`.")
    }
}

extension TestWorkspace {
    func story(of id: String, limit: Int = 20, after cursor: String? = nil) async throws -> Page<StoryEntry> {
        try await DocumentStory(in: workspace).page(of: id, limit: limit, after: cursor)
    }

    /// The newest one.
    func document() async throws -> DocumentVersion {
        try #require(try await workspace.catalog.documents(DocumentQuery(), limit: 10, after: nil).items.first)
    }
}
