import Accounts
import Diagnostics
import Digests
import Platform
import Testing

@Suite struct PersonTests {
    @Test(
        "what a person cannot be is told",
        arguments: [
            ("", "Ana", "The id of a person is empty."),
            (" ", "Ana", "The id of a person has nothing but spaces."),
            ("..", "Ana", "The id of a person names a folder and no person."),
            ("ana ", "Ana", "The id of a person begins and ends with something that can be seen."),
            ("\u{A0}ana", "Ana", "The id of a person begins and ends with something that can be seen."),
            ("a\u{202E}na", "Ana", "The id of a person has the character U+202E, which no name may have."),
            (
                "../ana", "Ana",
                "The id of a person has a `/`, which cannot stand in the address of a page about them."
            ),
            (String(repeating: "a", count: 101), "Ana", "The id of a person has at most 100 bytes."),
            ("ana", "", "A person needs a name of 1 to 200 characters."),
            ("ana", "  ", "A person needs a name of 1 to 200 characters."),
            ("ana", String(repeating: "a", count: 201), "A person needs a name of 1 to 200 characters."),
            (
                "ana", "A\nB",
                "The name has the character U+000A, which cannot be seen or acts on what shows it. Write the name without it."
            ),
            (String(repeating: "a", count: 100), "Ana Müller", nil), ("ana@example.com", "A", nil),
        ] as [(String, String, String?)])
    func invalid(id: String, name: String, message: String?) {
        var found: String?
        do throws(AccountError) {
            _ = try Person(
                id: id, name: name, role: .owner, createdAt: Timestamp(microseconds: 1), hasPassword: false)
        } catch {
            #expect(error.kind == .invalidPerson)
            found = error.message
        }
        #expect(found == message)
    }

    @Test("a person's name has no white space at its ends")
    func name() throws {
        let name = "\u{A0} Ana  M \n"
        let person = try Person(
            id: "ana", name: name, role: .owner, createdAt: Timestamp(microseconds: 1), hasPassword: false)
        #expect(person.name == "Ana  M")
        #expect(try Person.checked(name: name) == "Ana  M")
    }
}

@Suite struct TokenTests {
    private static let now = Timestamp(microseconds: 1_000_000)

    @Test(
        "what a token cannot be is told",
        arguments: [
            ("", [.runsRead], 60, "A token needs a name of 1 to 100 characters."),
            ("ci\u{7}", [.runsRead], 60, nil),
            (
                "ci", [], 60,
                """
                A token needs a scope, one or more of `documents:read`, `documents:write`, `runs:read`, `runs:write`, \
                `metrics`, `admin`.
                """
            ),
            ("ci", [.admin], 0, "A token is valid for at least a moment and for at most 366 days."),
            ("ci", [.admin], 366 * 86_400 + 1, "A token is valid for at least a moment and for at most 366 days."),
        ] as [(String, Set<TokenScope>, Int64, String?)])
    func invalid(name: String, scopes: Set<TokenScope>, seconds: Int64, message: String?) {
        let error = #expect(throws: AccountError.self) {
            try APIToken(
                id: "t", name: name, person: "ana", scopes: scopes, createdAt: Self.now,
                expiresAt: Self.now.advanced(by: .seconds(seconds)))
        }
        #expect(error?.kind == .invalidToken)
        if let message { #expect(error?.message == message) }
    }

    @Test("a scope includes what is less than it, and no other")
    func scopes() {
        let included: [TokenScope: Set<TokenScope>] = [
            .documentsRead: [.documentsRead], .documentsWrite: [.documentsRead, .documentsWrite],
            .runsRead: [.runsRead], .runsWrite: [.runsRead, .runsWrite], .metrics: [.metrics],
            .admin: Set(TokenScope.allCases),
        ]
        for scope in TokenScope.allCases {
            #expect(Set(TokenScope.allCases.filter { scope.includes($0) }) == included[scope])
        }
    }

    @Test("a token is valid until it expires or is revoked")
    func states() throws {
        var token = try APIToken(
            id: "t", name: "ci", person: "ana", scopes: [.runsWrite, .admin], createdAt: Self.now,
            expiresAt: Self.now.advanced(by: .seconds(60)))
        #expect(token.scopes == [.admin, .runsWrite])
        #expect(token.state(at: Self.now) == .valid)
        #expect(token.state(at: Self.now.advanced(by: .seconds(60))) == .expired)
        token.revokedAt = Self.now
        #expect(token.state(at: Self.now.advanced(by: .seconds(60))) == .revoked)
    }
}

@Suite struct FreshSecretTests {
    @Test(
        "a secret has its form, is never made twice, and is found again by its digest",
        arguments: FreshSecret.Form.allCases)
    func fresh(form: FreshSecret.Form) {
        var texts: Set<String> = []
        for _ in 0..<100 {
            let secret = FreshSecret(form)
            let text = secret.text.reveal { $0 }
            #expect(text.utf8.count == (form == .token ? 53 : 43))
            #expect(text.hasPrefix("cmp_") == (form == .token))
            #expect(FreshSecret.digest(of: text, form) == secret.digest)
            #expect(secret.digest == SHA256.digest(of: Array(text.utf8)))
            #expect(!"\(secret)".contains(text.dropFirst(4).prefix(20)))
            texts.insert(text)
        }
        #expect(texts.count == 100)
    }

    @Test("a token that was copied in part, or with a mistake, is none", arguments: 0..<20)
    func damaged(seed: Int) {
        let text = FreshSecret(.token).text.reveal { $0 }
        #expect(FreshSecret.digest(of: String(text.dropLast()), .token) == nil)
        #expect(FreshSecret.digest(of: text + "A", .token) == nil)
        #expect(FreshSecret.digest(of: text.lowercased(), .token) == nil)
        #expect(FreshSecret.digest(of: String(text.dropFirst(4)), .token) == nil)
        #expect(FreshSecret.digest(of: text, .plain) == nil)
        var bytes = Array(text.utf8)
        let position = 4 + seed * 2
        bytes[position] = bytes[position] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
        #expect(FreshSecret.digest(of: String(decoding: bytes, as: UTF8.self), .token) == nil)
    }

    @Test("what is no secret has no digest", arguments: ["", "é", "cmp_", String(repeating: "=", count: 43), "\u{0}"])
    func foreign(text: String) {
        for form in FreshSecret.Form.allCases { #expect(FreshSecret.digest(of: text, form) == nil) }
    }
}

@Suite struct ActorTests {
    private static let now = Timestamp(microseconds: 1_000_000)

    private static func session(_ role: Role) throws -> Actor {
        .session(
            Owned(
                Session(
                    id: "s1", person: "ana", origin: .link, createdAt: now, lastSeen: now, expiresAt: now, address: nil,
                    userAgent: nil), of: try person(role)), address: "192.0.2.1")
    }

    private static func token(_ role: Role, _ scopes: Set<TokenScope>) throws -> Actor {
        let token = try APIToken(
            id: "t1", name: "ci", person: "ana", scopes: scopes, createdAt: now,
            expiresAt: now.advanced(by: .seconds(1)))
        return .token(Owned(token, of: try person(role)), address: nil)
    }

    private static func person(_ role: Role) throws -> Person {
        try Person(id: "ana", name: "Ana", role: role, createdAt: now, hasPassword: false)
    }

    @Test("a role and scopes say how far somebody reaches, and what they may")
    func table() throws {
        let all = Set(TokenScope.allCases)
        let person = all.subtracting([.admin, .metrics])
        let rows: [(Actor, Actor.Reach, Set<TokenScope>, String?)] = [
            (.account("root"), .everybody, all, nil), (.service("retention"), .everybody, all, nil),
            (.link("l1", address: nil), .nobody, [], nil),
            (try Self.session(.owner), .own("ana"), person, "ana"), (try Self.session(.admin), .everybody, all, "ana"),
            (try Self.token(.owner, [.documentsWrite]), .own("ana"), [.documentsRead, .documentsWrite], "ana"),
            (try Self.token(.owner, [.admin]), .own("ana"), person, "ana"),
            (try Self.token(.admin, [.runsRead]), .own("ana"), [.runsRead], "ana"),
            (try Self.token(.admin, [.metrics]), .own("ana"), [.metrics], "ana"),
            (try Self.token(.owner, [.metrics]), .own("ana"), [], "ana"),
            (try Self.token(.admin, [.admin]), .everybody, all, "ana"),
        ]
        for (actor, reach, scopes, person) in rows {
            #expect(actor.reach == reach, "\(actor)")
            #expect(Set(TokenScope.allCases.filter { actor.has($0) }) == scopes, "\(actor)")
            #expect(actor.isAdmin == (reach == .everybody))
            #expect(actor.person == person)
        }
    }
}
