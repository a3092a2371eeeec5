import CompassTesting
import Documents
import Pipelines
import Platform
import SQLite
import Testing

@testable import LocalStore

@Suite struct QuarantineTests {
    static func entry(
        _ id: String, run: String, pipeline: String = "p", stage: String = "size-check", kind: String = "too-large",
        status: RunStatus = .rejected
    ) -> QuarantineEntry {
        QuarantineEntry(
            id: id, run: run, pipeline: pipeline, stage: stage, status: status, kind: kind, reason: "reason of \(id)",
            attempt: 2, place: "pipelines/p.yaml:12", file: "clip.mp4",
            source: SourceIdentity(path: "/in/clip.mp4", device: .max, inode: 3, size: 4, modified: 5),
            kept: KeptFile(.link, path: Path(bytes: [0x2F, 0xFF]), note: "no room"),
            createdAt: Timestamp(microseconds: 6))
    }

    private func hold(_ entry: QuarantineEntry, in test: TestStore) async throws {
        let run = test.run(entry.run, pipeline: entry.pipeline)
        _ = try await test.store.start(run, stages: [], limit: nil, key: nil)
        try await test.finish(run, entry.status, [.quarantined(entry)])
    }

    @Test("a file is held from the transaction that ends its run, and comes back as it was recorded")
    func roundTrip() async throws {
        let test = try await TestStore()
        let entry = Self.entry("Q1", run: "01A")
        try await hold(entry, in: test)
        #expect(try await test.store.quarantineEntry("Q1") == entry)
        #expect(try await test.store.quarantineEntry("Q2") == nil)
        await #expect(throws: FencedError(run: "01A")) {
            try await test.store.commit([.quarantined(Self.entry("Q3", run: "01A"))])
        }
        #expect(try await test.store.quarantineEntry("Q3") == nil)
    }

    @Test("a file is released or discarded once, and that is on disk")
    func resolve() async throws {
        let test = try await TestStore()
        try await hold(Self.entry("Q1", run: "01A"), in: test)
        let before = test.store.writer.counts.syncedCommits
        #expect(try await test.store.resolve("Q1", as: .released, to: "01B"))
        #expect(test.store.writer.counts.syncedCommits == before + 1)
        #expect(try await test.store.resolve("Q1", as: .discarded, to: nil) == false)
        #expect(try await test.store.resolve("Q9", as: .discarded, to: nil) == false)
        let entry = try #require(try await test.store.quarantineEntry("Q1"))
        #expect(entry.state == .released && entry.releasedTo == "01B" && entry.resolvedAt != nil)
    }

    @Test(
        "an entry that is a mere reference follows its file; one with bytes of its own, or that is resolved, does not")
    func relocate() async throws {
        let test = try await TestStore()
        let kept = KeptFile(.reference, path: "/in/clip.mp4", note: "no room")
        for (id, run) in [("Q1", "01A"), ("Q2", "01B")] {
            var entry = Self.entry(id, run: run)
            if id == "Q1" {
                entry = QuarantineEntry(
                    id: id, run: run, pipeline: "p", stage: "s", status: .rejected, kind: "k", reason: "r", attempt: 1,
                    place: "", file: "clip.mp4", source: entry.source, kept: kept, createdAt: entry.createdAt)
            }
            try await hold(entry, in: test)
        }
        let moved = KeptFile(.moved, path: Path(bytes: [0x2F, 0xFE]), note: "Moved by the pipeline.")
        let before = test.store.writer.counts.syncedCommits
        #expect(try await test.store.relocate("Q1", to: moved))
        #expect(test.store.writer.counts.syncedCommits == before + 1)
        #expect(try await test.store.quarantineEntry("Q1")?.kept == moved)
        #expect(try await test.store.relocate("Q1", to: kept) == false)
        #expect(try await test.store.relocate("Q2", to: moved) == false)
        #expect(try await test.store.relocate("Q9", to: moved) == false)
        #expect(try await test.store.quarantineEntry("Q2")?.kept == Self.entry("Q2", run: "01B").kept)
    }

    @Test("entries are listed newest first, in pages, by every filter")
    func listing() async throws {
        let test = try await TestStore()
        var random = SeededRandom(seed: 11)
        var all: [QuarantineEntry] = []
        for number in 100..<180 {
            let entry = Self.entry(
                "Q\(number)", run: "01\(number)", pipeline: ["a", "b"].randomElement(using: &random) ?? "",
                stage: ["s", "t"].randomElement(using: &random) ?? "",
                kind: ["k", "l"].randomElement(using: &random) ?? "")
            try await hold(entry, in: test)
            all.append(entry)
            let state = QuarantineEntry.State.allCases.randomElement(using: &random) ?? .held
            guard state != .held else { continue }
            #expect(try await test.store.resolve(entry.id, as: state, to: nil))
            all[all.count - 1] = try #require(try await test.store.quarantineEntry(entry.id))
        }
        for state in [nil, .held, .released] as [QuarantineEntry.State?] {
            for (pipeline, stage, kind, run) in [
                (nil, nil, nil, nil), ("a", nil, nil, nil), (nil, "t", "k", nil), ("b", "s", nil, nil),
                (nil, nil, nil, "01123"), ("none", nil, nil, nil),
            ] as [(String?, String?, String?, String?)] {
                var query = QuarantineQuery()
                (query.state, query.pipeline, query.stage) = (state, pipeline, stage)
                (query.kind, query.run) = (kind, run)
                let expected = all.reversed().filter { entry in
                    (state ?? entry.state) == entry.state && (pipeline ?? entry.pipeline) == entry.pipeline
                        && (stage ?? entry.stage) == entry.stage && (kind ?? entry.kind) == entry.kind
                        && (run ?? entry.run) == entry.run
                }
                var found: [QuarantineEntry] = []
                var cursor: String?
                repeat {
                    let page = try await test.store.quarantined(query, limit: 7, after: cursor)
                    found += page.items
                    cursor = page.next
                } while cursor != nil
                #expect(found == expected, "\(query)")
                try await compareGroups(query, expected, in: test)
            }
        }
        let cursor = try #require(try await test.store.quarantined(QuarantineQuery(), limit: 1, after: nil).next)
        var other = QuarantineQuery()
        other.stage = "s"
        await #expect(throws: CatalogError.self) {
            _ = try await test.store.quarantined(other, limit: 1, after: cursor)
        }
    }

    /// - Parameter entries: newest first.
    private func compareGroups(_ query: QuarantineQuery, _ entries: [QuarantineEntry], in test: TestStore) async throws
    {
        let groups = try await test.store.quarantineGroups(query)
        let expected = Dictionary(grouping: entries) { [$0.pipeline, $0.stage, $0.status.rawValue, $0.kind] }
        #expect(groups.count == expected.count)
        #expect(groups.map(\.count) == groups.map(\.count).sorted(by: >))
        for group in groups {
            let members = expected[[group.pipeline, group.stage, group.status.rawValue, group.kind]]
            #expect(group.count == members?.count)
            #expect(group.reason == members?.first?.reason)
        }
    }
}
