internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// Files that runs refused or could not finish.
    static let quarantine: [StoreRule] = [
        StoreRule("a file is held from the transaction that ends its run, and comes back as it was recorded") { test in
            let entry = StoreBench.quarantined("Q1", run: "01A")
            try await test.hold(entry)
            try await expect(test.store.quarantineEntry("Q1"), is: entry)
            try await expect(test.store.quarantineEntry("Q2"), is: nil)
            try await expectError(FencedError(run: "01A")) {
                try await test.store.commit([.quarantined(StoreBench.quarantined("Q3", run: "01A"))])
            }
            try await expect(test.store.quarantineEntry("Q3"), is: nil)
        },
        StoreRule("a file is released or discarded once") { test in
            try await test.hold(StoreBench.quarantined("Q1", run: "01A"))
            try await expect(test.store.resolve("Q1", as: .released, to: "01B"))
            try await expect(test.store.resolve("Q1", as: .discarded, to: nil), is: false)
            try await expect(test.store.resolve("Q9", as: .discarded, to: nil), is: false)
            let entry = try require(try await test.store.quarantineEntry("Q1"))
            try expect(entry.state == .released && entry.releasedTo == "01B" && entry.resolvedAt != nil)
        },
        StoreRule("what is held is counted, with the bytes of what is more than a reference, for one owner too") {
            test in
            try await expect(test.store.quarantineUse(owner: nil), is: QuarantineUse(files: 0, bytes: 0))
            let entry = StoreBench.quarantined("Q1", run: "01A")
            try await test.hold(entry)
            try await test.hold(StoreBench.quarantined("Q2", run: "01B"))
            try await test.hold(
                QuarantineEntry(
                    id: "Q3", run: "01C", pipeline: "p", stage: "s", status: .rejected, kind: "k", reason: "r",
                    attempt: 1,
                    place: "", file: "clip.mp4", source: entry.source,
                    kept: KeptFile(.reference, path: "/in/clip.mp4", note: nil), createdAt: entry.createdAt))
            let size = entry.source.size
            try await expect(test.store.quarantineUse(owner: nil), is: QuarantineUse(files: 3, bytes: 2 * size))
            try await expect(test.store.resolve("Q2", as: .discarded, to: nil))
            try await expect(test.store.quarantineUse(owner: nil), is: QuarantineUse(files: 2, bytes: size))
            try await expect(test.store.quarantineUse(owner: "nobody"), is: QuarantineUse(files: 0, bytes: 0))
        },
        StoreRule(
            "an entry that is a mere reference follows its file; one with bytes of its own, or that is resolved, does not"
        ) { test in
            let kept = KeptFile(.reference, path: "/in/clip.mp4", note: "no room")
            for (id, run) in [("Q1", "01A"), ("Q2", "01B")] {
                var entry = StoreBench.quarantined(id, run: run)
                if id == "Q1" {
                    entry = QuarantineEntry(
                        id: id, run: run, pipeline: "p", stage: "s", status: .rejected, kind: "k", reason: "r",
                        attempt: 1,
                        place: "", file: "clip.mp4", source: entry.source, kept: kept, createdAt: entry.createdAt)
                }
                try await test.hold(entry)
            }
            let moved = KeptFile(.moved, path: Path(bytes: [0x2F, 0xFE]), note: "Moved by the pipeline.")
            try await expect(test.store.relocate("Q1", to: moved))
            try await expect(test.store.quarantineEntry("Q1")?.kept, is: moved)
            try await expect(test.store.relocate("Q1", to: kept), is: false)
            try await expect(test.store.relocate("Q2", to: moved), is: false)
            try await expect(test.store.relocate("Q9", to: moved), is: false)
            try await expect(test.store.quarantineEntry("Q2")?.kept, is: StoreBench.quarantined("Q2", run: "01B").kept)
        },
        StoreRule("entries are listed newest first, in pages, by every filter") { test in
            var random = SeededRandom(seed: 11)
            var all: [QuarantineEntry] = []
            for number in 100..<180 {
                let entry = StoreBench.quarantined(
                    "Q\(number)", run: "01\(number)", pipeline: ["a", "b"].randomElement(using: &random) ?? "",
                    stage: ["s", "t"].randomElement(using: &random) ?? "",
                    kind: ["k", "l"].randomElement(using: &random) ?? "")
                try await test.hold(entry)
                all.append(entry)
                let state = QuarantineEntry.State.allCases.randomElement(using: &random) ?? .held
                guard state != .held else { continue }
                try await expect(test.store.resolve(entry.id, as: state, to: nil))
                all[all.count - 1] = try require(try await test.store.quarantineEntry(entry.id))
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
                    try expect(found, is: expected, "\(query)")
                    try await compareGroups(query, expected, in: test.store)
                }
            }
            let cursor = try require(try await test.store.quarantined(QuarantineQuery(), limit: 1, after: nil).next)
            var other = QuarantineQuery()
            other.stage = "s"
            try await expectError(CatalogError.self) {
                _ = try await test.store.quarantined(other, limit: 1, after: cursor)
            }
        },
    ]
}

extension StoreBench {
    /// Ends a run so that its file is held.
    fileprivate func hold(_ entry: QuarantineEntry) async throws {
        let run = run(entry.run, pipeline: entry.pipeline)
        _ = try await store.start(run, stages: [], limit: nil, key: nil)
        try await finish(run, entry.status, [.quarantined(entry)])
    }
}

/// - Parameter entries: newest first.
private func compareGroups(
    _ query: QuarantineQuery, _ entries: [QuarantineEntry], in store: any TestedStore
) async throws {
    let groups = try await store.quarantineGroups(query)
    let expected = Dictionary(grouping: entries) { [$0.pipeline, $0.stage, $0.status.rawValue, $0.kind] }
    try expect(groups.count, is: expected.count)
    try expect(groups.map(\.count), is: groups.map(\.count).sorted(by: >))
    for group in groups {
        let members = expected[[group.pipeline, group.stage, group.status.rawValue, group.kind]]
        try expect(group.count, is: members?.count)
        try expect(group.reason, is: members?.first?.reason)
    }
}
