import Accounts
import Diagnostics
import Documents
import Platform
import Representations
import Testing

@testable import Workspaces

@Suite struct PeopleUseTests {
    @Test("the first person is an admin, others are owners, and what no person may be changes nothing")
    func add() async throws {
        let office = try await Office().staffed()
        let people = try await office.people.list(by: Office.root, limit: 10, after: nil).items
        #expect(people.map(\.role) == [.admin, .owner])
        #expect(people.map(\.hasPassword) == [true, true])
        #expect(
            try await office.people.add("kim", name: "Kim", role: .admin, password: nil, by: Office.root).name == "Kim")
        let before = try await office.audit().count
        for (id, password, message) in [
            ("..", "correct horse", "The id of a person names a folder and no person."),
            ("eve", "short", "A password has at least 10 bytes: 10 letters or digits, or fewer of other characters"),
            ("evangeline", "Evangeline", "A password must not be the id of the person who has it"),
        ] {
            let problem = await problem {
                try await office.people.add(id, name: nil, role: nil, password: password, by: Office.root)
            }
            #expect(problem?.kind == .invalidRequest)
            #expect(problem?.message == message)
        }
        #expect(try await office.audit().count == before)
        let twice = await problem {
            try await office.people.add("mia", name: nil, role: nil, password: nil, by: Office.root)
        }
        #expect(twice == Problem(.refused, "There is a person `mia` already.", advice: [.listPeople]))
        #expect(try await office.audit().last == "root people.add mia refused")
        let alike = await problem {
            try await office.people.add("MiA", name: nil, role: nil, password: nil, by: Office.root)
        }
        #expect(alike == Problem(AccountError.personExists("MiA", as: "mia")))
        #expect(alike?.message.contains("There is a person `mia` already, from which `MiA` differs in capital") == true)
    }

    @Test("people of a file are added together, without passwords, and those that are there stay as they are")
    func imported() async throws {
        let office = try await Office()
        func load(_ text: String) -> [Person] {
            PeopleFile.load(Array(text.utf8), file: "p.csv", at: office.clock.now).people
        }
        let none = await problem { try await office.people.add(load("id,name\nmia,Mia\n"), by: Office.root) }
        #expect(
            none?.message
                == "Nobody has an account yet, and nobody in the file is an admin, who could look after the accounts. Give one of "
                + "them the role `admin`, or add yourself first.")
        let first = try await office.people.add(
            load("\u{FEFF}ID;Name;Role\r\nana;Ana;Admin\r\nmia;Mía Núñez;\r\n"), by: Office.root)
        #expect(first.added.map(\.role) == [.admin, .owner] && first.known.isEmpty)
        let second = try await office.people.add(load("id,name\nMIA,Other\nzoe,Zoe\n"), by: Office.root)
        #expect(second.added.map(\.id) == ["zoe"] && second.known == ["mia"])
        let third = try await office.people.add(load("id,name\nzoe,Z\n"), by: Office.root)
        #expect(third.added.isEmpty && third.known == ["zoe"])
        let people = try await office.people.list(by: Office.root, limit: 10, after: nil).items
        #expect(people.map(\.name) == ["Ana", "Mía Núñez", "Zoe"] && !people.contains(where: \.hasPassword))
        #expect(
            try await office.audit() == [
                "root people.add ana succeeded", "root people.add mia succeeded", "root people.add zoe succeeded",
            ])
        let refused = await problem {
            try await office.people.add(load("id,name\neve,Eve\n"), by: try await Self.owner(office))
        }
        #expect(refused == Problem(.refused, "Only an admin may add people."))
    }

    private static func owner(_ office: Office) async throws -> Actor {
        _ = try await office.people.changePassword(of: "mia", to: "correct horse", by: Office.root)
        return try await office.actor("mia")
    }

    @Test(
        "what is wrong in a file of people is told with its line, and nobody is added",
        arguments: [
            ("id,title\na,A\n", ["1: the first line must name the columns `id` and `name`"]),
            ("id,name\na,A\nA,B\n", ["3: two people have the id `A`"]),
            ("id,name,role\na,A,boss\n", ["2: the role must be `owner` or `admin`, and is `boss`"]),
            ("id,name\n,A\n,B\n", ["2: The id of a person is empty", "3: The id of a person is empty"]),
            (
                "id,name\n..,A\nb,\n",
                [
                    "2: The id of a person names a folder and no person",
                    "3: A person needs a name of 1 to 200 characters",
                ]
            ),
        ] as [(String, [String])])
    func badFile(_ text: String, _ messages: [String]) {
        let (people, issues) = PeopleFile.load(Array(text.utf8), file: "p.csv", at: Timestamp(microseconds: 0))
        #expect(people.isEmpty)
        #expect(issues.sorted.map { "\($0.span?.line ?? 0): \($0.message)" } == messages)
    }

    @Test("blanks around what a file of people says are left out, and a column like `role` is told of")
    func oddFile() throws {
        let (people, issues) = PeopleFile.load(
            Array("id, name , Rolle,role\n ana,  Ana M ,x, Admin \n,,,\nmia,Mia,,\n".utf8), file: "p.csv",
            at: Timestamp(microseconds: 0))
        #expect(people.map { "\($0.id)|\($0.name)|\($0.role)" } == ["ana|Ana M|admin", "mia|Mia|owner"])
        #expect(issues.sorted.map(\.message) == ["a column is passed over: `rolle`"])
        let (_, near) = PeopleFile.load(
            Array("id,name,Rolle\nana,Ana,admin\n".utf8), file: "p.csv", at: Timestamp(microseconds: 0))
        #expect(near.sorted.map(\.hint) == ["did you mean `role`?"])
    }

    @Test("a new password ends all sessions but the one that asks, which has to know the former one")
    func password() async throws {
        let office = try await Office().staffed()
        let (first, second) = (try await office.begin("mia"), try await office.begin("mia"))
        let mia = Actor.session(first.session, address: nil)
        let wrong = await problem {
            try await office.people.changePassword(of: "mia", to: "battery staple", current: "wrong horse", by: mia)
        }
        #expect(wrong == .refused("The present password is another one."))
        let none = await problem { try await office.people.changePassword(of: "mia", to: "battery staple", by: mia) }
        #expect(none == wrong)
        #expect(
            try await office.people.changePassword(
                of: "mia", to: "battery staple", current: "correct horse", by: mia) == 1)
        #expect(try await office.sessions.session(for: first.secret.reveal { $0 }) != nil)
        #expect(try await office.sessions.session(for: second.secret.reveal { $0 }) == nil)
        let former = try await office.signIn.signIn("mia", password: "correct horse", from: Office.here)
        #expect(former.problem == .refused("The name or the password is wrong."))
        #expect(try await office.people.changePassword(of: "mia", to: "third password", by: Office.root) == 1)
        for (text, id) in [(" Mia", "mia"), ("mia", "mia"), ("Ana ", "ana"), ("nobody ", "nobody ")] {
            #expect(try await office.people.meant(text) == id)
        }
        let other = await problem { try await office.people.changePassword(of: "ana", to: "battery staple", by: mia) }
        #expect(other == Problem(AccountError.noPerson("ana")))
    }

    @Test("an owner reaches nobody else, and may not do what admins may")
    func reach() async throws {
        let office = try await Office().staffed()
        let mia = try await office.actor("mia")
        let ana = try await office.actor("ana")
        let attempts: [(String, @Sendable (Actor) async throws -> Void)] = [
            (
                "Only an admin may add people.",
                { _ = try await office.people.add("x", name: nil, role: nil, password: nil, by: $0) }
            ),
            (
                "Only an admin may change roles.",
                { _ = try await office.people.change("mia", name: nil, role: .admin, by: $0) }
            ),
            ("Only an admin may remove people.", { _ = try await office.people.remove("ana", by: $0) }),
            ("Only an admin may make one-time links.", { _ = try await office.signIn.oneTimeLink(by: $0) }),
            ("There is no person `ana`.", { _ = try await office.people.change("ana", name: "A", role: nil, by: $0) }),
            (
                "There is no person `ana`.",
                { _ = try await office.sessions.list(of: "ana", by: $0, limit: 9, after: nil) }
            ),
            ("There is no person `ana`.", { _ = try await office.sessions.revokeAll(of: "ana", by: $0) }),
            (
                "There is no person `ana`.",
                { _ = try await office.tokens.list(of: "ana", by: $0, limit: 9, after: nil) }
            ),
            (
                "There is no person `ana`.",
                { _ = try await office.tokens.create("t", for: "ana", scopes: [.runsRead], by: $0) }
            ),
            (
                "There is no session `\(ana.credential ?? "")`, or it has ended.",
                { _ = try await office.sessions.revoke(ana.credential ?? "", by: $0) }
            ),
        ]
        for (message, attempt) in attempts {
            #expect(await problem { try await attempt(mia) }?.message == message)
            #expect(await problem { try await attempt(.link("l1", address: nil)) } != nil)
        }
        #expect(try await office.people.list(by: mia, limit: 9, after: nil).items.map(\.id) == ["mia"])
        #expect(try await office.sessions.list(of: nil, by: mia, limit: 9, after: nil).items.map(\.person) == ["mia"])
        #expect(try await office.sessions.list(of: nil, by: ana, limit: 9, after: nil).items.count == 2)
        #expect(try await office.people.change("mia", name: "Mia M", role: nil, by: mia).name == "Mia M")
    }

    @Test("a person who is removed has no session and no token any more, and their documents stay")
    func remove() async throws {
        let office = try await Office().staffed()
        let last = await problem { try await office.people.remove("ana", by: Office.root) }
        #expect(last?.kind == .refused && last?.advice == [.listPeople])
        let mia = try await office.begin("mia")
        let token = try await office.tokens.create("ci", for: "mia", scopes: [.documentsRead], by: Office.root)
        let (removal, documents, _) = try await office.people.remove("mia", by: Office.root)
        #expect(removal.sessions == 1 && removal.tokens == 1 && documents == 0)
        #expect(try await office.sessions.session(for: mia.secret.reveal { $0 }) == nil)
        guard case .none = try await office.tokens.token(for: token.secret.reveal { $0 }) else {
            Issue.record("the token leads somewhere")
            return
        }
        #expect(try await office.people.remove("ana", by: Office.root).removal.person.id == "ana")
    }
}

@Suite struct TokenUseTests {
    @Test("a token is found by its secret until it expires or is revoked, and its use is noted once a minute")
    func found() async throws {
        let office = try await Office().staffed()
        let created = try await office.tokens.create("ci", for: "mia", scopes: [.documentsWrite], by: Office.root)
        let secret = created.secret.reveal { $0 }
        #expect(created.token.expiresAt == office.clock.now.advanced(by: .seconds(90 * 86_400)))
        func state() async throws -> String {
            switch try await office.tokens.token(for: secret) {
            case .valid(let found): "\(found.person.id), used \(found.credential.lastUsed != nil)"
            case .expired: "expired"
            case .revoked: "revoked"
            case .none: "none"
            }
        }
        #expect(try await state() == "mia, used false")
        #expect(try await state() == "mia, used true")
        office.clock.advance(by: .seconds(30))
        _ = try await state()
        let noted = try await office.workspace.accounts.token(created.token.id)?.lastUsed
        #expect(noted == created.token.createdAt)
        office.clock.advance(by: .seconds(90 * 86_400))
        #expect(try await state() == "expired")
        // By its secret, as whoever finds it somewhere knows nothing else.
        let revoked = try await office.tokens.revoke(secret, by: Office.root)
        #expect(revoked.id == created.token.id)
        #expect(try await state() == "revoked")
        #expect(try await office.audit().last == "root tokens.revoke \(created.token.id) succeeded")
        for other in ["", "cmp_", secret + "x", String(secret.dropLast())] {
            guard case .none = try await office.tokens.token(for: other) else {
                Issue.record("\(other) leads somewhere")
                return
            }
        }
    }

    @Test("a token never may more than its person, and makes no other one unless it may what admins may")
    func limits() async throws {
        let office = try await Office().staffed()
        #expect(
            await problem { try await office.tokens.create("ci", for: "mia", scopes: [.admin], by: Office.root) }
                == .refused(
                    "`mia` is no admin, so no token of theirs can have the scope `admin`.", advice: [.listPeople]))
        let created = try await office.tokens.create("ci", for: "mia", scopes: [.documentsWrite], by: Office.root)
        guard case .valid(let found) = try await office.tokens.token(for: created.secret.reveal { $0 }) else { return }
        let program = Actor.token(found, address: nil)
        #expect(
            await problem { try await office.tokens.create("more", for: "mia", scopes: [.runsRead], by: program) }
                == .refused("Only an admin may make tokens with a token."))
        #expect(
            await problem { try await office.people.changePassword(of: "mia", to: "battery staple", by: program) }
                == .refused("A token cannot change a password. Sign in to do that."))
        #expect(
            await problem {
                try await office.tokens.create(
                    "long", for: "mia", scopes: [.runsRead], lifetime: .seconds(367 * 86_400), by: Office.root)
            }?.kind == .invalidRequest)
    }
}
