import Documents
import Platform
import Service
import Testing
import Workspaces

@testable import WebServer

/// Files for documents that are named by titles, in the trash or former.
@Suite(.timeLimit(.minutes(4))) struct UploadVersionCornerTests {
    @Test("a document is named by its title too: of those that the sender sees, and where it is the only one")
    func titles() async throws {
        try await withServedWorkspace { served in
            let (one, two) = (try await served.session("u1"), try await served.session("u2"))
            _ = try await served.addDocument("Same", "grades", as: one, of: "u1")
            _ = try await served.addDocument("Same", "other grades", as: two, of: "u2")
            _ = try await served.addDocument("Theirs", "their grades", as: two, of: "u2")
            func send(_ title: String, as who: Credential) async throws -> WebAnswer {
                try await served.ask(
                    "POST", "/api/v1/documents/\(title)/versions?name=b.txt", as: who,
                    [("Content-Type", "application/octet-stream")], body: "grades")
            }
            func begin(_ title: String, as who: Credential) async throws -> WebAnswer {
                try await served.ask(UploadVersionTests.beginning(title, as: who))
            }
            #expect(try await send("sAME", as: one).status == 202)
            #expect(try await begin("same", as: two).status == 201)
            let uploads = try await served.ask("GET", "/api/v1/uploads", as: two).json["uploads"]?.list ?? []
            let named = try #require(uploads.first?["document"]?.string)
            #expect(try await served.workspace.catalog.version(named).owner == "u2")
            for answer in [try await send("Theirs", as: one), try await begin("theirs", as: one)] {
                #expect(answer.status == 404 && answer.detail.contains("There is no document `"), "\(answer)")
            }
            let admin = try await served.session("ada")
            for answer in [try await send("same", as: admin), try await begin("same", as: admin)] {
                #expect(
                    answer.status == 400 && answer.detail.contains("may mean 2 documents; give the id"), "\(answer)")
            }
            // However many newer ones of others there are.
            let catalog = served.workspace.catalog
            #expect(
                try await catalog.documents(titled: "SAME", of: "u1", trashed: false, limit: 1).map(\.owner) == ["u1"])
        }
    }

    @Test("a file for a document in the trash is refused in the same words when a former version's id names it")
    func trashedDocument() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let former = try await served.addDocument("Own", "grades", as: session, of: "u1")
            let current = try await served.addDocument("Own", "better grades", as: session, of: "u1")
            _ = try await served.workspace.catalog.trashDocument(of: current.id)
            var answers: [[String]] = []
            for document in [current, former] {
                let begun = try await served.ask(UploadVersionTests.beginning(document.id, as: session))
                let sent = try await served.ask(
                    "POST", "/api/v1/documents/\(document.id)/versions?name=b.txt", as: session,
                    [("Content-Type", "application/octet-stream")], body: "grades")
                let path = "/documents/\(document.id)/versions/new"
                let shown = try await served.ask("GET", path, as: session)
                let posted = try await served.ask(UploadVersionTests.form(path, "grades", as: session))
                #expect(begun.status == 400 && sent.status == 400, "\(begun) \(sent)")
                #expect(shown.text.contains("<h1>In the Trash</h1>"), "\(shown)")
                #expect(posted.status == 409 && posted.text.contains("is in the trash. Restore it first."), "\(posted)")
                answers.append([begun.detail, sent.detail])
            }
            #expect(answers[0] == answers[1] && answers[0][0].contains("(version 2) is in the trash"), "\(answers)")
            let runs = try await served.ask("GET", "/api/v1/runs", as: session).json["runs"]?.list
            #expect(runs?.count == 2, "nothing was begun")
        }
    }

    @Test("the form on a former version's page tells the current version's number, and leads to that one afterwards")
    func formerVersion() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let former = try await served.addDocument("Own", "grades", as: session, of: "u1")
            let current = try await served.addDocument("Own", "better grades", as: session, of: "u1")
            let path = "/documents/\(former.id)/versions/new"
            let shown = try await served.ask("GET", path, as: session)
            #expect(shown.text.contains("which is at version 2 now"), "\(shown)")
            let sent = try await served.ask(UploadVersionTests.form(path, "best grades", as: session))
            #expect(sent.status == 303 && sent["Location"]?.hasPrefix("/documents/\(current.id)") == true, "\(sent)")
        }
    }
}
