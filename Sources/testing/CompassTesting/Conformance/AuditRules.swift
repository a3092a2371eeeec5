internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// How attempts to sign in are counted.
    static let attempts: [StoreRule] = [
        StoreRule("after five attempts for a person one waits, twice as long after each further one") { test in
            let start = test.stopped()
            var now = start
            for _ in 1...5 { try await expect(test.store.beginAttempt(person: "ana", address: nil, at: now), is: nil) }
            for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] as [Int64] {
                try await expect(
                    test.store.beginAttempt(person: "ana", address: nil, at: now), is: .seconds(seconds))
                try await expect(
                    test.store.beginAttempt(person: "mia", address: nil, at: now), is: nil, "of another one")
                try await test.store.attemptSucceeded(person: "mia", address: nil)
                let before = now.advanced(by: .seconds(seconds) - .milliseconds(1))
                try await expect(test.store.beginAttempt(person: "ana", address: nil, at: before), is: .milliseconds(1))
                if seconds == 900 { break }
                now = now.advanced(by: .seconds(seconds))
                try await expect(test.store.beginAttempt(person: "ana", address: nil, at: now), is: nil)
            }
            let later = now.advanced(by: SignInLimit.window)
            for _ in 1...5 {
                try await expect(test.store.beginAttempt(person: "ana", address: nil, at: later), is: nil)
            }
            try await expect(test.store.beginAttempt(person: "ana", address: nil, at: later), is: .seconds(1))
        },
        StoreRule("what is right is not counted, neither for the person nor for the address") { test in
            let now = test.stopped()
            for number in 1...60 {
                try await expect(
                    test.store.beginAttempt(person: "p\(number)", address: "192.0.2.1", at: now), is: nil)
                try await test.store.attemptSucceeded(person: "p\(number)", address: "192.0.2.1")
            }
            for _ in 1...4 { _ = try await test.store.beginAttempt(person: "ana", address: nil, at: now) }
            try await test.store.attemptSucceeded(person: "ana", address: nil)
            for _ in 1...5 { try await expect(test.store.beginAttempt(person: "ana", address: nil, at: now), is: nil) }
            try await expect(test.store.beginAttempt(person: "ana", address: nil, at: now), is: .seconds(1))
        },
        StoreRule("after twenty attempts from an address one waits there, whoever they are for") { test in
            let now = test.stopped()
            for number in 1...20 {
                // The same network: the last 64 bits of an address of IPv6 are anybody's choice.
                try await expect(
                    test.store.beginAttempt(person: "p\(number)", address: "2001:db8::\(number)", at: now), is: nil)
            }
            for (address, wait) in [
                ("2001:db8::ff:1", .seconds(1)), ("2001:db8:0:1::1", nil), ("::ffff:192.0.2.7", nil),
                ("192.0.2.7", nil),
            ] as [(String, Duration?)] {
                try await expect(test.store.beginAttempt(person: "new", address: address, at: now), is: wait)
                try await test.store.attemptSucceeded(person: "new", address: nil)
            }
            for number in 1...18 {
                try await expect(
                    test.store.beginAttempt(person: "q\(number)", address: "192.0.2.7", at: now), is: nil)
            }
            try await expect(
                test.store.beginAttempt(person: "new", address: "::ffff:192.0.2.7", at: now), is: .seconds(1))
        },
        StoreRule("attempts of more than a quarter of an hour ago count no more, and are forgotten") { test in
            let now = test.stopped()
            for _ in 1...4 { _ = try await test.store.beginAttempt(person: "ana", address: nil, at: now) }
            let later = now.advanced(by: SignInLimit.window)
            for _ in 1...5 {
                try await expect(test.store.beginAttempt(person: "ana", address: nil, at: later), is: nil)
            }
            let end = later.advanced(by: SignInLimit.window)
            _ = try await test.store.removeExpired(at: end, limit: 10)
            try await expect(test.store.beginAttempt(person: "ana", address: nil, at: later), is: nil)
        },
        StoreRule("attempts are counted by all processes, and a clock that goes back keeps nobody out for long") {
            test in
            let now = test.stopped()
            let other = try await test.open()
            for _ in 1...3 {
                _ = try await test.store.beginAttempt(person: "ana", address: nil, at: now)
                _ = try await other.beginAttempt(person: "ana", address: nil, at: now)
            }
            try await expect(other.beginAttempt(person: "ana", address: nil, at: now), is: .seconds(1))
            let year = now.advanced(by: .seconds(-365 * 86_400))
            try await expect(
                other.beginAttempt(person: "ana", address: nil, at: year), is: SignInLimit.longestWait)
            try await other.close()
        },
    ]

    /// What is kept of changes.
    static let audit: [StoreRule] = [
        StoreRule("a change is on record before its outcome, for the next process too, and has one outcome") { test in
            let entries = [entry(1), entry(2, by: .account), entry(3)]
            try await test.store.begin([entries[0]])
            try await test.store.begin(Array(entries[1...]))
            try await expectRefusal { try await test.store.begin([entry(4), entries[0]]) }
            try await test.store.close()
            let store = try await test.open()
            try await expect(store.entries(AuditQuery(), limit: 9, after: nil).items, is: entries.reversed())
            try await store.finish(audit: ["a1"], outcome: .succeeded, reason: nil, at: time(60))
            try await store.finish(audit: ["a2"], outcome: .refused, reason: "There is none.", at: time(61))
            try await expectError(StoreError.self) {
                try await store.finish(audit: ["a2"], outcome: .succeeded, reason: nil, at: time(62))
            }
            let found = try await store.entries(AuditQuery(), limit: 9, after: nil).items
            try expect(found.map(\.outcome), is: [nil, .refused, .succeeded])
            try expect(found.map(\.finishedAt), is: [nil, time(61), time(60)])
            try expect(found.map(\.reason), is: [nil, "There is none.", nil])
            try await store.close()
        },
        StoreRule("who is erased stands in no detail any more, however it names them, and entries of others stay") {
            test in
            let details = [
                "documents:read, for ana", "documents:read, for `ana`", "1.0 by ana", "1.0 by `ana`", "role ana",
                "documents:read, for `ana-two`", "documents:read, for diana",
            ]
            for (number, detail) in details.enumerated() {
                let made = entry(number + 1, actor: "mia")
                try await test.store.begin([
                    AuditEntry(
                        id: made.id, at: made.at, by: made.by, action: made.action, subject: made.subject,
                        detail: detail)
                ])
            }
            _ = try await test.store.eraseTraces(of: "ana", runs: [], keeping: "")
            let left = try await test.store.entries(AuditQuery(), limit: 9, after: nil).items
            try expect(left.map { $0.detail ?? "" }, is: Array(details.dropFirst(4).reversed()))
        },
        StoreRule("lists of changes have an actor's, a subject's, those since a time, and all") { test in
            // Two in each second, so that a page ends between them.
            for number in 1...8 {
                try await test.store.begin([
                    entry(
                        number, actor: number % 2 == 0 ? "mia" : "ana", subject: number % 3 == 0 ? "d3" : "d1",
                        at: Int64(number / 2))
                ])
            }
            let queries: [(AuditQuery, [Int])] = [
                (AuditQuery(), [8, 7, 6, 5, 4, 3, 2, 1]), (AuditQuery(actor: "mia"), [8, 6, 4, 2]),
                (AuditQuery(subject: "d3"), [6, 3]), (AuditQuery(actor: "ana", subject: "d3"), [3]),
                (AuditQuery(since: time(3)), [8, 7, 6]), (AuditQuery(actor: "ana", since: time(2)), [7, 5]),
                (AuditQuery(actor: "eve"), []),
            ]
            for (query, expected) in queries {
                let found = try await pages { try await test.store.entries(query, limit: 2, after: $0) }
                try expect(found.map(\.id), is: expected.map { "a\($0)" }, "\(query)")
            }
            let next = try await test.store.entries(AuditQuery(), limit: 2, after: nil).next
            try await expectError(CatalogError.self) {
                try await test.store.entries(AuditQuery(actor: "mia"), limit: 2, after: next)
            }
        },
    ]
}

private func entry(
    _ number: Int, by kind: Actor.Kind = .session, actor: String = "ana", subject: String = "d1", at seconds: Int64 = 50
) -> AuditEntry {
    AuditEntry(
        id: "a\(number)", at: time(seconds),
        by: AuditEntry.By(
            kind: kind, name: actor, credential: kind == .session ? "s1" : nil,
            address: kind == .session ? "192.0.2.1" : nil),
        action: "documents.share", subject: AuditEntry.Subject("document", subject),
        detail: number % 2 == 0 ? "with ucla" : nil)
}
