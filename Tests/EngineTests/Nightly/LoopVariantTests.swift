import CompassTesting
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Representations
import Synchronization
import Testing

/// Long lists, lists that change, and a journal that fails.
@Suite struct LoopVariantTests {
    @Test("a list that is not what it was when the process died fails the run: nobody knows which element is which")
    func otherList() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            env: { LIST: "${{ env.COMPASS_TEST_LIST ?? 'x,y' }}" }
            stages: [{ id: a, uses: do, for-each: "${{ split(env.LIST, ',') }}", max-parallel: 1 }]
            """)
        bench.world.dies("a[y]")
        try await bench.begin(pipeline)
        let results = try await bench.process(variables: { _ in "y,x" }).recover(pipeline)
        #expect(results.map(\.run.error?.kind) == ["list-changed"])
        #expect(bench.world.deeds == ["did a[x]#1", "did a[y]#1", "undid a[y]#1", "undid a[x]#1"])
    }

    @Test(
        "ten thousand elements lie in rows of their own, the stage's row stays small, and memory does not grow with them",
        .disabled(
            if: Sanitizers.areActive,
            "a sanitizer keeps memory of its own beside that of the process"))
    func many() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            inputs: { list: { type: list, of: integer, required: true } }
            stages:
              - { id: a, uses: ask, for-each: "${{ inputs.list }}", max-parallel: 8 }
            """)
        let process = try await bench.process()
        let items = Nightly.isOn ? 10_000 : 1_000
        _ = try await process.run(pipeline, inputs: ["list": .list((0..<100).map { .integer($0) })])
        let before = Self.peak
        let result = try await process.run(pipeline, inputs: ["list": .list((0..<Int64(items)).map { .integer($0) })])
        #expect(result.run.status == .succeeded)
        #expect(Self.peak - before < 64 << 20)
        let detail = try #require(try await process.store.run(result.run.id))
        #expect(detail.stages.count == 1)
        #expect("\(detail.stages[0].record)".utf8.count < 1_000)
        var (count, last): (Int, Int?) = (0, nil)
        while true {
            let page = try await process.store.items(ofRun: result.run.id, position: 0, after: last, limit: 500)
            count += page.count { $0.status == .succeeded }
            guard let item = page.last?.item else { break }
            last = item
        }
        #expect(count == items)
    }

    /// Of this process, in bytes.
    private static var peak: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss << 10
    }

    @Test("a journal that cannot be written for a while loses no element's outcome")
    func journalTrouble() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            inputs: { list: { type: list, of: integer, required: true } }
            stages:
              - { id: a, uses: ask, for-each: "${{ inputs.list }}", max-parallel: 2 }
            """)
        let process = try await bench.process()
        bench.world.on("a[200]") { _ in
            process.journal.trouble.begin(at: .transact, times: 1)
            return [:]
        }
        let result = try await process.run(pipeline, inputs: ["list": .list((0..<300).map { .integer($0) })])
        #expect(result.run.status == .failed)
        #expect(result.run.error?.kind == "disk-full")
        #expect(!result.isAbandoned)
    }

    @Test("undo of an element sees the element and what it gave")
    func undoSeesElement() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: do, for-each: [x, y], max-parallel: 1, undo: { uses: blind } }
              - { id: b, uses: ask }
            """)
        bench.world.fails("b")
        let result = try await bench.process().run(pipeline)
        #expect(result.stages[0].undo?.status == .undone)
        #expect(bench.world.deeds == ["did a[x]#1", "did a[y]#1", "did a.undo[y]#1", "did a.undo[x]#1"])
    }
}
