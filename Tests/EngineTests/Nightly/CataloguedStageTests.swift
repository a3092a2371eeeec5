import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// Effects that the catalog tells of.
@Suite struct CataloguedStageTests {
    @Test("whenever the process dies, the effect happens once and is in the catalog")
    func entered() async throws {
        try await dyingEverywhere("stages: [{ id: m, uses: make }, { id: e, uses: enter }, { id: last, uses: ask }]") {
            moment, detail, world in
            #expect(detail.run.status == .succeeded, "died at \(moment)")
            #expect(world.deeds.count == 1, "died at \(moment): \(world.deeds)")
        } catalog: { moment, detail, catalog in
            let media = try await catalog.media(of: [detail.run.id])
            let key = media[detail.run.id]?[.web]?.key
            #expect(key == "\(detail.run.id)/e#1" || key == "\(detail.run.id)/e#2", "died at \(moment)")
        }
    }

    @Test("whenever the process dies in a run that fails, the effect is taken back and not in the catalog")
    func withdrawn() async throws {
        try await dyingEverywhere(
            "stages: [{ id: m, uses: make }, { id: e, uses: enter }, { id: last, uses: ask }]",
            script: { $0.fails("last") }
        ) { moment, detail, world in
            #expect(detail.run.status == .failed, "died at \(moment)")
            for deed in world.deeds where deed.hasPrefix("did ") { #expect(!world.holds(String(deed.dropFirst(4)))) }
        } catalog: { moment, detail, catalog in
            let (media, deletions) = try await (
                catalog.media(of: [detail.run.id]), catalog.objectDeletions(limit: 9)
            )
            #expect(media.isEmpty, "died at \(moment)")
            #expect(deletions == [], "died at \(moment)")
        }
    }

    @Test("the catalog has let go of what an undo is about to take back")
    func order() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: m, uses: make }, { id: e, uses: enter }, { id: last, uses: ask }]")
        let process = try await bench.process()
        bench.world.fails("last")
        bench.world.on("e.undo") { context in
            let media = try await process.store.media(of: [context.run])
            try context.world().add("catalog has \(media.count)")
            return [:]
        }
        let result = try await process.run(pipeline)
        #expect(result.stages.map(\.undo?.status) == [.undone, .undone, nil])
        #expect(bench.world.deeds == ["did e#1", "catalog has 0", "undid e#1"])
    }

    @Test("an effect that the catalog refuses is an attempt that failed, and is performed again with the same intent")
    func refused() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: m, uses: make }
              - { id: e, uses: enter, retry: { max-attempts: 2, initial: 10ms, errors: [storage] } }
            """)
        let process = try await bench.process()
        bench.world.on("e") { context in
            if context.attempt == 1 {
                process.journal.trouble.begin(at: .transact)
            } else {
                process.journal.trouble.end()
            }
            return [:]
        }
        let result = try await process.run(pipeline)
        #expect(result.run.status == .succeeded)
        #expect(result.stages[1].attempts == 2)
        #expect(bench.world.deeds == ["did e#1", "did e#1"])
        #expect(try await process.store.media(of: [result.run.id]).count == 1)
    }
}
