internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// What watched folders remember of their files.
    static let ledger: [StoreRule] = [
        StoreRule("a watch keeps its number as long as pipeline and path are the same") { test in
            let store = test.store
            let first = try await store.register(pipeline: "a", path: "in")
            let second = try await store.register(pipeline: "a", path: "other")
            try await expect(store.register(pipeline: "a", path: "in"), is: first)
            try expect(first != second)
            try expect(first > 0)
        },
        StoreRule("entries come back as they were put, by pages, of the states that are asked for") { test in
            let store = test.store
            let watch = try await store.register(pipeline: "a", path: "in")
            let other = try await store.register(pipeline: "b", path: "in")
            let states: [LedgerEntry.State] = [.settled, .taken, .settled, .ended, .settled, .taken]
            let entries = states.enumerated().map { entry(UInt64($0.offset), watch: watch, state: $0.element) }
            try await store.put(entries.reversed() + [entry(1, watch: other)])
            try await expect(store.entries(ofWatch: watch, states: [], after: nil, limit: 100), is: entries)
            try await expect(
                store.entries(ofWatch: watch, states: [], after: entries[1].file, limit: 2), is: Array(entries[2...3]))
            try await expect(
                store.entries(ofWatch: watch, states: [.taken, .ended], after: nil, limit: 100),
                is: [entries[1], entries[3], entries[5]])
            try await expect(
                store.entries(ofWatch: watch, states: [.settled], after: entries[0].file, limit: 1), is: [entries[2]])
            try await expect(store.entry(ofWatch: watch, file: entries[3].file), is: entries[3])
            try await expect(store.entry(ofWatch: watch, file: entry(77).file), is: nil)
        },
        StoreRule("putting an entry again replaces it, and forgetting removes only what is meant") { test in
            let store = test.store
            let watch = try await store.register(pipeline: "a", path: "in")
            var first = entry(.max, watch: watch, device: .max)
            first.sha256 = nil
            first.status = nil
            first.target = nil
            first.note = nil
            try await store.put([first, entry(2, watch: watch)])
            first.state = .taken
            first.run = "other"
            try await store.put([first])
            try await expect(store.entry(ofWatch: watch, file: first.file), is: first)
            try await store.forget([first.file, entry(99).file], ofWatch: watch)
            try await expect(
                store.entries(ofWatch: watch, states: [], after: nil, limit: 9), is: [entry(2, watch: watch)])
        },
        StoreRule("what was put since it was read is not forgotten with what is unchanged") { test in
            let store = test.store
            let watch = try await store.register(pipeline: "a", path: "in")
            let entries = (1...3).map { entry($0, watch: watch) }
            try await store.put(entries)
            var moved = entries[1]
            moved.path = "/elsewhere"
            try await store.put([moved])
            try await expect(store.forgetUnchanged(entries + [entry(99)]), is: [entries[0].file, entries[2].file])
            try await expect(store.entries(ofWatch: watch, states: [], after: nil, limit: 9), is: [moved])
        },
        StoreRule("of entries that are put together all are there or none") { test in
            let store = test.store
            let watch = try await store.register(pipeline: "a", path: "in")
            // There is no such watch.
            try await expectRefusal { try await store.put([entry(1, watch: watch), entry(2, watch: 999)]) }
            try await expect(store.entries(ofWatch: watch, states: [], after: nil, limit: 9).isEmpty)
        },
    ]
}

private func entry(
    _ inode: UInt64, watch: Int64 = 1, device: UInt64 = 1, state: LedgerEntry.State = .settled
) -> LedgerEntry {
    LedgerEntry(
        watch: watch, file: LedgerEntry.File(device: device, inode: inode, born: 3),
        path: Path(bytes: [0x2F, 0xFF, UInt8(truncatingIfNeeded: inode)]), size: 4, modified: 5, changed: 6,
        sha256: "ab", takenSHA256: "cd", run: "run", state: state, status: .succeeded, attempts: 2, target: "/done/a",
        note: "n", takenAt: Timestamp(microseconds: 8))
}
