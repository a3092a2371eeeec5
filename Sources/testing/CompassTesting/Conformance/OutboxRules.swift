internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// Notifications that wait, are claimed and delivered.
    static let outbox: [StoreRule] = [
        StoreRule("due notifications are claimed oldest first, once, until their lease ends") { test in
            let notes = [
                StoreBench.notification("b", at: 11), StoreBench.notification("a", at: 10),
                StoreBench.notification("c", at: 99),
            ]
            try await test.enqueue(notes)
            try await expect(test.store.due().first?.at, is: time(10))
            let claimed = try await test.store.claim(of: "coaches", at: time(20), limit: 10, lease: .seconds(30))
            try expect(claimed.map(\.notification), is: [notes[1], notes[0]])
            try expect(claimed.allSatisfy { $0.attempts == 0 && $0.lease == time(50) })
            try await expect(test.store.claim(of: "coaches", at: time(49), limit: 10, lease: .seconds(30)), is: [])
            try await expect(test.store.due().first?.at, is: time(50))
            try await expect(test.store.waiting(), is: 3)
            try await expect(test.store.waitingForAnother(dueBy: time(98)), is: 0, "two are claimed, one is not due")
            try await expect(test.store.waitingForAnother(dueBy: time(99)), is: 1)
            try await expect(
                test.store.claim(of: "coaches", at: time(50), limit: 1, lease: .seconds(30)).map(
                    \.notification.id), is: ["b"])
        },
        StoreRule("the same notification queued again is one") { test in
            try await test.enqueue([StoreBench.notification("a"), StoreBench.notification("a")])
            try await test.enqueue([StoreBench.notification("a")])
            try await expect(test.store.waiting(), is: 1)
        },
        StoreRule("tries are recorded: retried, then delivered, or given up") { test in
            let run = try await test.start("01A")
            try await test.enqueue([StoreBench.notification("a"), StoreBench.notification("b", at: 11)])
            try await expect(test.store.due().first?.at, is: nil, "what a run announces waits for its end")
            try await expect(test.store.claim(of: "coaches", at: time(20), limit: 10, lease: .seconds(30)), is: [])
            try await test.finish(run)
            let first = try await test.store.claim(of: "coaches", at: time(20), limit: 10, lease: .seconds(30))
            try await test.store.finish([(first[0], delivery(.retry(at: time(60))))])
            try await test.store.finish([(first[1], delivery(.givenUp))])
            try await expect(test.store.due().first?.at, is: time(60))
            try await expect(test.store.waitingForAnother(dueBy: time(0)), is: 1, "it was tried")
            let second = try await test.store.claim(of: "coaches", at: time(60), limit: 10, lease: .seconds(30))
            try expect(second.map(\.attempts), is: [1])
            try await test.store.finish([(second[0], delivery(.delivered, at: 61))])
            try await expect(test.store.due().first?.at, is: nil)
            try await expect(test.store.waiting(), is: 0)
            let records = try require(try await test.store.run("01A")).notifications
            try expect(records.map(\.state), is: [.delivered, .givenUp])
            try expect(records.map(\.nextAttemptAt), is: [nil, nil])
            try expect(records[0].deliveries, is: [delivery(.retry(at: time(60))), delivery(.delivered, at: 61)])
            try expect(records[1].deliveries, is: [delivery(.givenUp)])
        },
        StoreRule("who lost the claim changes nothing any more") { test in
            try await test.enqueue([StoreBench.notification("a")])
            let slow = try await test.store.claim(of: "coaches", at: time(20), limit: 1, lease: .seconds(5))
            let quick = try await test.store.claim(of: "coaches", at: time(25), limit: 1, lease: .seconds(5))
            try expect(slow.count == 1 && quick.count == 1)
            let claimed = try await test.store.notification("a")
            try expect(claimed?.isUnderWay, is: true)
            try expect(claimed?.nextAttemptAt, is: nil, "nobody else tries it")
            try await test.store.finish([(slow[0], delivery(.givenUp))])
            try await expect(test.store.waiting(), is: 1)
            try await test.store.finish([(quick[0], delivery(.delivered))])
            try await test.store.finish([(quick[0], delivery(.retry(at: time(99))))])
            try await expect(test.store.waiting(), is: 0)
            try await expect(test.store.notification("a")?.isUnderWay, is: false)
        },
        StoreRule("a claim that ended without an outcome makes the notification uncertain for good") { test in
            try await test.enqueue([StoreBench.notification("a"), StoreBench.notification("b", at: 12)])
            let first = try await test.store.claim(of: "coaches", at: time(20), limit: 2, lease: .seconds(5))
            try expect(first.map(\.isUncertain), is: [false, false])
            try await test.store.finish([(first[1], delivery(.retry(at: time(25))))])
            let second = try await test.store.claim(of: "coaches", at: time(25), limit: 2, lease: .seconds(5))
            try expect(second.map(\.notification.id).sorted(), is: ["a", "b"])
            try expect(second.map { $0.notification.id == "a" }, is: second.map(\.isUncertain))
            try await test.store.finish(second.map { ($0, delivery(.retry(at: time(40)))) })
            let third = try await test.store.claim(of: "coaches", at: time(40), limit: 2, lease: .seconds(5))
            try expect(third.map { $0.notification.id == "a" }, is: third.map(\.isUncertain))
        },
        StoreRule("what a process that is gone had claimed is due at once, and uncertain") { test in
            let other = try await test.open()
            try await test.enqueue([StoreBench.notification("a"), StoreBench.notification("b")])
            try await expect(other.claim(of: "coaches", at: time(20), limit: 1, lease: .seconds(1 << 40)).count, is: 1)
            try await expect(test.store.takeOver(limit: 10), is: [])
            try await expect(
                test.store.claim(of: "coaches", at: time(21), limit: 9, lease: .seconds(1 << 40)).map(
                    \.isUncertain), is: [false])
            try await other.close()
            try await expect(test.store.takeOver(limit: 10), is: [])
            let again = try await test.store.claim(of: "coaches", at: .now(), limit: 9, lease: .seconds(600))
            try expect(again.map(\.notification.id), is: ["a"])
            try expect(again.map(\.isUncertain), is: [true])
            try await other.close()
        },
        StoreRule(
            "notifications are found by state, channel, run, pipeline, owner and document, on pages, and by their ids"
        ) {
            test in
            let version = try await test.create(test.new("A", run: "01A"))
            let other = try await test.create(test.new("B", run: "01B"))
            for id in ["01A", "01B", "01C"] { try await test.finish(try await test.start(id)) }
            func note(_ id: String, _ channel: String, run: String, about series: String? = nil) -> Notification {
                Notification(
                    id: id, channel: channel, subject: "S", body: nil,
                    data: series.map { ["document": ["series": .string($0)]] } ?? [:], run: run, stage: "notify",
                    createdAt: time(10))
            }
            try await test.enqueue([
                note("01A.x", "coaches", run: "01A"), note("01A.y", "log", run: "01A", about: version.series),
                note("01B.x", "coaches", run: "01B", about: other.series),
                note("01C.x", "coaches", run: "01C", about: version.series),
            ])
            func found(_ change: (inout NotificationQuery) -> Void) async throws -> [String] {
                var query = NotificationQuery()
                change(&query)
                return try await pages { try await test.store.notifications(query, limit: 1, after: $0) }
                    .map(\.notification.id)
            }
            try await expect(found { _ in }, is: ["01C.x", "01B.x", "01A.y", "01A.x"])
            try await expect(found { $0.channel = "log" }, is: ["01A.y"])
            try await expect(found { $0.run = "01A" }, is: ["01A.y", "01A.x"])
            try await expect(found { $0.pipeline = "p" }, is: ["01C.x", "01B.x", "01A.y", "01A.x"])
            try await expect(found { $0.pipeline = "q" }, is: [])
            try await expect(found { $0.owner = "u1" }, is: ["01C.x", "01B.x", "01A.y", "01A.x"])
            try await expect(found { $0.owner = "u2" }, is: [])
            try await expect(found { $0.document = version.series }, is: ["01C.x", "01A.y", "01A.x"])
            try await expect(found { $0.document = other.series }, is: ["01B.x"])
            try await expect(found { $0.state = .delivered }, is: [])
            try await expect(test.store.notification("01A.x")?.notification.channel, is: "coaches")
            try await expect(test.store.notification("01A") == nil, "the beginning of an id is none")
        },
        StoreRule(
            "what was delivered or given up is due again when asked for, with all tries before it; not while claimed"
        ) {
            test in
            try await test.enqueue([StoreBench.notification("a"), StoreBench.notification("b", at: 11)])
            let first = try await test.store.claim(of: "coaches", at: time(20), limit: 2, lease: .seconds(30))
            try await expect(test.store.redeliver("a", at: time(21)), is: false, "somebody delivers it")
            try await test.store.finish([
                (first[0], delivery(.delivered)), (first[1], delivery(.givenUp)),
            ])
            try await expect(test.store.waiting(), is: 0)
            for id in ["a", "b"] { try await expect(test.store.redeliver(id, at: time(60))) }
            try await expect(test.store.redeliver("c", at: time(60)), is: false)
            try await expect(test.store.due().first?.at, is: time(60))
            let again = try await test.store.claim(of: "coaches", at: time(60), limit: 9, lease: .seconds(30))
            try expect(again.map(\.notification.id), is: ["a", "b"])
            try expect(again.allSatisfy { $0.attempts == 0 && !$0.isUncertain })
            try await test.store.finish(again.map { ($0, delivery(.retry(at: time(99)), at: 61)) })
            try await expect(test.store.redeliver("a", at: time(70)), "one that waits is due at once")
            try await expect(test.store.due().first?.at, is: time(70))
            let record = try await test.store.notification("a")
            try expect(record?.state, is: .waiting)
            try expect(record?.deliveries, is: [delivery(.delivered), delivery(.retry(at: time(99)), at: 61)])
        },
        StoreRule("two processes never claim the same notification at once") { test in
            let other = try await test.open()
            let count = Nightly.isOn ? 100 : 30
            try await test.enqueue((0..<count).map { StoreBench.notification("n\($0)") })
            let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
                for round in 0..<(Nightly.isOn ? 40 : 12) {
                    let store = round % 2 == 0 ? test.store : other
                    group.addTask {
                        try await store.claim(
                            of: "coaches", at: Timestamp(microseconds: 20_000_000), limit: 7, lease: .seconds(60)
                        )
                        .map(\.notification.id)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try expect(claimed.count == count && Set(claimed).count == count)
            try await other.close()
        },
    ]
}

private func delivery(_ state: Delivery.State, at seconds: Int64 = 20) -> Delivery {
    Delivery(state: state, detail: "204", at: time(seconds), durationMilliseconds: 1.5)
}
