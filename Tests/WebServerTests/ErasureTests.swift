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

    /// Sends a file for somebody; its run has ended on return.
    private static func send(for owner: String, as admin: Credential, to served: ServedWorkspace) async throws {
        let following = served.service.events.follow(after: served.service.events.last) {
            $0.kind == .runEnded && $0.owner == owner
        }
        let bytes = Array("A, B\n".utf8)
        let metadata =
            "filename \(file.base64),type \("transcript".base64),title \("Grades".base64),owner \(owner.base64)"
        let answer = try await served.ask(
            WebRequest(
                "POST", "/api/v1/uploads",
                admin.headers + [
                    UploadTests.tus, UploadTests.mediaType, ("Upload-Length", "\(bytes.count)"),
                    ("Upload-Metadata", metadata),
                ], body: bytes))
        #expect(answer.status == 201, "\(answer)")
        #expect(await following.next(atMost: .seconds(60))?.count == 1)
    }

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
            try await Self.send(for: "leeza", as: admin, to: served)
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
        try await withServedWorkspace { served in
            let admin = try await served.session("ada")
            let none = try await served.ask("GET", "/people", as: admin)
            #expect(none.status == 200 && !none.text.contains("Documents, no account"), "\(none)")
            _ = try await served.addDocument("Autumn", "C\n", as: try await served.session("u2"), of: "u2")
            _ = try await People(of: served.workspace, work: ServedWorkspace.work).remove(
                "u2", by: ServedWorkspace.root)
            let page = try await served.ask("GET", "/people", as: admin)
            #expect(page.text.contains("Documents, no account") && page.text.contains("/people/u2/erase"), "\(page)")
            let form: Record = ["confirm": "u2"]
            let erased = try await served.ask(WebRequest("POST", "/people/u2/erase", form: form, admin.headers))
            #expect(erased.status == 303, "\(erased)")
            let after = try await served.ask("GET", "/people", as: admin)
            #expect(!after.text.contains("/people/u2/erase"), "\(after)")
        }
    }
}
