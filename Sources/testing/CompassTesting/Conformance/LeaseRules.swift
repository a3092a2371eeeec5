internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// Which process works on which run.
    static let leases: [StoreRule] = [
        StoreRule("nobody takes the runs of a process that lives") { test in
            test.clock.stop()
            let other = try await test.open()
            try await test.start("01A")
            try await expect(other.takeOver(limit: 10), is: [])
            try await expect(test.store.takeOver(limit: 10), is: [], "nor does it take its own")
            test.clock.advance(by: 29)
            try await expect(test.store.renew(), is: [])
            test.clock.advance(by: 29)
            try await expect(other.takeOver(limit: 10), is: [])
            try await expect(other.unfinished(), is: 1)
        },
        StoreRule(
            "the runs of a process that is gone are taken over at once, oldest first, each once, and are suspects"
        ) { test in
            test.clock.stop()
            let other = try await test.open()
            for id in ["01C", "01A", "01B"] { try await test.start(id) }
            try await test.store.close()
            try await expect(other.takeOver(limit: 2), is: ["01A", "01B"])
            try await expect(other.takeOver(limit: 2), is: ["01C"])
            try await expect(other.takeOver(limit: 2), is: [])
            for id in ["01A", "01B", "01C"] {
                let run = try require(try await other.run(id)?.run)
                try expect(run.crashes == 0 && run.isSuspect, "nobody knows which of them it was")
            }
            try await other.commit([.stage(run: "01A", stage)])
        },
        StoreRule("a death counts against the run that was on trial, and makes no suspects of those that waited") {
            test in
            test.clock.stop()
            let other = try await test.open()
            for id in ["01A", "01B"] { try await test.start(id) }
            try await test.store.beginTrial(of: "01B")
            try await test.store.endTrial(of: "01A")
            try await test.store.close()
            try await expect(other.takeOver(limit: 1), is: ["01A"], "the innocent one first")
            try await expect(other.takeOver(limit: 1), is: ["01B"])
            var runs = try await other.runs(RunQuery(), limit: 9, after: nil).items
            try expect(runs.map(\.id), is: ["01B", "01A"])
            try expect(runs.map(\.crashes) == [1, 0] && runs.map(\.isSuspect) == [true, false])

            // A trial that is over says nothing, and one whose run has ended blames nobody.
            try await other.beginTrial(of: "01B")
            try await other.endTrial(of: "01B")
            try await other.close()
            let third = try await test.open()
            try await expect(third.takeOver(limit: 9), is: ["01A", "01B"])
            runs = try await third.runs(RunQuery(), limit: 9, after: nil).items
            try expect(runs.map(\.crashes) == [1, 0] && runs.map(\.isSuspect) == [true, true])
            try await third.beginTrial(of: "01B")
            try await test.finish(runs[0], in: third)
            try await third.close()
            let fourth = try await test.open()
            try await expect(fourth.takeOver(limit: 9), is: ["01A"])
            try await expect(fourth.run("01A")?.run.crashes, is: 0)
        },
        StoreRule("a process that closes without runs leaves nothing behind") { test in
            test.clock.stop()
            let other = try await test.open()
            try await test.finish(try await test.start("01A"))
            try await test.store.close()
            try await expect(other.takeOver(limit: 1), is: [])
        },
        StoreRule("who let its lease run out loses its runs, and is fenced") { test in
            test.clock.stop()
            let other = try await test.open()
            try await test.start("01A")
            test.clock.advance(by: 31)
            try await expect(other.takeOver(limit: 10), is: ["01A"])
            try await expectError(FencedError(run: "01A")) {
                try await test.store.commit([.stage(run: "01A", stage)])
            }
            try await expectError(FencedError(run: "01A")) {
                try await test.store.transact({ _ in }, recording: { [.stage(run: "01A", stage)] })
            }
            let error = FencedError(run: "01A")
            try expect(
                "\(error)", is: "Run 01A is another process's now, since this one had not renewed its lease in time.")
            try await expect(test.store.run("01A")?.stages, is: [])
            try await expect(test.store.renew(), is: [])
            try await test.start("01B")
            try await test.store.commit([.stage(run: "01B", stage)])
            try await other.commit([.stage(run: "01A", stage)])
            try await expect(other.takeOver(limit: 10), is: [])
        },
        StoreRule("a process that begins a run after a long pause is not taken for abandoned") { test in
            test.clock.stop()
            let other = try await test.open()
            let run = try await test.start("01A")
            try await test.finish(run)
            test.clock.advance(by: 1_000)
            try await test.start("01B")
            try await expect(other.takeOver(limit: 10), is: [])
        },
        StoreRule("a released run goes to the next that looks, and no crash is counted") { test in
            test.clock.stop()
            let other = try await test.open()
            try await test.start("01A")
            try await test.store.release(["01A", "01B"])
            try await expectError(FencedError(run: "01A")) {
                try await test.store.commit([.stage(run: "01A", stage)])
            }
            try await expect(other.takeOver(limit: 10), is: ["01A"])
            try await expect(other.run("01A")?.run.crashes, is: 0)
            try await other.close()
            try await expect(test.store.takeOver(limit: 10), is: ["01A"])
            try await expect(test.store.run("01A")?.run.crashes, is: 1, "the next end was none of its own will")
        },
        StoreRule("who does not own a run cannot release it") { test in
            test.clock.stop()
            let other = try await test.open()
            try await test.start("01A")
            try await expect(other.start(test.run("01B"), stages: [], limit: nil, key: nil), is: .started)
            try await other.release(["01A"])
            try await test.store.commit([.stage(run: "01A", stage)])
        },
        StoreRule("a seized run is its owner's no more, and no crash is counted") { test in
            test.clock.stop()
            let other = try await test.open()
            let run = try await test.start("01A")
            try await expect(other.seize("01A"))
            try await expectError(FencedError(run: "01A")) {
                try await test.store.commit([.stage(run: "01A", stage)])
            }
            var ended = run
            (ended.status, ended.finishedAt) = (.cancelled, Timestamp(microseconds: 9))
            try await other.commit([.runFinished(ended)])
            try await expect(other.run("01A")?.run, is: ended)
            try await expect(other.seize("01A"), is: false)
            try await expect(other.seize("01B"), is: false)
        },
        StoreRule("a wish to cancel reaches the owner, and whoever takes the run over") { test in
            test.clock.stop()
            let other = try await test.open()
            let run = try await test.start("01A")
            try await test.start("01B")
            try await expect(other.requestCancellation(of: "01A"), is: .requested)
            try await expect(test.store.cancellations(), is: ["01A"])
            try await expect(test.store.renew(), is: ["01A"])
            try await expect(other.cancellations(), is: [])
            try await test.finish(run, .cancelled)
            try await expect(other.requestCancellation(of: "01A"), is: .finished(.cancelled))
            try await expect(other.requestCancellation(of: "01Z"), is: .unknown)
            try await expect(test.store.cancellations(), is: [])
            try await test.store.close()
            try await expect(other.requestCancellation(of: "01B"), is: .abandoned)
            try await expect(other.takeOver(limit: 1), is: ["01B"])
            try await expect(other.renew(), is: ["01B"])
        },
        StoreRule("many processes that look at the same time take each run once") { test in
            test.clock.stop()
            let ids = (0..<(Nightly.isOn ? 60 : 20)).map { "01\(100 + $0)" }
            for id in ids { try await test.start(id) }
            try await test.store.close()
            var stores: [any TestedStore] = []
            for _ in 0..<4 { stores.append(try await test.open()) }
            let taken = try await withThrowingTaskGroup(of: [String].self) { group in
                for store in stores {
                    group.addTask {
                        var taken: [String] = []
                        while true {
                            let more = try await store.takeOver(limit: 7)
                            if more.isEmpty { return taken }
                            for id in more { try await store.commit([.stage(run: id, stage)]) }
                            taken += more
                        }
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try expect(taken.count == ids.count && Set(taken) == Set(ids))
            for store in stores { try await store.close() }
        },
    ]
}

private let stage = StageRecord(position: 0, id: "s", uses: "u", startedAt: Timestamp(microseconds: 7))
