import Accounts
import CompassTesting
import Diagnostics
import Documents
import Platform
import Representations
import Testing

@testable import Workspaces

@Suite struct AuditTests {
    private struct Trouble: Error, CustomStringConvertible { let description = "the disk is away" }

    @Test("a change is on record while it is made, and then with what came of it")
    func outcomes() async throws {
        let office = try await Office()
        let workspace = office.workspace
        func last() async throws -> AuditEntry? {
            try await workspace.accounts.entries(AuditQuery(), limit: 1, after: nil).items.first
        }
        try await workspace.audited(.service("test"), "documents.edit", .document("d1"), detail: "title") {
            let entry = try await last()
            #expect(entry?.subject == .document("d1"))
            #expect(entry?.by == AuditEntry.By(kind: .service, name: "test", credential: nil, address: nil))
            #expect(entry?.outcome == nil && entry?.finishedAt == nil && entry?.detail == "title")
        }
        #expect(try await last()?.outcome == .succeeded)
        let errors: [(any Error, AuditEntry.Outcome, String)] = [
            (Problem.noRun("x"), .refused, "There is no run `x`."),
            (CatalogError(.notFound, "There is no document."), .refused, "There is no document."),
            (CancellationError(), .failed, "It was cancelled."), (Trouble(), .failed, "the disk is away"),
        ]
        for (error, outcome, reason) in errors {
            let told = await problem {
                try await workspace.audited(.service("test"), "documents.edit", .document("d1")) { throw error }
            }
            #expect(told == Problem(error))
            let entry = try await last()
            #expect(entry?.outcome == outcome && entry?.reason == reason && entry?.finishedAt != nil)
        }
        try await workspace.audited(
            .service("test"), "x", [.document("a"), .document("b")],
            outcome: { $1.id == "a" ? .succeeded : .failed }
        ) {}
        let both = try await workspace.accounts.entries(AuditQuery(), limit: 2, after: nil).items
        #expect(Set(both.map { "\($0.subject.id) \($0.outcome?.rawValue ?? "")" }) == ["a succeeded", "b failed"])
        let long = String(repeating: "ü", count: 5_000)
        try await workspace.audited(.service("test"), "x", .document(long), detail: long) {}
        #expect(try await last()?.subject.id.count == 126)
        #expect(try await last()?.detail?.count == 126)
    }

    @Test("no secret is in the database, in what is listed, in errors or in descriptions")
    func secrets() async throws {
        let office = try await Office().staffed()
        let link = try await office.people.add("u1", name: nil, role: nil, password: nil, by: Office.root)
        #expect(link.id == "u1")
        var secrets = ["correct horse", "battery staple", "wrong horse"]
        var shown: [String] = []
        let oneTime = try #require(try await office.signIn.oneTimeLink(by: Office.root))
        let begun = try await office.begin("mia")
        let token = try await office.tokens.create("ci", for: "mia", scopes: [.runsRead], by: Office.root)
        _ = try await office.signIn.signIn("mia", password: "wrong horse", from: Office.here)
        _ = try await office.signIn.signIn("wrong horse", password: "x", from: Office.here)
        for secret in [oneTime.secret, begun.secret, token.secret] { secrets.append(secret.reveal { $0 }) }
        let damaged = String((secrets.last ?? "").dropLast())
        shown += [
            "\(await problem { try await office.tokens.revoke(damaged, by: Office.root) } as Any)",
            "\(await problem { try await office.people.changePassword(of: "mia", to: "correct horse", current: "wrong horse", by: .session(begun.session, address: nil)) } as Any)",
            "\(oneTime) \(begun) \(token)", String(reflecting: token),
        ]
        for page in try await office.workspace.accounts.entries(AuditQuery(), limit: 100, after: nil).items {
            shown.append(Value.record(page.record).json)
        }
        for session in try await office.sessions.list(of: nil, by: Office.root, limit: 9, after: nil).items {
            shown.append(Value.record(session.record).json)
        }
        for token in try await office.tokens.list(of: nil, by: Office.root, limit: 9, after: nil).items {
            shown.append(Value.record(token.record(at: office.clock.now)).json)
        }
        for person in try await office.people.list(by: Office.root, limit: 9, after: nil).items {
            shown.append(Value.record(person.record).json)
        }
        for secret in secrets + [damaged] {
            for text in shown { #expect(!text.contains(secret), "\(text)") }
        }
        try await office.workspace.stores.close()
        let folder = office.test.folder.path.appending(".compass")
        var bytes: [UInt8] = []
        for name in ["compass.db", "compass.db-wal"] where Files.exists(folder.appending(Path(name))) {
            bytes += try Files.read(folder.appending(Path(name)), limit: 1 << 26)
        }
        let stored = String(decoding: bytes, as: UTF8.self)
        #expect(stored.contains("$argon2id$"))
        for secret in secrets + [damaged] { #expect(!stored.contains(secret)) }
    }
}
