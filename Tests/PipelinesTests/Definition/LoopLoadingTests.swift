import Diagnostics
import Pipelines
import Platform
import Testing

@Suite("for-each and parallel, as they are loaded")
struct LoopLoadingTests {
    @Test("A stage for every element knows its list, its name and how many go on at a time")
    func loops() throws {
        let pipeline = try LoadedSample.load(
            """
            inputs: { words: { type: list, of: string, default: [] } }
            stages:
              - id: plain
                uses: detect-mime
                for-each: "${{ inputs.words }}"
              - id: set
                uses: detect-mime
                for-each: [1, "${{ document.stem }}", { k: v }]
                as: thing
                max-parallel: 9
                fail-fast: false
              - id: none
                uses: detect-mime
            """)
        let environment = Environment(roots: ["document": ["stem": "clip"], "inputs": ["words": ["x", "y"]]])
        let plain = try #require(pipeline.stage("plain")?.loop)
        #expect(plain.name == "item")
        #expect(plain.maxParallel == LoopDefinition.standardParallel)
        #expect(plain.failFast)
        #expect(try plain.list.value(in: environment) == ["x", "y"])
        let set = try #require(pipeline.stage("set")?.loop)
        #expect(set.name == "thing")
        #expect(set.maxParallel == 9)
        #expect(!set.failFast)
        #expect(try set.list.value(in: environment) == [1, "clip", ["k": "v"]])
        #expect(pipeline.stage("none")?.loop == nil)
    }

    @Test("A group has its children, no work, and what it says of them")
    func groups() throws {
        let pipeline = try LoadedSample.load(
            """
            defaults: { timeout: 1m, retry: { max-attempts: 4 } }
            stages:
              - parallel:
                  - uses: detect-mime
                  - uses: size-check
                  - { id: third, uses: detect-mime, for-each: [1] }
              - id: named
                name: Both
                parallel: [{ id: b, uses: detect-mime }]
                if: document.stem != 'x'
                max-parallel: 2
                fail-fast: false
                continue-on-error: true
                deadline: 1h
            """)
        let (first, second) = (pipeline.stages[0], pipeline.stages[1])
        #expect(first.id == "parallel")
        #expect(first.spec.name == "parallel")
        #expect(first.spec.effect == .none)
        #expect(first.bound.isPure)
        #expect(first.children.map(\.id) == ["detect-mime", "size-check", "third"])
        #expect(first.children.map { $0.loop != nil } == [false, false, true])
        #expect(first.children.map(\.retry.maxAttempts) == [4, 4, 4])
        #expect(first.children.map(\.timeout) == Array(repeating: TimeSpan(milliseconds: 60_000), count: 3))
        // All children of a group go on at once unless it says otherwise.
        #expect(first.loop?.maxParallel == 3)
        #expect(first.loop?.failFast == true)
        #expect(first.timeout == nil)
        #expect(first.retry == .never)
        #expect(first.span == SourceSpan(file: "p.yaml", line: 5, column: 5, length: 8))
        #expect(second.id == "named")
        #expect(second.name == "Both")
        #expect(second.condition != nil)
        #expect(second.loop?.maxParallel == 2)
        #expect(second.loop?.failFast == false)
        #expect(second.continueOnError)
        #expect(second.deadline == TimeSpan(milliseconds: 3_600_000))
    }

    @Test("Positions are unique, follow the file, and put children after their group and handlers after stages")
    func positions() throws {
        let pipeline = try LoadedSample.load(
            """
            finally: [{ uses: notify, id: e, with: { subject: a } }]
            on-failure:
              - parallel: [{ uses: notify, id: d, with: { subject: a } }]
            on-success: [{ uses: notify, id: c, with: { subject: a } }]
            stages:
              - uses: detect-mime
              - parallel:
                  - uses: size-check
                  - { id: a, uses: detect-mime }
              - parallel: [{ id: b, uses: detect-mime }]
              - uses: validate-extension
            """)
        #expect(
            pipeline.allStages.map(\.id) == [
                "detect-mime", "parallel", "size-check", "a", "parallel-2", "b", "validate-extension", "c",
                "parallel-3", "d", "e",
            ])
        #expect(pipeline.allStages.map(\.position) == Array(0..<11))
    }

    @Test("A group of a group's aliases cannot make a file explode: the second use of an id is an error")
    func repeatedGroups() {
        let text = """
            version: 1
            name: a
            x-g: &g { parallel: [{ uses: detect-mime }] }
            stages: [*g, *g]
            """
        let (pipeline, issues) = PipelineLoader.load(Array(text.utf8), file: "p", registry: TestStages.registry)
        #expect(pipeline == nil)
        #expect(issues.sorted.map(\.message) == ["two stages have the id `detect-mime`"])
    }
}
