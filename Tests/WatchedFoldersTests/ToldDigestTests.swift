import CompassTesting
import Diagnostics
import Engine
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// Whether the digest of a file is known from its run, so that the file is not read a second time for it.
@Suite struct ToldDigestTests {
    private static let span = SourceSpan(file: "test.yaml", line: 1, column: 1)

    private static func stage(
        _ name: String, gives: [Fact], condition: Condition? = nil, children: [PipelineStage] = []
    ) -> PipelineStage {
        PipelineStage(
            position: 0, id: name, name: nil,
            spec: StageSpec(name: name, summary: "", gives: gives, effect: .none, examples: []),
            bound: BoundStage(work: .pure { _ in [:] }), condition: condition, timeout: nil, deadline: nil,
            retry: .never, continueOnError: false, children: children, span: span)
    }

    private static func rules(_ stages: [PipelineStage], _ dedup: DeduplicationDefinition? = nil) throws -> WatchRules {
        let folder = try TestFolder()
        let pipeline = Pipeline(
            name: "test", description: nil, file: "test.yaml", source: "", hash: "0f", inputs: [], env: [],
            concurrency: nil, deduplication: dedup, stages: stages, onSuccess: [], onFailure: [], onRejected: [],
            finally: [])
        return try WatchRules(WatchTrigger(path: "inbox"), of: pipeline, root: folder.path)
    }

    private static func result(
        document: Record = [:], stages: [(uses: String, outputs: Record)] = [], duplicateOf: String? = nil
    ) -> RunResult {
        var run = RunRecord(
            id: "1", pipeline: "test", definition: "0f", file: "a", source: nil, owner: "u1", inputs: [:], trigger: [:],
            startedAt: .now(), keyTimestamp: 1)
        run.document = document
        let stages = stages.enumerated().map { number, stage in
            StageRecord(
                position: number, id: stage.uses, uses: stage.uses, status: .succeeded, startedAt: .now(),
                outputs: stage.outputs)
        }
        return RunResult(run: run, stages: stages, journalFailure: nil, duplicateOf: duplicateOf)
    }

    @Test("a stage within a group may tell it, and only one that nothing can skip surely does")
    func surely() throws {
        let upload = Self.stage("upload", gives: [.sha256])
        #expect(try Self.rules([upload]).givesDigest)
        #expect(try !Self.rules([Self.stage("parallel", gives: [], children: [upload])]).givesDigest)
        #expect(try !Self.rules([Self.stage("look", gives: [])]).givesDigest)
    }

    @Test("it is that of the run's document, or of a stage that has stored the bytes, also if that was taken back")
    func told() throws {
        let upload = Self.stage("upload", gives: [.sha256])
        let rules = try Self.rules([Self.stage("parallel", gives: [], children: [upload])])
        #expect(rules.digest(toldBy: Self.result(document: ["sha256": "d"])) == "d")
        #expect(rules.digest(toldBy: Self.result(stages: [("upload", ["sha256": "s"])])) == "s")
        #expect(rules.digest(toldBy: Self.result()) == nil)
        // What a program of somebody's own calls by that name is whatever it may be.
        #expect(rules.digest(toldBy: Self.result(stages: [("sidecar", ["sha256": "x"])])) == nil)
    }

    @Test("a duplicate has the bytes of its first run, unless the pipeline says what counts as the same")
    func duplicates() throws {
        let upload = Self.stage("upload", gives: [.sha256])
        let first = Self.result(document: ["sha256": "d"], duplicateOf: "0")
        #expect(try Self.rules([upload], DeduplicationDefinition(key: nil)).digest(toldBy: first) == "d")
        let own = DeduplicationDefinition(key: .fixed("same"))
        #expect(try Self.rules([upload], own).digest(toldBy: first) == nil)
    }
}
