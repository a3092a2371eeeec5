import Accounts
import Diagnostics
import Documents
import Passwords
import Platform
import Representations
import Testing

@testable import Workspaces

@Suite struct SignInTests {
    @Test("a wrong id, a wrong password and a person without one are told alike")
    func wrong() async throws {
        let office = try await Office().staffed()
        _ = try await office.people.add("kim", name: nil, role: nil, password: nil, by: Office.root)
        for (id, password) in [
            ("mia", "wrong horse"), ("eve", "correct horse"), ("kim", ""), ("", ""),
            ("mia", String(repeating: "x", count: 100_000)),
        ] {
            let outcome = try await office.signIn.signIn(id, password: password, from: Office.here)
            #expect(outcome.problem == .refused("The name or the password is wrong."), "\(id)")
        }
    }

    @Test("an id in another case or with blanks around it is meant, and its wrong passwords count as its own")
    func spellings() async throws {
        let office = try await Office().staffed()
        for text in ["mia", "Mia", " MIA", "mia\u{A0}", "\tmia \n"] {
            let outcome = try await office.signIn.signIn(text, password: "correct horse", from: Office.here)
            guard case .begun(let begun) = outcome else {
                Issue.record("\(text.debugDescription): \(outcome)")
                continue
            }
            #expect(begun.session.person.id == "mia")
        }
        for text in ["mi a", "miaa", ""] {
            let outcome = try await office.signIn.signIn(text, password: "correct horse", from: Office.here)
            #expect(outcome.problem == .refused("The name or the password is wrong."), "\(text)")
        }
        for text in ["Mia", "MIA", "mia ", "mIa", "miA"] {
            _ = try await office.signIn.signIn(text, password: "wrong horse", from: Office.here)
        }
        let waiting = try await office.signIn.signIn("mia", password: "correct horse", from: Office.here)
        guard case .wait = waiting else {
            Issue.record("\(waiting)")
            return
        }
    }

    @Test("of two ids that differ in case alone, the one that is written is meant, and neither by a third spelling")
    func alike() async throws {
        let office = try await Office().staffed()
        // As an earlier version took them.
        let other = try Person(id: "MIA", name: "Mia", role: .owner, createdAt: office.clock.now, hasPassword: true)
        let hash = try await office.signIn.work.hash(office.signIn.work.chosen("battery staple", for: "MIA"))
        try await office.workspace.accounts.add(other, password: hash)
        for (text, password, id) in [
            ("mia", "correct horse", "mia"), ("MIA", "battery staple", "MIA"), ("MIA", "correct horse", nil),
            ("Mia", "correct horse", nil), ("Mia", "battery staple", nil),
        ] as [(String, String, String?)] {
            let outcome = try await office.signIn.signIn(text, password: password, from: Office.here)
            var found: String?
            if case .begun(let begun) = outcome { found = begun.session.person.id }
            #expect(found == id, "\(text), \(password): \(outcome)")
        }
    }

    @Test("after five wrong passwords one waits, twice as long each time, and is let in at the end of it")
    func throttled() async throws {
        let office = try await Office().staffed()
        func attempt(_ password: String = "wrong horse") async throws -> String? {
            try await office.signIn.signIn("mia", password: password, from: Office.here).problem?.message
        }
        let wrong = "The name or the password is wrong."
        for _ in 1...5 { #expect(try await attempt() == wrong) }
        for (seconds, text) in [(1, "1 second"), (2, "2 seconds"), (4, "4 seconds"), (8, "8 seconds")]
            as [(Int64, String)]
        {
            let told = "There were too many wrong attempts. The next one may be made in \(text)."
            #expect(try await attempt("correct horse") == told)
            office.clock.advance(by: .seconds(seconds))
            #expect(try await attempt() == wrong)
        }
        #expect(try await attempt() == "There were too many wrong attempts. The next one may be made in 16 seconds.")
        _ = try await office.begin("ana")
        office.clock.advance(by: .seconds(16))
        #expect(try await attempt("correct horse") == nil)
        for _ in 1...5 { #expect(try await attempt() == wrong) }
        for seconds in [1, 2, 4, 8, 16, 32] as [Int64] {
            office.clock.advance(by: .seconds(seconds))
            #expect(try await attempt() == wrong)
        }
        #expect(try await attempt() == "There were too many wrong attempts. The next one may be made in 2 minutes.")
    }

    @Test("twenty wrong attempts from an address, whoever they are for, have it wait, and no other")
    func address() async throws {
        let office = try await Office().staffed()
        for number in 1...20 {
            let outcome = try await office.signIn.signIn("p\(number)", password: "x", from: Office.here)
            #expect(outcome.problem == .refused("The name or the password is wrong."))
        }
        let waiting = try await office.signIn.signIn("mia", password: "correct horse", from: Office.here)
        guard case .wait(.seconds(1)) = waiting else {
            Issue.record("\(waiting)")
            return
        }
        _ = try await office.begin("mia", from: SignIn.Origin(address: "192.0.2.2", userAgent: nil))
        _ = try await office.begin("mia", from: SignIn.Origin(address: nil, userAgent: nil))
    }

    @Test("attempts that are made at once count one another")
    func together() async throws {
        let office = try await Office().staffed()
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...12 {
                group.addTask {
                    let outcome = try await office.signIn.signIn("mia", password: "wrong horse", from: Office.here)
                    if case .wrong = outcome { return true }
                    return false
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 5)
    }

    @Test("a session that begins has a new secret, and ends the one that the browser had")
    func rotation() async throws {
        let office = try await Office().staffed()
        let first = try await office.begin("mia")
        let secret = first.secret.reveal { $0 }
        let second = try await office.begin(
            "mia", from: SignIn.Origin(address: nil, userAgent: String(repeating: "x", count: 5_000), former: secret))
        #expect(try await office.sessions.session(for: secret) == nil)
        let found = try #require(try await office.sessions.session(for: second.secret.reveal { $0 }))
        #expect(found == second.session)
        #expect(found.credential.userAgent?.count == 300)
        #expect(found.credential.origin == .password)
        for text in ["", secret + "x", "é", found.credential.id] {
            #expect(try await office.sessions.session(for: text) == nil)
        }
    }

    @Test("a session ends after 30 days, and after 7 without use; its use is noted once a minute")
    func ends() async throws {
        let office = try await Office().staffed()
        let begun = try await office.begin("mia")
        func found() async throws -> Session? {
            try await office.sessions.session(for: begun.secret.reveal { $0 })?.credential
        }
        let start = office.clock.now
        office.clock.advance(by: .seconds(59))
        _ = try await found()
        #expect(try await found()?.lastSeen == start)
        office.clock.advance(by: .seconds(1))
        _ = try await found()
        #expect(try await found()?.lastSeen == office.clock.now)
        for _ in 0..<4 {
            office.clock.advance(by: .seconds(7 * 86_400 - 15))
            #expect(try await found() != nil)
        }
        office.clock.advance(by: .seconds(2 * 86_400 + 1))
        #expect(try await found() == nil)
        let idle = try await office.begin("mia")
        office.clock.advance(by: .seconds(7 * 86_400))
        #expect(try await office.sessions.session(for: idle.secret.reveal { $0 }) == nil)
    }
}

@Suite struct OneTimeLinkTests {
    @Test("where nobody has an account, a link makes the workspace's owner an admin, and works once")
    func first() async throws {
        let office = try await Office()
        let link = try #require(try await office.signIn.oneTimeLink(by: .service("serve")))
        let secret = link.secret.reveal { $0 }
        #expect(link.person == "u1")
        #expect(link.expiresAt == office.clock.now.advanced(by: .seconds(600)))
        #expect(try await office.signIn.signIn(link: "nonsense", from: Office.here)?.session == nil)
        let begun = try #require(try await office.signIn.signIn(link: secret, from: Office.here))
        #expect(begun.session.person.role == .admin && !begun.session.person.hasPassword)
        #expect(try await office.sessions.session(for: begun.secret.reveal { $0 }) == begun.session)
        #expect(try await office.signIn.signIn(link: secret, from: Office.here)?.session == nil)
        #expect(
            try await office.audit() == [
                "serve links.sign-in u1 succeeded", "u1 sessions.begin \(begun.session.credential.id) succeeded",
            ])
        let again = try #require(try await office.signIn.oneTimeLink(by: .service("serve")))
        #expect(try await office.signIn.signIn(link: again.secret.reveal { $0 }, from: Office.here)?.session != nil)
    }

    @Test("a link is over after ten minutes, and nobody gets one for an owner without an account where others have one")
    func refused() async throws {
        let office = try await Office()
        let link = try #require(try await office.signIn.oneTimeLink(by: Office.root))
        office.clock.advance(by: .seconds(600))
        #expect(try await office.signIn.signIn(link: link.secret.reveal { $0 }, from: Office.here)?.session == nil)
        _ = try await office.staffed()
        #expect(try await office.signIn.oneTimeLink(by: Office.root) == nil)
    }
}
