import Documents
import Pipelines
import Platform
import SQLite
import Testing

@testable import CompassTesting
@testable import LocalStore

/// What is synced to the disk, and what commits together, told by the writer's counts.
@Suite struct DurabilityTests {
    private func stage(_ position: Int) -> StageRecord {
        StageRecord(position: position, id: "s\(position)", uses: "u", startedAt: Timestamp(microseconds: 7))
    }

    @Test("a commit is one synced transaction, the start of a run is committed and not synced")
    func durability() async throws {
        let test = try await TestStore()
        try await test.start("01A")
        let before = test.store.writer.counts
        try await test.start("01B")
        #expect(test.store.writer.counts.commits == before.commits + 1)
        #expect(test.store.writer.counts.syncedCommits == before.syncedCommits)
        try await test.store.commit((0..<5).map { .stage(run: "01B", stage($0)) })
        #expect(test.store.writer.counts.commits == before.commits + 2)
        #expect(test.store.writer.counts.syncedCommits == before.syncedCommits + 1)
    }

    @Test("what is told to be written is what the log grew by, its commits and its syncs")
    func written() async throws {
        let test = try await TestStore()
        try await test.start("01A")
        let log = Path(bytes: test.path.bytes + Array("-wal".utf8))
        let (before, size) = (try await test.store.written(), try FileStatus.of(log).size)
        for position in 0..<5 { try await test.store.commit([.stage(run: "01A", stage(position))]) }
        let after = try await test.store.written()
        #expect(after.commits == before.commits + 5 && after.logSyncs == before.logSyncs + 5)
        #expect(after.logBytes - before.logBytes == Int(try FileStatus.of(log).size - size))
        #expect(after.logBytes > before.logBytes)
    }

    @Test("what a transaction writes, its stage and its notifications are one commit")
    func transact() async throws {
        let test = try await TestStore()
        try await test.start("01A")
        let new = test.new()
        let before = test.store.writer.counts.commits
        _ = try await test.store.transact(
            { transaction in
                try transaction.enqueue(StoreBench.notification("n1", run: "01A"))
                return try transaction.catalog.createVersion(new).id
            }, recording: { _ in [.stage(run: "01A", self.stage(0))] })
        #expect(test.store.writer.counts.commits == before + 1)
    }

    @Test("many uploads at a time share commits")
    func concurrent() async throws {
        let test = try await TestStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { try await test.create(test.new()) } }
            try await group.waitForAll()
        }
        #expect(test.store.writer.counts.commits < 200)
    }

    @Test("what becomes of a file in quarantine is on disk")
    func quarantine() async throws {
        let test = try await TestStore()
        let run = try await test.start("01A")
        let kept = KeptFile(.reference, path: "/in/clip.mp4", note: "no room")
        let held = StoreBench.quarantined("Q1", run: "01A")
        let entry = QuarantineEntry(
            id: "Q1", run: "01A", pipeline: "p", stage: "s", status: .rejected, kind: "k", reason: "r", attempt: 1,
            place: "", file: "clip.mp4", source: held.source, kept: kept, createdAt: held.createdAt)
        try await test.finish(run, .rejected, [.quarantined(entry)])
        let before = test.store.writer.counts.syncedCommits
        #expect(try await test.store.relocate("Q1", to: KeptFile(.moved, path: "/kept", note: nil)))
        #expect(test.store.writer.counts.syncedCommits == before + 1)
        #expect(try await test.store.resolve("Q1", as: .released, to: "01B"))
        #expect(test.store.writer.counts.syncedCommits == before + 2)
    }
}
