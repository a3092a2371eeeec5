import CompassTesting
import Engine
import Pipelines
import Platform
import QuarantineFolder
import Representations
import Testing

@testable import Workspaces

@Suite struct QuarantineTests {
    /// A workspace with two files in quarantine that were too large, after the pipeline was mended.
    private func rejected() async throws -> (TestWorkspace, [String]) {
        let bench = try await TestWorkspace(["text": TestWorkspace.pipeline(max: "4B")])
        let files = try ["a.txt", "b.txt"].map { try bench.write(Path($0), "More than four bytes: \($0)\n") }
        let results = try await bench.run(files)
        #expect(results.map(\.run.status) == [.rejected, .rejected])
        try bench.write("pipelines/text.yaml", TestWorkspace.pipeline())
        return (bench, results.map(\.run.id))
    }

    @Test("files are released to new runs by pipeline, and their entries settle once these have them")
    func release() async throws {
        let (bench, ids) = try await rejected()
        let release = try await QuarantineRelease(ids + [ids[0]], in: bench.workspace)
        #expect(release.taken.isEmpty)
        let groups = try await release.requests(changedBy: ["title=New", "schools=Stanford"]) { _ in }
        #expect(groups.map(\.pipeline.name) == ["text"] && groups.first?.requests.count == 2)
        for group in groups {
            let ends = try await bench.run(group.requests, of: group.pipeline)
            #expect(ends.map(\.run.status) == [.succeeded, .succeeded])
            #expect(ends.map { $0.run.inputs["title"] } == ["New", "New"])
            #expect(ends.map { $0.run.inputs["schools"] } == [["stanford"], ["stanford"]], "by the name")
        }
        try await release.settle()
        for id in ids { #expect(try await bench.workspace.quarantine.entry(id).state == .released) }
        await #expect(throws: Problem.self) { try await QuarantineRelease(ids, in: bench.workspace) }
    }

    @Test("a claimed entry is neither released nor discarded by others until the claim goes")
    func claimed() async throws {
        let (bench, ids) = try await rejected()
        var first: QuarantineRelease? = try await QuarantineRelease([ids[0]], in: bench.workspace)
        await #expect(throws: Problem.self) { try await QuarantineDiscard([ids[0]], in: bench.workspace) }
        await #expect(throws: Problem.self) { try await QuarantineRelease(ids, in: bench.workspace) }
        try await first?.settle()
        first = nil
        let discard = try await QuarantineDiscard(ids, in: bench.workspace)
        #expect(discard.entries.map(\.id) == ids)
    }

    @Test("an entry that a run has taken over is told and not run again")
    func taken() async throws {
        let (bench, ids) = try await rejected()
        do {
            let release = try await QuarantineRelease([ids[0]], in: bench.workspace)
            let group = try #require(try await release.requests(changedBy: []) { _ in }.first)
            // Its process dies before it settles: the claim goes with it.
            _ = try await bench.run(group.requests, of: group.pipeline)
        }
        #expect(try await bench.workspace.quarantine.entry(ids[0]).state == .held)
        let again = try await QuarantineRelease([ids[0]], in: bench.workspace)
        #expect(again.taken.map(\.entry) == [ids[0]])
        #expect(try await again.requests(changedBy: []) { _ in }.isEmpty)
        #expect(try await bench.workspace.quarantine.entry(ids[0]).state == .released)
    }

    @Test("an entry whose file was rejected again is refused with the entry that has it now, however often it was")
    func again() async throws {
        let (bench, ids) = try await rejected()
        try bench.write("pipelines/text.yaml", TestWorkspace.pipeline(max: "4B"))
        var last = ids[0]
        for _ in 1...2 {
            let release = try await QuarantineRelease([last], in: bench.workspace)
            let group = try #require(try await release.requests(changedBy: []) { _ in }.first)
            last = try #require(try await bench.run(group.requests, of: group.pipeline).first).run.id
            #expect(try await release.settle().count == 1)
            await #expect(
                throws: Problem.refused(
                    "\(ids[0]) was run again and rejected again. The file is in quarantine as \(last) now.")
            ) {
                try await QuarantineDiscard([ids[0]], in: bench.workspace)
            }
        }
        let first = try await bench.workspace.quarantine.entry(ids[0])
        #expect(try await bench.workspace.quarantine.successor(of: first)?.id == last)
        let discard = try await QuarantineDiscard([last], in: bench.workspace)
        _ = try await discard.discard(discard.entries[0])
        await #expect(throws: Problem.refused("\(ids[0]) was released to run \(first.releasedTo ?? "") already.")) {
            try await QuarantineDiscard([ids[0]], in: bench.workspace)
        }
    }

    @Test("what is discarded leaves its record and no bytes, and is discarded once")
    func discard() async throws {
        let (bench, ids) = try await rejected()
        let discard = try await QuarantineDiscard(ids, in: bench.workspace)
        let entry = try #require(discard.entries.first)
        let kept = bench.workspace.quarantineFolder.location(of: entry.kept)
        #expect(Files.exists(kept))
        #expect(try await discard.discard(entry)?.state == .discarded)
        #expect(try await discard.discard(entry) == nil)
        #expect(!Files.exists(kept) && Files.exists(entry.source.path))
        try await discard.sweep()
        await #expect(throws: Problem.self) { try await QuarantineDiscard([ids[0]], in: bench.workspace) }
        await #expect(throws: Problem.self) { try await QuarantineDiscard(["none"], in: bench.workspace) }
    }
}
