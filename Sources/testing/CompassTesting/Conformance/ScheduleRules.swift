internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// What is remembered of schedules.
    static let schedules: [StoreRule] = [
        StoreRule("slots and position are recorded together, and read as they were written") { test in
            try await expect(test.store.position(pipeline: "p", schedule: "* * * * * UTC"), is: nil)
            let slots = [slot(60), slot(121, .skipped), slot(180)]
            try await expect(test.decide(slots, from: nil, through: 200), is: slots)
            try await expect(test.store.position(pipeline: "p", schedule: "* * * * * UTC"), is: time(200))
            try await expect(test.slots(), is: slots.reversed())
            try await expect(test.store.claimed(), is: [slot(60), slot(180)])
        },
        StoreRule("nothing is recorded when somebody else has decided") { test in
            try await test.decide([], from: nil, through: 100)
            try await expect(test.decide([slot(60)], from: nil, through: 200), is: nil)
            try await expect(test.decide([slot(60)], from: 99, through: 200), is: nil)
            try await expect(test.slots(), is: [])
            try await expect(test.store.position(pipeline: "p", schedule: "* * * * * UTC"), is: time(100))
            try await expect(test.decide([slot(160)], from: 100, through: 200), is: [slot(160)])
        },
        StoreRule("C22: a slot that is on record is not claimed again, also when the position has gone back") { test in
            try await test.decide([slot(60), slot(120)], from: nil, through: 200)
            try await expect(test.decide([], from: 200, through: 50), is: [])
            var again = slot(120)
            again.run = "01X"
            try await expect(test.decide([again, slot(180)], from: 50, through: 180), is: [slot(180)])
            try await expect(test.store.claimed().map(\.run), is: ["01R60", "01R120", "01R180"])
        },
        StoreRule("C22: what was decided is there for the next process") { test in
            try await test.decide([slot(60)], from: nil, through: 60)
            try await test.store.close()
            let store = try await test.open()
            try await expect(store.claimed(), is: [slot(60)])
            try await expect(store.position(pipeline: "p", schedule: "* * * * * UTC"), is: time(60))
            try await store.close()
        },
        StoreRule("a slot ends once") { test in
            try await test.decide([slot(60), slot(120)], from: nil, through: 200)
            var ended = slot(60)
            ended.state = .failed
            try await test.store.finish(ended)
            ended.state = .succeeded
            try await test.store.finish(ended)
            try await expect(test.slots().map(\.state), is: [.claimed, .failed])
            var skipped = slot(120)
            (skipped.state, skipped.run, skipped.reason) = (.skipped, nil, "its schedule was removed")
            try await test.store.finish(skipped)
            let last = try require(try await test.slots().first)
            try expect(last.state == .skipped && last.run == nil && last.reason == "its schedule was removed")
            try await expect(test.store.claimed(), is: [])
        },
        StoreRule("lists go on behind the last slot of a page, of all pipelines and of one") { test in
            for number in 1...7 {
                let pipeline = number % 2 == 0 ? "p" : "q"
                try await test.decide(
                    [slot(Int64(number), of: pipeline, schedule: "\(number)")], from: nil, through: 9, of: pipeline,
                    schedule: "\(number)")
            }
            for (pipeline, expected) in [(nil, [7, 6, 5, 4, 3, 2, 1]), ("p", [6, 4, 2]), ("none", [])]
                as [(String?, [Int64])]
            {
                var found: [Int64] = []
                var cursor: String?
                repeat {
                    let page = try await test.store.slots(ofPipeline: pipeline, limit: 2, after: cursor)
                    try expect(page.items.count <= 2)
                    found += page.items.map { $0.at.microseconds / 1_000_000 }
                    cursor = page.next
                } while cursor != nil
                try expect(found, is: expected)
            }
            let next = try require(try await test.store.slots(ofPipeline: nil, limit: 2, after: nil).next)
            try await expectError(CatalogError.self) {
                try await test.store.slots(ofPipeline: "p", limit: 2, after: next)
            }
        },
        StoreRule("old slots go with old runs; the newest of each schedule and what is claimed stay") { test in
            try await test.decide((1...9).map { slot($0 * 10, $0 == 2 ? .claimed : .skipped) }, from: nil, through: 90)
            try await test.decide([slot(10, .skipped, of: "q")], from: nil, through: 90, of: "q")
            try await expect(test.store.prune(finishedBefore: time(52), keeping: nil, limit: 10), is: 0)
            try await expect(test.slots("p").map { $0.at.microseconds / 1_000_000 }, is: [90, 80, 70, 60, 20])
            try await expect(test.store.prune(finishedBefore: time(1_000), keeping: nil, limit: 10), is: 0)
            try await expect(test.slots("p").map { $0.at.microseconds / 1_000_000 }, is: [90, 20])
            try await expect(test.slots("q").count, is: 1)
            try await expect(test.store.prune(finishedBefore: nil, keeping: 0, limit: 10), is: 0)
            try await expect(test.slots().count, is: 3)
        },
    ]
}

private func slot(
    _ at: Int64, _ state: ScheduleSlot.State = .claimed, of pipeline: String = "p", schedule: String = "* * * * * UTC"
) -> ScheduleSlot {
    ScheduleSlot(
        pipeline: pipeline, schedule: schedule, at: time(at), state: state, run: state == .claimed ? "01R\(at)" : nil,
        isCaughtUp: at % 2 == 1, reason: state == .skipped ? "missed" : nil, others: Int(at % 7),
        decidedAt: time(at + 1), startsAt: state == .claimed ? time(at + 2) : nil)
}

extension StoreBench {
    @discardableResult
    fileprivate func decide(
        _ slots: [ScheduleSlot], from former: Int64?, through: Int64, of pipeline: String = "p",
        schedule: String = "* * * * * UTC"
    ) async throws -> [ScheduleSlot]? {
        try await store.decide(
            slots, pipeline: pipeline, schedule: schedule, from: former.map { time($0) }, through: time(through))
    }

    fileprivate func slots(_ pipeline: String? = nil) async throws -> [ScheduleSlot] {
        try await store.slots(ofPipeline: pipeline, limit: 1_000, after: nil).items
    }
}
