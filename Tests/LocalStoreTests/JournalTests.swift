import Documents
import Pipelines
import Platform
import SQLite
import Testing

@testable import LocalStore

@Suite struct JournalTests {
    private func run(_ id: String, pipeline: String = "p", status: RunStatus = .running) -> RunRecord {
        RunRecord(
            id: id, pipeline: pipeline, definition: "hash", file: "clip.mp4", owner: "u1",
            inputs: ["schools": ["mit"], "title": "A \"quoted\" title\n"],
            startedAt: Timestamp(microseconds: 1_000_001),
            keyTimestamp: 42, status: status)
    }

    private func stage(_ position: Int, status: StageStatus = .running) -> StageRecord {
        StageRecord(
            position: position, id: "s\(position)", uses: "u", status: status, startedAt: Timestamp(microseconds: 7))
    }

    @Test("a run comes back as it was recorded, with its stages and attempts")
    func roundTrip() async throws {
        let test = try await TestStore()
        var run = run("01A")
        var stage = stage(0)
        stage.intent = ["key": "u1/x", "size": 5]
        test.store.record([.runStarted(run), .stage(run: "01A", stage)])
        stage.status = .failed
        stage.attempts = 2
        stage.outputs = ["a": [1, true, nil, "x", 1.5], "r": ["b": "c"]]
        stage.durationMilliseconds = 12.25
        stage.error = RunFailure(stage: "s0", kind: "network", message: "No route.")
        stage.undo = .failed(message: "no")
        let attempts = [1, 2].map {
            AttemptRecord(
                position: 0, number: $0, status: .failed, startedAt: Timestamp(microseconds: 9),
                durationMilliseconds: 0.5, error: RunFailure(stage: "s0", kind: "timeout", message: "late"))
        }
        (run.status, run.finishedAt, run.durationMilliseconds) = (.failed, Timestamp(microseconds: 99), 3.5)
        run.document = ["id": "x"]
        run.error = RunFailure(stage: "s0", kind: "network", message: "No route.")
        try await test.store.commit(
            [.stage(run: "01A", stage)] + attempts.map { .attempt(run: "01A", $0) } + [.runFinished(run)])
        let detail = try #require(try await test.store.run("01A"))
        #expect(detail.run == run)
        #expect(detail.stages == [stage])
        #expect(detail.attempts == attempts)
        #expect(detail.notifications.isEmpty)
        #expect(try await test.store.run("01B") == nil)
    }

    @Test("an attempt is appended, never replaced")
    func attemptsAreFinal() async throws {
        let test = try await TestStore()
        let attempt = AttemptRecord(
            position: 0, number: 1, status: .failed, startedAt: Timestamp(microseconds: 9), durationMilliseconds: 1,
            error: nil)
        try await test.store.commit([.runStarted(run("01A")), .attempt(run: "01A", attempt)])
        await #expect(throws: StoreError.self) { try await test.store.commit([.attempt(run: "01A", attempt)]) }
        let error = #expect(throws: SQLiteError.self) {
            try test.look { try $0.execute("UPDATE attempts SET status = 'succeeded'") }
        }
        #expect(error?.message == "an attempt is appended and never changed")
    }

    @Test("what was recorded is there when the next commit returns, in one transaction")
    func recordThenCommit() async throws {
        let test = try await TestStore()
        let before = test.store.writer.counts
        test.store.record([.runStarted(run("01A"))])
        for position in 0..<5 { test.store.record([.stage(run: "01A", stage(position, status: .succeeded))]) }
        #expect(try await test.store.run("01A") == nil)
        try await test.store.commit([.runFinished(run("01A", status: .succeeded))])
        #expect(try await test.store.run("01A")?.stages.count == 5)
        #expect(test.store.writer.counts.commits == before.commits + 1)
        #expect(test.store.writer.counts.syncedCommits == before.syncedCommits + 1)
    }

    @Test("a record that cannot be written fails the next commit of its run, and no other run's")
    func recordFails() async throws {
        let test = try await TestStore()
        test.store.record([.stage(run: "nobody", stage(0))])
        try await test.store.commit([.runStarted(run("01A"))])
        let error = await #expect(throws: StoreError.self) {
            try await test.store.transact({ _ in }, recording: { [.stage(run: "nobody", self.stage(1))] })
        }
        #expect(error?.cause?.isForeignKeyConstraint == true)
    }

    @Test("what a transaction writes, its stage and its notifications are there together, or none of them")
    func transact() async throws {
        struct Refused: Error {}
        let test = try await TestStore()
        try await test.store.commit([.runStarted(run("01A"))])
        let note = OutboxTests.notification("n1", run: "01A")
        let new = test.new()
        await #expect(throws: Refused.self) {
            try await test.store.transact(
                { transaction in
                    _ = try transaction.catalog.createVersion(new)
                    try transaction.enqueue(note)
                    throw Refused()
                }, recording: { (_: Int) in [.stage(run: "01A", self.stage(0, status: .succeeded))] })
        }
        #expect(try await test.all(DocumentQuery(), limit: 10) == [])
        #expect(try await test.store.waiting() == 0)
        let before = test.store.writer.counts.commits
        let id = try await test.store.transact(
            { transaction in
                try transaction.enqueue(note)
                return try transaction.catalog.createVersion(new).id
            }, recording: { _ in [.stage(run: "01A", self.stage(0, status: .succeeded))] })
        #expect(test.store.writer.counts.commits == before + 1)
        #expect(try await test.store.version(id).run == new.run)
        let detail = try #require(try await test.store.run("01A"))
        #expect(detail.stages.map(\.status) == [.succeeded])
        #expect(detail.notifications.map(\.notification) == [note])
    }

    @Test("a definition is kept once, and its first text stays")
    func definitions() async throws {
        let test = try await TestStore()
        try await test.store.pin(definition: "h", pipeline: "p", source: "first")
        try await test.store.pin(definition: "h", pipeline: "p", source: "second")
        #expect(try await test.store.definition("h") == "first")
        #expect(try await test.store.definition("other") == nil)
    }

    @Test("runs are listed newest first, in pages, by pipeline and status")
    func listing() async throws {
        let test = try await TestStore()
        var random = SeededGenerator(seed: 8)
        var all: [RunRecord] = []
        for number in 0..<120 {
            let run = run(
                "01\(String(1_000 + number))", pipeline: ["a", "b", "c"].randomElement(using: &random) ?? "a",
                status: RunStatus.allCases.randomElement(using: &random) ?? .running)
            all.append(run)
        }
        for run in all.shuffled(using: &random) { test.store.record([.runStarted(run)]) }
        try await test.store.commit([])
        for pipeline in [nil, "a", "c", "none"] {
            for statuses in [[], [.running], [.failed, .rejected, .failed]] as [[RunStatus]] {
                for limit in [1, 7, 200] {
                    var query = RunQuery()
                    (query.pipeline, query.statuses) = (pipeline, statuses)
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
                    }
                    #expect(found == expected, "\(query)")
                }
            }
        }
    }
}
