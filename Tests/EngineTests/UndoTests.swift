import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Representations
import Testing

/// What is taken back after a failure, and handlers.
@Suite struct UndoTests {
    @Test("effects are taken back in the reverse order of their starts, those of parallel children too")
    func order() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: do }
              - id: both
                max-parallel: 1
                parallel:
                  - { id: b, uses: do }
                  - { id: c, uses: do }
              - { id: d, uses: do }
              - { id: z, uses: ask }
            """)
        bench.world.fails("z")
        let result = try await bench.process().run(pipeline)
        #expect(bench.world.deeds.suffix(4) == ["undid d#1", "undid c#1", "undid b#1", "undid a#1"])
        #expect(result.stages.map(\.undo?.status) == [.undone, nil, .undone, .undone, .undone, nil])
    }

    @Test("an undo is tried again when it fails, and its attempts are part of the record and of its JSON")
    func retries() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }, { id: z, uses: ask }]")
        bench.world.fails("z")
        bench.world.on("a.undo") { context in
            if try context.world().call("undo") < 3 { throw StageError.failed(.network, "down", "Down.") }
            return [:]
        }
        let result = try await bench.process().run(pipeline)
        #expect(result.stages[0].undo == StageUndo(.undone, attempts: 3))
        #expect(bench.clock.sleeps == [.milliseconds(250), .milliseconds(500)])
        #expect(result.stages[0].record["undo"] == ["status": "succeeded", "attempts": 3])
    }

    @Test("an undo that fails for good is on record with its reason; the others are taken back all the same")
    func fails() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: b, uses: do }, { id: z, uses: ask }]")
        bench.world.fails("z", .rejected("bad", "It is bad."))
        bench.world.fails("b.undo", .failed(.permanent, "stuck", "It is stuck."))
        let process = try await bench.process()
        let result = try await process.run(pipeline)
        #expect(result.run.status == .rejected)
        #expect(result.stages[1].undo == StageUndo(.failed, attempts: 1, message: "It is stuck."))
        #expect(result.stages[1].record["undo"] == ["status": "failed", "attempts": 1, "message": "It is stuck."])
        #expect(bench.world.deeds == ["did a#1", "did b#1", "undid a#1"])
        #expect(try await process.detail()?.stages == result.stages)
    }

    @Test("a pipeline's own undo stage takes the place of the built-in one and sees what the stage gave")
    func custom() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do, undo: { uses: blind } }, { id: z, uses: ask }]")
        bench.world.on("a") { context in
            ["deed": .string(context.environment.roots["stages"]?["a"]?["outputs"]?["deed"]?.text ?? "none")]
        }
        bench.world.on("a.undo.before") { context in
            try context.world().add(
                "sees \(context.environment.roots["stages"]?["a"]?["outputs"]?["deed"]?.text ?? "-")")
            return [:]
        }
        bench.world.fails("z")
        let result = try await bench.process().run(pipeline)
        #expect(result.stages[0].undo?.status == .undone)
        #expect(bench.world.deeds == ["did a#1", "sees a#1", "did a.undo#1"])
    }

    @Test("an irreversible stage stays, and the record says so")
    func irreversible() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do, irreversible: true }, { id: b, uses: once }, { id: z, uses: ask }]")
        bench.world.fails("z")
        let result = try await bench.process().run(pipeline)
        #expect(result.stages.map(\.undo?.status) == [.irreversible, .irreversible, nil])
        #expect(bench.world.deeds == ["did a#1", "did b#1"])
    }

    @Test("what is needed by something that stays is not taken back, and the record says why")
    func needed() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: b, uses: do, irreversible: true }, { id: z, uses: ask }]")
        bench.world.fails("z")
        bench.world.on("a.undo") { _ in throw UndoRefusal("B has it.") }
        let result = try await bench.process().run(pipeline)
        #expect(result.stages[0].undo == StageUndo(.irreversible, attempts: 1, message: "B has it."))
        #expect(result.stages[1].undo == StageUndo(.irreversible))
        #expect(result.run.debt == nil && bench.world.deeds == ["did a#1", "did b#1"])
    }

    @Test("an effect that failed although it had happened is taken back; one that had not is left alone")
    func failedEffect() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }]")
        bench.world.fails("a")
        #expect(try await bench.process().run(pipeline).stages[0].undo?.status == .undone)
        #expect(bench.world.deeds == ["did a#1", "undid a#1"])
        let other = try Workbench()
        other.world.fails("a.before")
        #expect(try await other.process().run(pipeline).stages[0].undo == nil)
        #expect(other.world.deeds == [])
    }

    @Test("an undo stage that cannot be repeated is not, when the process dies in the middle of it")
    func irreversibleUndo() async throws {
        try await dyingEverywhere(
            "stages: [{ id: a, uses: do, undo: { uses: once } }, { id: z, uses: ask }]", script: { $0.fails("z") }
        ) { moment, detail, world in
            #expect(detail.run.status == .failed)
            #expect(world.deeds.count { $0.hasPrefix("did a") } <= 2, "died at \(moment): \(world.deeds)")
            #expect([.undone, .failed].contains(detail.stages[0].undo?.status))
        }
    }
}
