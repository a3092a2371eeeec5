internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// Runs, their stages and attempts, and definitions.
    static let journal: [StoreRule] = [
        StoreRule("a run comes back as it was recorded, with its stages and attempts") { test in
            let source = SourceIdentity(
                path: Path(bytes: Array("/in/".utf8) + [0xFF, 0x0A]), device: .max, inode: 1 << 63, size: 5,
                modified: -7)
            var run = RunRecord(
                id: "01A", pipeline: "p", definition: "hash", file: "clip.mp4", source: source, owner: "u1",
                inputs: ["schools": ["mit"], "title": "A \"quoted\" title\n"], trigger: ["kind": "watch"], group: "u1",
                origin: RunOrigin(run: "019", kind: .replay), attempt: 3, startedAt: Timestamp(microseconds: 1_000_001),
                keyTimestamp: 42)
            var reused = stage(0, status: .succeeded)
            (reused.isReused, reused.outputs) = (true, ["mime-type": "video/mp4"])
            try await expect(test.store.start(run, stages: [reused], limit: nil, key: "k"), is: .started)
            try await expect(test.store.run("01A")?.run, is: run)
            var stage = stage(1)
            stage.intent = ["key": "u1/x", "size": 5]
            stage.retryAt = Timestamp(microseconds: 77)
            stage.undo = StageUndo(.running, attempts: 1, intent: ["key": "y"])
            try await test.store.commit([.stage(run: "01A", stage)])
            try await expect(test.store.run("01A")?.stages, is: [reused, stage])
            (stage.status, stage.attempts, stage.interruptions, stage.retryAt) = (.failed, 2, 1, nil)
            stage.outputs = ["a": [1, true, nil, "x", 1.5], "r": ["b": "c"]]
            stage.durationMilliseconds = 12.25
            stage.error = RunFailure(stage: "s1", kind: "network", message: "No route.", errorClass: .network)
            stage.undo = StageUndo(.failed, attempts: 3, message: "no")
            let attempts = [attempt(1), attempt(2), attempt(1, item: 4)]
            (run.status, run.finishedAt, run.durationMilliseconds) = (.failed, Timestamp(microseconds: 99), 3.5)
            run.document = ["id": "x"]
            run.error = RunFailure(stage: "s1", kind: "network", message: "No route.", errorClass: .network)
            try await test.store.commit(
                [.stage(run: "01A", stage)] + attempts.map { .attempt(run: "01A", $0) } + [.runFinished(run)])
            let detail = try require(try await test.store.run("01A"))
            try expect(detail.run, is: run)
            try expect(detail.stages, is: [reused, stage])
            try expect(detail.attempts, is: attempts)
            try expect(detail.notifications.isEmpty)
            try await expect(test.store.run("01B") == nil)
        },
        StoreRule("every way in which taking back can stand comes back") { test in
            try await test.start("01A")
            for status in StageUndo.Status.allCases {
                var stage = stage(0, status: .succeeded)
                stage.undo = StageUndo(status, attempts: 2, message: "m", intent: ["a": 1])
                try await test.store.commit([.stage(run: "01A", stage)])
                try await expect(test.store.run("01A")?.stages, is: [stage])
            }
        },
        StoreRule("the items of a stage are read in pages, in order, and are not among the stages of the run") { test in
            try await test.start("01A")
            let stages = [stage(0), stage(1), stage(2)]
            let items = (0..<25).map { stage(1, item: $0) }
            try await test.store.commit((stages + items.shuffled()).map { .stage(run: "01A", $0) })
            try await expect(test.store.run("01A")?.stages, is: stages)
            var found: [StageRecord] = []
            while true {
                let page = try await test.store.items(ofRun: "01A", position: 1, after: found.last?.item, limit: 10)
                if page.isEmpty { break }
                try expect(page.count, is: min(10, 25 - found.count))
                found += page
            }
            try expect(found, is: items)
            try await expect(test.store.lastItem(ofRun: "01A", position: 1), is: 24)
            try await expect(test.store.lastItem(ofRun: "01A", position: 0), is: nil)
            try await expect(test.store.items(ofRun: "01A", position: 0, after: nil, limit: 10), is: [])
            try await expect(test.store.items(ofRun: "01B", position: 1, after: nil, limit: 10), is: [])
        },
        StoreRule("items whose stage as a whole has not been recorded do not stand for it") { test in
            try await test.start("01A")
            try await test.store.commit([.stage(run: "01A", stage(3, item: 0)), .stage(run: "01A", stage(5))])
            try await expect(test.store.run("01A")?.stages, is: [stage(5)])
        },
        StoreRule("an attempt is appended, never replaced") { test in
            try await test.start("01A")
            try await test.store.commit([.attempt(run: "01A", attempt(1))])
            try await expectRefusal {
                try await test.store.commit([.attempt(run: "01A", attempt(1))])
            }
            try await test.store.commit([.attempt(run: "01A", attempt(1, item: 0))])
        },
        StoreRule("a run that has ended takes no more entries, and one that never began takes none") { test in
            try await test.finish(try await test.start("01A"))
            for id in ["01A", "01B"] {
                try await expectError(FencedError(run: id)) {
                    try await test.store.commit([.stage(run: id, stage(0))])
                }
                try await expectError(FencedError(run: id)) {
                    try await test.store.transact(
                        { _ = try $0.catalog.createVersion(test.new(run: id)) },
                        recording: { [.stage(run: id, stage(0))] })
                }
            }
            try await expect(test.store.run("01A")?.stages, is: [])
            try await expect(test.all(DocumentQuery(), limit: 10), is: [], "its body is rolled back")
        },
        StoreRule("what a transaction writes, its stage and its notifications are there together, or none of them") {
            test in
            struct Refused: Error {}
            try await test.start("01A")
            let note = StoreBench.notification("n1", run: "01A")
            let new = test.new()
            try await expectError(Refused.self) {
                try await test.store.transact(
                    { transaction in
                        _ = try transaction.catalog.createVersion(new)
                        try transaction.enqueue(note)
                        throw Refused()
                    }, recording: { (_: Int) in [.stage(run: "01A", stage(0, status: .succeeded))] })
            }
            try await expect(test.all(DocumentQuery(), limit: 10), is: [])
            try await expect(test.store.waiting(), is: 0)
            let id = try await test.store.transact(
                { transaction -> String in
                    try transaction.enqueue(note)
                    return try transaction.catalog.createVersion(new).id
                }, recording: { _ in [.stage(run: "01A", stage(0, status: .succeeded))] })
            try await expect(test.store.version(id).run, is: new.run)
            let detail = try require(try await test.store.run("01A"))
            try expect(detail.stages.map(\.status), is: [.succeeded])
            try expect(detail.notifications.map(\.notification), is: [note])
        },
        StoreRule("a definition is kept once, and its first text stays") { test in
            try await test.store.pin(definition: "h", pipeline: "p", source: "first")
            try await test.store.pin(definition: "h", pipeline: "p", source: "second")
            try await expect(test.store.definition("h"), is: "first")
            try await expect(test.store.definition("other"), is: nil)
        },
        StoreRule("runs are listed newest first, in pages, by pipeline and status") { test in
            var random = SeededRandom(seed: 8)
            var all: [RunRecord] = []
            for number in 0..<120 {
                all.append(
                    test.run(
                        "01\(String(1_000 + number))", pipeline: ["a", "b", "c"].randomElement(using: &random) ?? "a",
                        origin: Int.random(in: 0..<4, using: &random) == 0 ? "00A" : nil))
            }
            for index in all.indices.shuffled(using: &random) {
                _ = try await test.store.start(all[index], stages: [], limit: nil, key: nil)
                let status = RunStatus.allCases.randomElement(using: &random) ?? .running
                if status != .running { all[index] = try await test.finish(all[index], status) }
            }
            for pipeline in [nil, "a", "c", "none"] {
                for statuses in [[], [.running], [.failed, .rejected, .failed]] as [[RunStatus]] {
                    for (limit, origin) in [(1, nil), (7, nil), (200, nil), (3, "00A")] as [(Int, String?)] {
                        var query = RunQuery()
                        (query.pipeline, query.statuses, query.origin) = (pipeline, statuses, origin)
                        var found: [RunRecord] = []
                        var cursor: String?
                        repeat {
                            let page = try await test.store.runs(query, limit: limit, after: cursor)
                            found += page.items
                            cursor = page.next
                        } while cursor != nil
                        let expected = all.reversed().filter {
                            (pipeline == nil || $0.pipeline == pipeline)
                                && (statuses.isEmpty || statuses.contains($0.status))
                                && (origin == nil || $0.origin?.run == origin)
                        }
                        try expect(found, is: expected, "\(query)")
                    }
                }
            }
        },
    ]
}

private func stage(_ position: Int, item: Int? = nil, status: StageStatus = .running) -> StageRecord {
    StageRecord(
        position: position, item: item, id: "s\(position)", uses: "u", status: status,
        startedAt: Timestamp(microseconds: 7))
}

private func attempt(_ number: Int, item: Int? = nil) -> AttemptRecord {
    AttemptRecord(
        position: 0, item: item, number: number, status: .failed, startedAt: Timestamp(microseconds: 9),
        durationMilliseconds: 0.5,
        error: RunFailure(stage: "s0", kind: "timeout", message: "late", errorClass: .timeout))
}
