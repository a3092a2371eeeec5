import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing
@testable import Representations

/// What users of other runners complain about, as far as no other test proves it. `docs/complaints.md` lists all of it.
@Suite struct ComplaintTests {
    @Test("river#360: a document that failed is held with reason, stage, attempt and the line that decided")
    func deadLetter() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages:\n  - { id: a, uses: ask, retry: { max-attempts: 2, initial: 1ms, errors: [server] } }")
        bench.world.fails("a", .failed(.server, "down", "The server is down."))
        let process = try await bench.process(keeper: TestKeeper())
        let run = try await process.run(pipeline).run
        let entry = try #require(
            try await process.store.quarantined(QuarantineQuery(), limit: 9, after: nil).items.first)
        #expect((entry.run, entry.stage, entry.attempt) == (run.id, "a", 2))
        #expect((entry.kind, entry.reason) == ("down", "The server is down."))
        #expect(entry.place == "test.yaml:4")
    }

    @Test("n8n#10763: a stage that succeeds at its second try has succeeded, whatever continue-on-error says")
    func secondTry() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: ask, continue-on-error: true, retry: { max-attempts: 2, initial: 1ms, errors: [server] } }
            on-failure: [{ id: h, uses: do }]
            """)
        bench.world.on("a") { context in
            if context.attempt == 1 { throw StageError.failed(.server, "down", "Down.") }
            return [:]
        }
        let result = try await bench.process().run(pipeline)
        #expect(result.stages.map(\.status) == [.succeeded])
        #expect(bench.world.deeds == [])
    }

    @Test("n8n#7759, #12366, #20206, #17461, #18764: a document's bytes are in no record, however large it is")
    func bytes() async throws {
        let bench = try Workbench()
        let file = try bench.folder.write("large.bin", Array(repeating: UInt8(ascii: "X"), count: 8 << 20))
        let process = try await bench.process()
        let result = try await process.run(Workbench.pipeline("stages: [{ id: r, uses: read }]"), file: file)
        #expect(result.run.document["size"] == .integer(8 << 20))
        #expect(Value.record(result.record).json.utf8.count < 1_000)
        try await process.store.close()
        #expect(try FileStatus.of(bench.folder.path.appending("compass.db")).size < 2 << 20)
    }

    @Test("tekton#1209: between two tries there is a wait, which grows")
    func waits() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: ask, retry: { max-attempts: 4, initial: 1s, factor: 3, jitter: none } }]")
        bench.world.fails("a", .failed(.network, "down", "Down."))
        let process = try await bench.process()
        _ = try await process.run(pipeline)
        #expect(bench.clock.sleeps == [.seconds(1), .seconds(3), .seconds(9)])
        let tries = process.recorder.events.compactMap { event in
            if case .stageStarted(_, _, let attempt, let all) = event { "attempt \(attempt) of \(all)" } else { nil }
        }
        #expect(tries == (1...4).map { "attempt \($0) of 4" })
    }
}
