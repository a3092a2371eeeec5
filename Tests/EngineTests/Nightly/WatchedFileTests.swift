import CompassTesting
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Testing

/// Files that somebody writes while a run is about them.
@Suite struct WatchedFileTests {
    /// - Parameter path: of the file that changes.
    private static func triggers(_ path: Path) -> [(Record, isHeld: Bool)] {
        [
            (["kind": "watch", "path": "in", "file": .string(path.text)], false),
            // It was moved since, so no watch looks at it.
            (["kind": "watch", "path": "in", "file": .string("in/" + path.name.text)], true),
            (["kind": "watch", "path": "/", "file": .string("/" + path.name.text)], true),
            (["kind": "watch", "path": "in"], true),
            (["kind": "command"], true),
        ]
    }

    @Test("W22: what a watch takes anew leaves nothing in quarantine, whatever else changed while it was read does")
    func changed() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: ask }, { id: r, uses: read }]")
        bench.world.on("a") { [folder = bench.folder] _ in
            _ = try folder.write("document.txt", Array("Other".utf8))
            return [:]
        }
        let process = try await bench.process(keeper: TestKeeper())
        try await process.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        for (trigger, isHeld) in Self.triggers(bench.file) {
            let result = await process.engine.run(RunRequest(file: bench.file, trigger: trigger), of: pipeline)
            #expect(result.run.error?.kind == "source-changed", "\(trigger)")
            var query = QuarantineQuery()
            query.run = result.run.id
            let held = try await process.store.quarantined(query, limit: 10, after: nil).items
            #expect(held.map(\.kind) == (isHeld ? ["source-changed"] : []), "\(trigger)")
            let recorded = try await process.store.run(result.run.id)?.run
            #expect(recorded?.status == .rejected && recorded?.error?.kind == "source-changed", "\(trigger)")
        }
        try await process.store.close()
    }

    @Test("W22: a stage that rejects what somebody was writing has seen a change, though the bytes are the same again")
    func rejectedHalfWay() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: ask }]")
        bench.world.on("a") { [path = bench.file] _ in
            let bytes = try Files.read(path, limit: 1_000)
            let file = try FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC)
            try file.write(bytes)
            throw StageError.rejected("empty-file", "It was empty when I looked.")
        }
        let process = try await bench.process(keeper: TestKeeper())
        try await process.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        for (trigger, isHeld) in Self.triggers(bench.file).prefix(2) {
            let result = await process.engine.run(RunRequest(file: bench.file, trigger: trigger), of: pipeline)
            #expect(result.run.status == .rejected && result.run.error?.kind == "source-changed")
            var query = QuarantineQuery()
            query.run = result.run.id
            let held = try await process.store.quarantined(query, limit: 10, after: nil).items
            #expect(held.isEmpty == !isHeld, "\(trigger)")
        }
        try await process.store.close()
    }

    @Test("W22, W25: a watch's file that changed while nobody worked on its run leaves nothing in quarantine either")
    func changedWhileAway() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }, { id: r, uses: read }]")
        bench.world.dies("a")
        let first = try await bench.process(keeper: TestKeeper())
        try await first.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        _ = await first.engine.run(
            RunRequest(file: bench.file, trigger: Self.triggers(bench.file)[0].0), of: pipeline)
        try await first.store.close()
        _ = try bench.folder.write("document.txt", Array("Other".utf8))
        let last = try await bench.process(keeper: TestKeeper())
        let results = try await last.recover(pipeline)
        #expect(results.map(\.run.error?.kind) == ["source-changed"])
        #expect(try await last.store.quarantined(QuarantineQuery(), limit: 10, after: nil).items == [])
        try await last.store.close()
    }

    @Test(
        "W17, W22: a run whose file is not what or where it was judged to be does not begin, and leaves nothing behind")
    func unexpected() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: ask }]")
        let process = try await bench.process(keeper: TestKeeper())
        try await process.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let status = try FileStatus.of(bench.file)
        let expected = ExpectedFile(
            device: status.device, inode: status.inode, size: status.size, modified: status.modified,
            changed: status.changed)
        let elsewhere = bench.file.folder.appending("elsewhere.txt")
        _ = try bench.folder.write("other.txt", Array("Other".utf8))
        for file in [elsewhere, bench.file.folder.appending("other.txt")] {
            let result = await process.engine.run(
                RunRequest(file: file, trigger: Self.triggers(bench.file)[0].0, expected: expected), of: pipeline)
            #expect(result.isAbandoned)
            #expect(result.run.error?.kind == "source-changed")
            #expect(try await process.store.run(result.run.id) == nil)
        }
        #expect(try await process.store.quarantined(QuarantineQuery(), limit: 10, after: nil).items == [])
        try await process.store.close()
    }

    @Test("a watch's file that is rejected for another reason is held")
    func rejected() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: ask }]")
        bench.world.on("a") { _ in throw StageError.rejected("bad", "It is bad.") }
        let process = try await bench.process(keeper: TestKeeper())
        try await process.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        _ = await process.engine.run(
            RunRequest(file: bench.file, trigger: Self.triggers(bench.file)[0].0), of: pipeline)
        let held = try await process.store.quarantined(QuarantineQuery(), limit: 10, after: nil).items
        #expect(held.map(\.kind) == ["bad"])
        try await process.store.close()
    }
}
