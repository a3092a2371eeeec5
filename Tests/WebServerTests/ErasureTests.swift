import Accounts
import CompassTesting
import Documents
import Platform
import Representations
import Service
import Testing
import Workspaces

@testable import WebServer

/// Who is erased, and what is exported of them, where others have acted for them.
@Suite(.timeLimit(.minutes(4))) struct ErasureTests {
    private static let file = "Leeza-Zylox-grades.txt"

    /// Which of the words stand in the files of the database.
    private static func left(of words: [String], in served: ServedWorkspace) throws -> [String] {
        let state = served.workspace.root.appending(".compass")
        let texts = try Files.list(state).filter { $0.text.hasPrefix("compass.db") }.map {
            String(decoding: try Files.read(state.appending($0), limit: 1 << 28), as: UTF8.self)
        }
        return words.filter { word in texts.contains { $0.contains(word) } }
    }

    @Test("of files that an admin has sent for a person and of tokens that were made for them nothing is left")
    func traces() async throws {
        try await withServedWorkspace { served in
            let (workspace, root) = (served.workspace, ServedWorkspace.root)
            _ = try await People(of: workspace, work: ServedWorkspace.work)
                .add("leeza", name: nil, role: .owner, password: nil, by: root)
            let admin = try await served.session("ada")
            try await served.upload(
                Self.file, Array("A, B\n".utf8), title: "Grades", as: admin, of: "leeza", says: true)
            let token = try await served.token("leeza", [.documentsRead])
            // As they were written once.
            for (subject, detail) in [
                (AuditEntry.Subject.upload(Self.file), "transcript"), (.token("old"), "documents:read, for leeza"),
            ] {
                _ = try await workspace.audited(root, "x.create", subject, detail: detail) {}
            }
            let target = served.folder.path.appending("export")
            let export = PersonExport(of: "leeza", in: workspace, format: .json)
            _ = try await export.write(to: target) { _, _ in }
            let audit = try Value(
                json: String(decoding: Files.read(target.appending("audit.json"), limit: 1 << 20), as: UTF8.self))
            let told = audit.list?.compactMap { $0["action"]?.string } ?? []
            #expect(told.contains("tokens.create") && told.contains("uploads.create"), "\(told)")
            #expect(audit.list?.contains { $0["subject"] == .string(token.id) } == true, "\(audit)")

            #expect(try Self.left(of: ["leeza", Self.file], in: served).count == 2)
            let report = try await PersonErasure(of: "leeza", in: workspace, by: root).perform(by: root)
            #expect(report.left == [])
            #expect(try Self.left(of: ["leeza", Self.file], in: served) == [])
            let kept = try await workspace.accounts.entries(AuditQuery(actor: "ada"), limit: 50, after: nil).items
            #expect(kept.contains { $0.action == "sessions.begin" }, "what others did otherwise stays")
        }
    }

    @Test("owners without an account stand on the page of the people, and can be erased from there")
    func withoutAccount() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            let none = try await served.ask("GET", "/people", as: admin)
            #expect(none.status == 200 && !none.text.contains("Documents, no account"), "\(none)")
            _ = try await served.addDocument("Autumn", "C\n", as: try await served.session("u2"), of: "u2")
            _ = try await People(of: served.workspace, work: ServedWorkspace.work).remove(
                "u2", by: ServedWorkspace.root)
            let page = try await served.ask("GET", "/people", as: admin)
            #expect(page.text.contains("Documents, no account") && page.text.contains("/people/u2/erase"), "\(page)")
            try await served.ask("POST", "/people/u2/erase", form: ["confirm": "u2"], as: admin, status: 303)
            let after = try await served.ask("GET", "/people", as: admin)
            #expect(!after.text.contains("/people/u2/erase"), "\(after)")
        }
    }
}
