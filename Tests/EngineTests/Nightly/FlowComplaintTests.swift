import CompassTesting
import Diagnostics
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing
@testable import Representations

/// What users of other runners complain about: replays, changed definitions, failures that flow on, limits, memory.
/// `docs/complaints.md` lists all of them.
@Suite struct FlowComplaintTests {
    private static let text = "stages: [{ id: a, uses: do }, { id: see, uses: ask }, { id: z, uses: do }]"

    private func detail(_ process: TestProcess, _ result: RunResult) async throws -> RunDetail {
        try #require(try await process.store.run(result.run.id))
    }

    @Test("argo#1584, #1803, #762, kestra#15188, dagster#14268, #7237: a run that succeeded is replayed from any stage")
    func anyState() async throws {
        let bench = try Workbench()
        let (process, pipeline) = (try await bench.process(), try Workbench.pipeline(Self.text))
        let origin = try await detail(process, process.run(pipeline))
        for from in 0...2 {
            let again = try await process.run(
                pipeline, continuing: Continuation(origin: origin, kind: .replay, from: from))
            #expect(again.run.status == .succeeded)
            #expect(again.stages.map(\.isReused) == (0...2).map { $0 < from })
        }
    }

    @Test("actions/runner#432, dagu#876, #1015, #2411, n8n#25735: a retry goes on at the failed stage")
    func failedStage() async throws {
        let bench = try Workbench()
        let process = try await bench.process()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do, irreversible: true }, { id: z, uses: do }]")
        bench.world.fails("z.before")
        let origin = try await detail(process, process.run(pipeline))
        bench.world.on("z.before") { _ in [:] }
        let again = try await process.run(pipeline, continuing: Continuation(origin: origin, kind: .retry, from: 1))
        #expect(again.run.status == .succeeded)
        #expect(bench.world.deeds == ["did a#1", "did z#2"])
    }

    @Test("argo#12936, dagu#2388: what depends on a stage that runs again, runs again")
    func dependants() async throws {
        let bench = try Workbench()
        let (process, pipeline) = (try await bench.process(), try Workbench.pipeline(Self.text))
        bench.world.on("see") { context in
            ["saw": context.environment.roots["stages"]?["a"]?["outputs"]?["deed"] ?? .null]
        }
        bench.world.fails("z.before")
        let origin = try await detail(process, process.run(pipeline))
        bench.world.on("z.before") { _ in [:] }
        let again = try await process.run(pipeline, continuing: Continuation(origin: origin, kind: .retry, from: 2))
        #expect(again.stages[1].outputs == ["saw": "a#2"])
    }

    @Test("dagu#326, n8n#12957, #32131: the definition is mended and the failed run goes on with it")
    func mended() async throws {
        let bench = try Workbench()
        let (process, pipeline) = (try await bench.process(), try Workbench.pipeline(Self.text))
        bench.world.fails("z.before")
        let origin = try await detail(process, process.run(pipeline))
        let mended = try Workbench.pipeline(Self.text.replacing("id: z, uses: do", with: "id: z, uses: ask"))
        let continuation = Continuation(origin: origin, kind: .retry, from: 2)
        #expect(try await process.engine.obstacles(to: continuation, of: mended) == [])
        #expect(try await process.run(mended, continuing: continuation).run.status == .succeeded)
    }

    @Test("airbyte#10742, temporal sdk-typescript#1582, sdk-rust#855: a run goes on with the definition it began with")
    func pinned() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(Self.text)
        bench.world.dies("see")
        try await bench.begin(pipeline)
        bench.world.on("see") { _ in [:] }
        let second = try await bench.process()
        // The file says something else by now.
        let edited = try Workbench.pipeline("stages: [{ id: other, uses: ask }]")
        try await second.store.pin(definition: edited.hash, pipeline: edited.name, source: edited.source)
        let results = try await second.recover { detail in
            let source = try #require(try await second.store.definition(detail.run.definition))
            let loaded = PipelineLoader.load(
                Array(source.utf8), file: "test.yaml", registry: try Registry(Workbench.stages))
            return try #require(loaded.pipeline)
        }
        #expect(results.map(\.stages.count) == [3])
        #expect(results.map(\.run.definition) == [pipeline.hash])
    }

    @Test("actions/runner#1173, #2629: a condition with text around its expression is refused, not taken for true")
    func condition() throws {
        let found = try issues("stages: [{ uses: ask, if: \"${{ document.name }} == 'y'\" }]")
        #expect(
            found == [
                "text around `${{ }}` makes a string of the condition, and a string is neither true nor false"
            ])
    }

    @Test("argo#6673, #6766, #15513: a name that means nothing, or may mean nothing, is refused and never left as text")
    func missing() throws {
        #expect(
            try issues("env: { A: \"${{ env.COMPASS_TEST_UNSET }}\" }\nstages: [{ uses: ask }]")
                == ["`env.COMPASS_TEST_UNSET` has no default: an unset environment variable would end the run"])
        #expect(try issues("stages: [{ uses: ask, if: stages.ask.outputs.x == 'y' }]").count == 1)
    }

    /// What lint says.
    private func issues(_ text: String) throws -> [String] {
        let (pipeline, issues) = PipelineLoader.load(
            Array("version: 1\nname: test\n\(text)".utf8), file: "test.yaml",
            registry: try Registry(Workbench.stages))
        #expect(pipeline == nil)
        return issues.sorted.map(\.message)
    }

    @Test("actions/runner#2227, kestra#13141, #11025, #12031, airflow#9975, #13407: of runs that queue none is lost")
    func queue() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("concurrency: { group: g, limit: 1 }\nstages: [{ id: a, uses: ask }]")
        let process = try await bench.process()
        try await process.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        var statuses: [RunStatus] = []
        await Batch(engine: process.engine, workers: 4).run(
            (0..<20).map { _ in RunRequest(file: bench.file) }, of: pipeline
        ) { statuses.append($0.run.status) }
        #expect(statuses == Array(repeating: .succeeded, count: 20))
    }

    @Test("kestra#11213, prefect#15832, river#672: a limit holds for each key, and another key is not kept waiting")
    func perKey() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            inputs: { user: { type: string, required: true } }
            concurrency: { group: "${{ inputs.user }}", limit: 1 }
            stages: [{ id: a, uses: ask }]
            """)
        let (one, other) = (Gate(), Gate())
        bench.world.on("a") { context in
            if context.owner == "one" {
                one.open()
                await other.wait()
            } else {
                await one.wait()
                other.open()
            }
            return [:]
        }
        let process = try await bench.process()
        async let first = process.run(pipeline, inputs: ["user": "one"])
        async let second = process.run(pipeline, inputs: ["user": "two"])
        #expect(try await [first, second].map(\.run.status) == [.succeeded, .succeeded])
    }

    @Test("connect#635, benthos#183: nothing flows on behind a stage that failed")
    func stops() async throws {
        let bench = try Workbench()
        bench.world.fails("see")
        let result = try await bench.process().run(Workbench.pipeline(Self.text))
        #expect(result.stages.map(\.status) == [.succeeded, .failed, .skipped])
        #expect(bench.world.deeds == ["did a#1", "undid a#1"])
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

    @Test(
        "tus-js-client#557, kestra#1032: what was refused or failed never shows as a success, not after a retry either")
    func notSuccess() async throws {
        let bench = try Workbench()
        let (process, pipeline) = (try await bench.process(), try Workbench.pipeline(Self.text))
        bench.world.fails("z.before", .rejected("bad", "It is bad."))
        let origin = try await detail(process, process.run(pipeline))
        #expect(origin.run.status == .rejected)
        let again = try await process.run(pipeline, continuing: Continuation(origin: origin, kind: .retry, from: 2))
        #expect(again.run.status == .rejected)
        #expect(try await process.store.run(origin.run.id)?.run == origin.run)
    }

    @Test("tusd#1063: a document that is refused is refused before any effect begins")
    func beforeEffects() async throws {
        let bench = try Workbench()
        bench.world.fails("check", .rejected("bad", "It is bad."))
        _ = try await bench.process().run(
            Workbench.pipeline("stages: [{ id: check, uses: ask }, { id: a, uses: do }]"))
        #expect(bench.world.call("intent a") == 1)
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

    @Test("argo#1186, #3738, #7121, #13783, kestra#2976: a fan-out has a row for each element and keeps to its limit")
    func fanOut() async throws {
        let bench = try Workbench()
        let process = try await bench.process()
        let result = try await process.run(
            Workbench.pipeline(
                """
                inputs: { list: { type: list, of: integer, required: true } }
                stages: [{ id: a, uses: ask, for-each: "${{ inputs.list }}", max-parallel: 2 }]
                """), inputs: ["list": .list((0..<1_000).map { .integer($0) })])
        #expect(Value.record(result.stages[0].record).json.utf8.count < 500)
        let page = try await process.store.items(ofRun: result.run.id, position: 0, after: 899, limit: 200)
        #expect(page.map(\.item) == Array(900..<1_000))
    }

    @Test("kestra#5450, #4206, #3961, #4194, #8806: finished runs are removed in small steps, unfinished ones stay")
    func history() async throws {
        let bench = try Workbench()
        let process = try await bench.process()
        for _ in 0..<5 { _ = try await process.run(Workbench.pipeline("stages: [{ id: a, uses: ask }]")) }
        #expect(try await process.store.prune(finishedBefore: nil, keeping: 1, limit: 3) == 3)
        #expect(try await process.store.prune(finishedBefore: nil, keeping: 1, limit: 3) == 1)
        #expect(try await process.store.runs(RunQuery(), limit: 9, after: nil).items.count == 1)
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

    @Test("airflow#60974: two runs of the same document at the same moment are two runs")
    func sameMoment() async throws {
        let bench = try Workbench()
        let (process, pipeline) = (try await bench.process(), try Workbench.pipeline(Self.text))
        async let first = process.run(pipeline)
        async let second = process.run(pipeline)
        let runs = try await [first.run, second.run]
        #expect(runs[0].startedAt == runs[1].startedAt)
        #expect(Set(runs.map(\.id)).count == 2)
        #expect(Set(runs.map(\.keyTimestamp)).count == 2)
    }

    @Test(
        "kestra#8092, #2046, #5259, airflow#54540, #63921, #42420, prefect#11098: no secret gets where it would be recorded, not through a function either"
    )
    func secrets() throws {
        for text in ["secrets.NAME", "upper(secrets.NAME)", "join([secrets.NAME, 'x'], '-')"] {
            #expect(
                try issues("env: { TOKEN: \"${{ \(text) }}\" }\nstages: [{ uses: ask }]")
                    == ["a secret cannot be used here, where it could be shown or stored"])
        }
    }
}
