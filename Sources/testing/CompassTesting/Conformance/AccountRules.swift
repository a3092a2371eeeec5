internal import Accounts
internal import Digests
internal import Documents
internal import Platform

extension StoreConformance {
    /// What is kept of people, sessions, one-time links and tokens.
    static let accounts: [StoreRule] = people + sessions + links + tokens + attempts + audit

    private static let people: [StoreRule] = [
        StoreRule("people are read as they were added, by their ids, and an id is there once") { test in
            try await expect(test.store.hasPeople(), is: false)
            let added = try [person("mia"), person("ana", .admin, hasPassword: true), person("zoe")]
            for person in added {
                try await test.store.add(person, password: person.hasPassword ? "hash of ana" : nil)
            }
            try await expect(test.store.hasPeople())
            let found = try await pages { try await test.store.people(limit: 2, after: $0) }
            try expect(found, is: [added[1], added[0], added[2]])
            try await expect(test.store.person("ana"), is: added[1])
            try await expect(test.store.person("eve"), is: nil)
            try await expect(test.store.passwordHash(of: "ana"), is: "hash of ana")
            try await expect(test.store.passwordHash(of: "mia"), is: nil)
            try await expectError(AccountError.personExists("ana")) {
                try await test.store.add(added[1], password: nil)
            }
            try await expect(test.store.passwordHash(of: "ana"), is: "hash of ana")
        },
        StoreRule("people that are added together stay as they are if they are there") { test in
            try await test.store.add(person("ana", .admin, hasPassword: true), password: "hash of ana")
            let both = try [person("ana"), person("mia")]
            try await expect(test.store.add(both), is: [both[1]])
            try await expect(test.store.add(both), is: [])
            try await expect(test.store.person("ana")?.role, is: .admin)
            try await expect(test.store.passwordHash(of: "ana"), is: "hash of ana")
            try await expect(test.store.person("mia"), is: both[1])
        },
        StoreRule("a new password ends the sessions, but for the one that is named") { test in
            try await test.store.add(person("ana"), password: nil)
            try await test.store.add(person("mia"), password: nil)
            for (number, owner) in [(1, "ana"), (2, "ana"), (3, "mia"), (4, "ana")] {
                try await test.begin(number, owner)
            }
            try await expect(test.store.setPassword(of: "ana", to: "first", keeping: "s2"), is: 2)
            try await expect(test.live(), is: ["s3", "s2"])
            try await expect(test.store.person("ana")?.hasPassword, is: true)
            try await test.store.rehashPassword(of: "ana", from: "other", to: "second")
            try await expect(test.store.passwordHash(of: "ana"), is: "first")
            try await test.store.rehashPassword(of: "ana", from: "first", to: "second")
            try await expect(test.store.passwordHash(of: "ana"), is: "second")
            try await expect(test.live(), is: ["s3", "s2"])
            try await expectError(AccountError.noPerson("eve")) {
                try await test.store.setPassword(of: "eve", to: "hash", keeping: nil)
            }
        },
        StoreRule("somebody stays an admin as long as there are others") { test in
            try await test.store.add(person("ana", .admin), password: nil)
            try await expect(test.store.change("ana", name: "Ana B", role: .owner).role, is: .owner)
            try await expect(test.store.change("ana", name: nil, role: .admin).name, is: "Ana B")
            try await test.store.add(person("mia"), password: nil)
            try await expectError(AccountError.lastAdmin("ana")) {
                try await test.store.change("ana", name: "Ana C", role: .owner)
            }
            try await expectError(AccountError.lastAdmin("ana")) {
                try await test.store.remove("ana", at: test.stopped())
            }
            try await expect(test.store.person("ana")?.name, is: "Ana B")
            _ = try await test.store.change("mia", name: nil, role: .admin)
            try await expect(test.store.remove("ana", at: test.stopped()).person.id, is: "ana")
            try await expect(test.store.remove("mia", at: test.stopped()).person.id, is: "mia")
            try await expect(test.store.hasPeople(), is: false)
            try await expectError(AccountError.noPerson("ana")) {
                try await test.store.remove("ana", at: test.stopped())
            }
            try await expectError(AccountError.noPerson("ana")) {
                try await test.store.change("ana", name: nil, role: nil)
            }
        },
        StoreRule("sessions, tokens and links go with their person, and do not come back with the id") { test in
            let now = test.stopped()
            for id in ["ana", "mia"] { try await test.store.add(person(id, .admin), password: nil) }
            for (number, owner) in [(1, "ana"), (2, "mia")] {
                try await test.begin(number, owner)
                try await test.store.add(token(number, of: owner, at: now), secret: secret(100 + number))
            }
            try await test.store.addLink(
                secret: secret(7), person: "ana", createdAt: now, expiresAt: now.advanced(by: .seconds(600)))
            try await expect(
                test.store.remove("ana", at: test.stopped()),
                is: PersonRemoval(person: person("ana", .admin), sessions: 1, tokens: 1))
            try await test.store.add(person("ana"), password: nil)
            try await expect(test.store.session(secret: secret(1), at: now), is: nil)
            try await expect(test.store.token(secret: secret(101)), is: nil)
            try await expect(test.redeem(7, at: now), is: nil)
            try await expect(test.live(), is: ["s2"])
            try await expect(test.store.tokens(of: nil, limit: 9, after: nil).items.map(\.id), is: ["t2"])
        },
    ]

    private static let sessions: [StoreRule] = [
        StoreRule("a secret leads to its session and its person, until the session ends") { test in
            let now = test.stopped()
            try await test.store.add(person("ana"), password: nil)
            let begun = try await test.begin(1, "ana")
            try await expect(test.store.session(secret: secret(1), at: now), is: Owned(begun, of: person("ana")))
            try await expect(test.store.session(secret: secret(2), at: now), is: nil)
            let idle = now.advanced(by: Session.longestIdle)
            try await expect(test.store.session(secret: secret(1), at: idle), is: nil)
            try await expect(test.store.end(session: "s1", of: "mia"), is: false)
            try await expect(test.store.end(session: "s1", of: "ana"))
            try await expect(test.store.end(session: "s1", of: nil), is: false)
            try await expect(test.store.session(secret: secret(1), at: now), is: nil)
            try await expectError(AccountError.noPerson("eve")) { try await test.begin(2, "eve") }
        },
        StoreRule("a session that is used goes on, is noted once a minute, and ends when its time is over") { test in
            let now = test.stopped()
            try await test.store.add(person("ana"), password: nil)
            try await test.begin(1, "ana")
            func lastSeen(at time: Timestamp) async throws -> Timestamp? {
                let found = try await test.store.session(secret: secret(1), at: time)
                return found?.credential.lastSeen
            }
            try await test.store.touch(session: "s1", at: now.advanced(by: .seconds(59)))
            try await expect(lastSeen(at: now), is: now)
            let minute = now.advanced(by: .seconds(60))
            try await test.store.touch(session: "s1", at: minute)
            try await expect(lastSeen(at: now), is: minute)
            try await expect(lastSeen(at: now.advanced(by: Session.longestIdle)), is: minute)
            var used = minute
            for _ in 0..<5 {
                used = used.advanced(by: .seconds(6 * 86_400 - 20))
                try await test.store.touch(session: "s1", at: used)
            }
            let last = now.advanced(by: Session.lifetime)
            try await expect(lastSeen(at: last.advanced(by: .seconds(-1))), is: used)
            try await expect(lastSeen(at: last), is: nil)
        },
        StoreRule("a session that begins ends the one of the same browser") { test in
            try await test.store.add(person("ana"), password: nil)
            try await test.begin(1, "ana")
            try await test.begin(2, "ana", replacing: 1)
            try await test.begin(3, "ana", replacing: 9)
            try await expect(test.live(), is: ["s3", "s2"])
            try await expect(test.store.endSessions(of: "ana", except: "s3"), is: 1)
            try await expect(test.store.endSessions(of: "ana", except: nil), is: 1)
            try await expect(test.live(), is: [])
        },
        StoreRule("lists of sessions have a person's or all, page by page, and none that has ended") { test in
            let now = test.stopped()
            for id in ["ana", "mia"] { try await test.store.add(person(id), password: nil) }
            for number in 1...7 { try await test.begin(number, number % 2 == 0 ? "mia" : "ana") }
            for (person, expected) in [(nil, [7, 6, 5, 4, 3, 2, 1]), ("mia", [6, 4, 2]), ("eve", [])]
                as [(String?, [Int])]
            {
                let found = try await pages { try await test.store.sessions(of: person, at: now, limit: 2, after: $0) }
                try expect(found.map(\.id), is: expected.map { "s\($0)" })
            }
            let next = try await test.store.sessions(of: nil, at: now, limit: 2, after: nil).next
            try await expectError(CatalogError.self) {
                try await test.store.sessions(of: "ana", at: now, limit: 2, after: next)
            }
            let later = now.advanced(by: Session.longestIdle)
            try await expect(test.store.sessions(of: nil, at: later, limit: 9, after: nil).items, is: [])
        },
        StoreRule("what has ended is removed, in parts, and what goes on stays") { test in
            let now = test.stopped()
            try await test.store.add(person("ana"), password: nil)
            for number in 1...4 { try await test.begin(number, "ana") }
            try await test.store.touch(session: "s2", at: now.advanced(by: .seconds(60)))
            try await test.store.addLink(
                secret: secret(7), person: "ana", createdAt: now, expiresAt: now.advanced(by: .seconds(600)))
            let later = now.advanced(by: Session.longestIdle)
            try await expect(test.store.removeExpired(at: now, limit: 10), is: 0)
            try await expect(test.store.removeExpired(at: later, limit: 2), is: 2)
            try await expect(test.store.removeExpired(at: later, limit: 2), is: 1)
            try await expect(test.store.removeExpired(at: later, limit: 2), is: 0)
            try await expect(test.live(), is: ["s2"])
            try await expect(test.redeem(7, at: now), is: nil)
        },
    ]

    private static let links: [StoreRule] = [
        StoreRule("the first link makes its person an admin without a password, and works once") { test in
            let now = test.stopped()
            for number in [1, 2] {
                try await test.store.addLink(
                    secret: secret(number), person: "u1", createdAt: now, expiresAt: now.advanced(by: .seconds(600)))
            }
            try await expect(test.redeem(3, at: now), is: nil)
            let signedIn = try require(try await test.redeem(1, at: now))
            try expect(signedIn.person, is: person("u1", .admin))
            try await expect(test.store.session(secret: secret(51), at: now), is: signedIn)
            try await expect(test.redeem(1, at: now), is: nil)
            _ = try await test.store.change("u1", name: nil, role: .owner)
            try await expect(test.redeem(2, at: now)?.person.role, is: .owner)
        },
        StoreRule("a link whose time is over, or whose person is none of those there are, leads nowhere") { test in
            let now = test.stopped()
            let end = now.advanced(by: .seconds(600))
            try await test.store.addLink(secret: secret(1), person: "u1", createdAt: now, expiresAt: end)
            try await test.store.addLink(secret: secret(2), person: "u1", createdAt: now, expiresAt: end)
            try await expect(test.redeem(1, at: end), is: nil)
            try await expect(test.redeem(1, at: now), is: nil)
            try await expect(test.store.hasPeople(), is: false)
            try await test.store.add(person("ana"), password: nil)
            try await expect(test.redeem(2, at: now), is: nil)
            try await expect(test.store.person("u1"), is: nil)
        },
    ]

    private static let tokens: [StoreRule] = [
        StoreRule("a secret leads to its token and its person, whatever the token's state") { test in
            let now = test.stopped()
            try await test.store.add(person("ana"), password: nil)
            var added = try token(1, of: "ana", at: now)
            try await test.store.add(added, secret: secret(1))
            try await expect(test.store.token(secret: secret(1)), is: Owned(added, of: person("ana")))
            try await expect(test.store.token(secret: secret(2)), is: nil)
            try await expect(test.store.token("t2"), is: nil)
            for (seconds, noted) in [(0, 0), (59, 0), (60, 60), (100, 60), (120, 120)] as [(Int64, Int64)] {
                try await test.store.touch(token: "t1", at: now.advanced(by: .seconds(seconds)))
                added.lastUsed = now.advanced(by: .seconds(noted))
                try await expect(test.store.token("t1"), is: added)
            }
            try await expect(test.store.revoke(token: "t1", of: "mia", at: now), is: nil)
            added.revokedAt = now
            try await expect(test.store.revoke(token: "t1", of: "ana", at: now), is: added)
            let later = now.advanced(by: .seconds(9))
            try await expect(test.store.revoke(token: "t1", of: nil, at: later), is: added)
            try await expect(test.store.token(secret: secret(1))?.credential.state(at: now), is: .revoked)
            try await expect(test.store.revoke(token: "t2", of: nil, at: now), is: nil)
            try await expectError(AccountError.noPerson("eve")) {
                try await test.store.add(token(2, of: "eve", at: now), secret: secret(2))
            }
            try await expect(test.store.remove("ana", at: test.stopped()).tokens, is: 0)
        },
        StoreRule("lists of tokens have a person's or all, page by page") { test in
            let now = test.stopped()
            for id in ["ana", "mia"] { try await test.store.add(person(id), password: nil) }
            for number in 1...5 {
                try await test.store.add(
                    token(number, of: number % 2 == 0 ? "mia" : "ana", at: now), secret: secret(number))
            }
            for (person, expected) in [(nil, [5, 4, 3, 2, 1]), ("mia", [4, 2]), ("eve", [])] as [(String?, [Int])] {
                let found = try await pages { try await test.store.tokens(of: person, limit: 2, after: $0) }
                try expect(found.map(\.id), is: expected.map { "t\($0)" })
            }
            let next = try await test.store.tokens(of: nil, limit: 2, after: nil).next
            try await expectError(CatalogError.self) { try await test.store.tokens(of: "ana", limit: 2, after: next) }
        },
    ]
}

func secret(_ number: Int) -> SHA256Digest { SHA256.digest(of: [UInt8(number)]) }

func person(_ id: String, _ role: Role = .owner, hasPassword: Bool = false) throws -> Person {
    try Person(id: id, name: "Name of \(id)", role: role, createdAt: time(5), hasPassword: hasPassword)
}

func token(_ number: Int, of person: String, at now: Timestamp) throws -> APIToken {
    try APIToken(
        id: "t\(number)", name: "sync \(number)", person: person, scopes: [.runsRead, .documentsWrite], createdAt: now,
        expiresAt: now.advanced(by: .seconds(1_000)))
}

extension StoreBench {
    /// The time, which is the same from now on.
    func stopped() -> Timestamp {
        clock.stop()
        return clock.now()
    }

    @discardableResult
    fileprivate func begin(_ number: Int, _ person: String, replacing former: Int? = nil) async throws -> Session {
        let now = stopped()
        let session = session("s\(number)", of: person, at: now)
        try await store.begin(session, secret: secret(number), replacing: former.map { secret($0) })
        return session
    }

    private func session(_ id: String, of person: String, at now: Timestamp) -> Session {
        Session(
            id: id, person: person, origin: .password, createdAt: now, lastSeen: now,
            expiresAt: now.advanced(by: Session.lifetime), address: "192.0.2.1", userAgent: nil)
    }

    fileprivate func live() async throws -> [String] {
        try await store.sessions(of: nil, at: stopped(), limit: 100, after: nil).items.map(\.id)
    }

    fileprivate func redeem(_ number: Int, at now: Timestamp) async throws -> Owned<Session>? {
        try await store.redeemLink(
            secret: secret(number), at: now,
            first: {
                Person(storedID: $0, name: "Name of \($0)", role: .admin, createdAt: time(5), hasPassword: false)
            }, session: { self.session("l\(number)", of: $0, at: now) }, sessionSecret: secret(50 + number),
            replacing: nil)
    }
}
