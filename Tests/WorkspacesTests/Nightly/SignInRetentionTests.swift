import Accounts
import Diagnostics
import Documents
import Passwords
import Platform
import Representations
import Testing

@testable import Workspaces

/// What is hashed anew and what is removed in time.
@Suite struct SignInRetentionTests {
    @Test("sessions that have ended are removed with what else is kept no longer, however many, and the audit stays")
    func retention() async throws {
        let office = try await Office().staffed()
        // Of a time long gone by the system's clock, which retention goes by.
        for _ in 1...3 { _ = try await office.begin("mia") }
        let now = SignIn(to: office.workspace, work: PasswordWork(Argon2id(memory: 8, passes: 1, lanes: 1)))
        #expect(try await now.signIn("ana", password: "correct horse", from: Office.here).problem == nil)
        let entries = try await office.audit().count
        let removal = try await Retention(workspace: office.workspace).removeExpired { _, _ in true }
        #expect(removal.sessions == 3)
        let left = try await office.workspace.accounts.sessions(of: nil, at: office.clock.now, limit: 9, after: nil)
        #expect(left.items.map(\.person) == ["ana"])
        #expect(try await office.audit().count == entries)
    }

    @Test("a password is hashed anew when the parameters have changed")
    func rehash() async throws {
        let office = try await Office().staffed()
        let before = try await office.workspace.accounts.passwordHash(of: "mia")
        let stronger = SignIn(
            to: office.workspace, work: PasswordWork(Argon2id(memory: 16, passes: 2, lanes: 1)),
            now: { [clock = office.clock] in clock.now })
        #expect(try await stronger.signIn("mia", password: "wrong horse", from: Office.here).problem != nil)
        #expect(try await office.workspace.accounts.passwordHash(of: "mia") == before)
        #expect(try await stronger.signIn("mia", password: "correct horse", from: Office.here).problem == nil)
        let after = try await office.workspace.accounts.passwordHash(of: "mia")
        #expect(after?.hasPrefix("$argon2id$v=19$m=16,t=2,p=1$") ?? false)
        #expect(try await stronger.signIn("mia", password: "correct horse", from: Office.here).problem == nil)
        #expect(try await office.workspace.accounts.passwordHash(of: "mia") == after)
    }
}
