import CompassTesting
import DirectoryStore
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

@testable import DocumentStages

/// `trash` and `verify-object`, in runs for documents of the catalog.
@Suite struct CatalogStageTests {
    /// A document with two versions, the newer shared.
    private func documents(_ bench: PlanBench) async throws -> (former: DocumentVersion, current: DocumentVersion) {
        var ids: [String] = []
        for text in ["A, A, B\n", "A, A, A\n"] {
            let file = try bench.write("grades.txt", text)
            let pipeline = try bench.pipeline(
                """
                stages:
                  - uses: detect-mime
                  - uses: upload
                  - uses: create-version
                  - uses: share
                    with: { schools: [ucla] }
                """)
            try await bench.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
            let result = await bench.engine.run(RunRequest(file: file), of: pipeline)
            ids.append(try #require(result.run.document["id"]?.string, "\(result.run)"))
        }
        return (try await bench.store.version(ids[0]), try await bench.store.version(ids[1]))
    }

    private func run(
        _ stages: String, for version: DocumentVersion, in bench: PlanBench, changing facts: Record = [:]
    ) async throws -> RunResult {
        let pipeline = try bench.pipeline("source: { documents: {} }\nstages:\n\(stages)")
        try await bench.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        return await bench.engine.run(request(version, facts), of: pipeline)
    }

    private func request(_ version: DocumentVersion, _ facts: Record = [:]) -> RunRequest {
        var document = version.facts
        for entry in facts { document[entry.key] = entry.value }
        return RunRequest(file: nil, trigger: ["kind": "command", "document": .record(document)])
    }

    @Test("a former version goes into the trash, and a second time nothing is left to do")
    func trash() async throws {
        let bench = try await PlanBench()
        let (former, current) = try await documents(bench)
        let result = try await run("  - uses: trash", for: former, in: bench)
        #expect(result.run.status == .succeeded)
        #expect(result.stages[0].outputs == ["trashed": true, "ended-shares": []])
        #expect(try await bench.store.version(former.id).trashedAt != nil)
        #expect(try await bench.store.version(current.id).trashedAt == nil)
        let again = try await run("  - uses: trash", for: former, in: bench)
        #expect(again.run.status == .succeeded)
        #expect(again.stages[0].outputs == ["trashed": false, "ended-shares": []])
    }

    @Test("the current version is refused, whatever the run's facts say of it")
    func current() async throws {
        let bench = try await PlanBench()
        let (_, current) = try await documents(bench)
        let result = try await run("  - uses: trash", for: current, in: bench, changing: ["current": false])
        #expect(result.run.status == .rejected)
        #expect(result.run.error?.kind == "current-version")
        #expect(try await bench.store.version(current.id).trashedAt == nil)
    }

    @Test("a later stage that fails takes the document out of the trash, and shares it as it was shared")
    func undo() async throws {
        let bench = try await PlanBench()
        let (_, current) = try await documents(bench)
        let result = try await run(
            """
              - uses: trash
                with: { keep-current: false }
              - uses: verify-object
            """, for: current, in: bench, changing: ["sha256": "00"])
        #expect(result.run.status == .failed)
        #expect(result.stages[0].undo?.status == .undone)
        let version = try await bench.store.version(current.id)
        #expect(version.trashedAt == nil)
        #expect(version.sharedWith == ["ucla"])
    }

    @Test("what was in the trash before stays there when the run is taken back")
    func undoNothing() async throws {
        let bench = try await PlanBench()
        let (former, _) = try await documents(bench)
        try await bench.store.trash(former.id)
        let result = try await run(
            "  - uses: trash\n  - uses: verify-object", for: former, in: bench, changing: ["sha256": "00"])
        #expect(result.run.status == .failed)
        #expect(try await bench.store.version(former.id).trashedAt != nil)
    }

    @Test("a plan tells what would go into the trash, and leaves it where it is")
    func plan() async throws {
        let bench = try await PlanBench()
        let (former, current) = try await documents(bench)
        let planner = Planner(engine: bench.engine, duplicates: bench.store)
        let pipeline = try bench.pipeline(
            "source: { documents: {} }\nstages:\n  - uses: trash\n    with: { keep-current: false }")
        let effects = try await planner.plan(request(former), of: pipeline).effects
        #expect(effects.map(\.effect.text) == ["put `grades` (version 1) into the trash"])
        #expect(effects.map(\.effect.action) == [.trash])
        let whole = try await planner.plan(request(current), of: pipeline).effects
        #expect(
            whole.map(\.effect.text) == [
                "put all of `grades` (version 2) into the trash; ucla may not view it any more"
            ])
        #expect(try await bench.store.version(former.id).trashedAt == nil)
        try await bench.store.trash(former.id)
        let none = try await planner.plan(request(former), of: pipeline).effects
        #expect(none.map(\.effect.isChange) == [false])
    }

    @Test("an object that is what it was is found right")
    func verified() async throws {
        let bench = try await PlanBench()
        let (former, _) = try await documents(bench)
        let result = try await run("  - uses: verify-object", for: former, in: bench)
        #expect(result.run.status == .succeeded)
        #expect(result.stages[0].outputs == ["verified-bytes": 8])
    }

    @Test("one changed bit, one missing byte and a missing object are failures that are never tried again")
    func damaged() async throws {
        let bench = try await PlanBench()
        let (former, current) = try await documents(bench)
        let retrying = "  - uses: verify-object\n    retry: { max-attempts: 5, initial: 1h }"
        let file = bench.folder.path.appending("objects").appending(Path(former.objectKey))
        try Files.replace(file, with: Array("A, A, C\n".utf8))
        let changed = try await run(retrying, for: former, in: bench)
        #expect(changed.run.error?.kind == "object-damaged")
        #expect(changed.run.error?.message.contains("its SHA-256 is ") == true)
        #expect(changed.stages[0].attempts == 1)
        try Files.replace(file, with: Array("A, A, C".utf8))
        let short = try await run(retrying, for: former, in: bench)
        #expect(
            short.run.error?.message
                == "The object \(former.objectKey) is damaged: it has 7 bytes, and 8 were stored. Restore it from a backup; "
                + "check the disk.")
        try await bench.objects.delete(try #require(ObjectKey(current.objectKey)))
        let gone = try await run(retrying, for: current, in: bench)
        #expect(gone.run.status == .failed)
        #expect(gone.run.error?.kind == "object-missing")
        #expect(gone.run.error?.errorClass == .permanent)
        #expect(gone.stages[0].attempts == 1)
    }
}
