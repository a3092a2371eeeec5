import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Representations
import Testing

/// Rarer effects that are taken back, or stay.
@Suite struct UndoVariantTests {
    @Test(
        "an effect without an undo stays, and the record says so, of elements too; the pipeline's own undo takes it back"
    )
    func withoutUndo() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: leave }
              - { id: b, uses: leave, for-each: ["x", "y"] }
              - { id: c, uses: leave, undo: { uses: do } }
              - { id: z, uses: ask }
            """)
        bench.world.fails("z")
        let result = try await bench.process().run(pipeline)
        #expect(result.stages.map(\.undo?.status) == [.irreversible, .irreversible, .undone, nil])
        #expect(bench.world.deeds.last == "did c.undo#1")
    }

    @Test("facts that were taken back are not the document's, also when another process takes the rest back")
    func facts() async throws {
        try await dyingEverywhere(
            "stages: [{ id: a, uses: fact }, { id: b, uses: do }, { id: z, uses: ask }]",
            script: { $0.fails("z") }
        ) { moment, detail, _ in
            #expect(detail.run.document == [:], "died at \(moment)")
        }
    }
}
