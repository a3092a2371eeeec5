internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// Which runs may begin.
    static let admission: [StoreRule] = [
        StoreRule("a group's limit holds across processes, and the answer names who is in it") { test in
            test.clock.stop()
            let other = try await test.open()
            try await expect(test.admit("01A", group: "g", limit: 2), is: .started)
            try await expect(test.admit("01B", in: other, group: "g", limit: 2), is: .started)
            try await expect(test.admit("01C", group: "g", limit: 2), is: .full(runs: ["01A", "01B"]))
            try await expect(test.store.run("01C") == nil)
            try await expect(test.admit("01D", group: "h", limit: 2), is: .started)
            try await expect(test.admit("01E", pipeline: "q", group: "g", limit: 2), is: .started)
            try await expect(test.admit("01F", group: nil, limit: 1), is: .started)
            try await expect(test.admit("01G", group: nil, limit: 1), is: .full(runs: ["01F"]))
            try await test.finish(test.run("01A"))
            try await expect(test.admit("01H", in: other, group: "g", limit: 2), is: .started)
        },
        StoreRule("an abandoned run stays in its group until it has ended") { test in
            test.clock.stop()
            let other = try await test.open()
            try await expect(test.admit("01A", group: "g", limit: 1), is: .started)
            try await test.store.close()
            try await expect(test.admit("01B", in: other, group: "g", limit: 1), is: .full(runs: ["01A"]))
            try await expect(other.takeOver(limit: 1), is: ["01A"])
            try await expect(test.admit("01B", in: other, group: "g", limit: 1), is: .full(runs: ["01A"]))
        },
        StoreRule("however many ask at a time, no more runs begin than the limit") { test in
            test.clock.stop()
            let other = try await test.open()
            let started = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<(Nightly.isOn ? 60 : 20) {
                    let store = number % 2 == 0 ? test.store : other
                    group.addTask {
                        try await test.admit("01\(100 + number)", in: store, group: "g", limit: 5) == .started
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            try expect(started, is: 5)
        },
        StoreRule("a document whose run goes on, or has succeeded, is a duplicate; one that failed is not") { test in
            test.clock.stop()
            let other = try await test.open()
            try await expect(test.admit("01A", key: "k"), is: .started)
            try await expect(test.admit("01B", in: other, key: "k"), is: .duplicate(of: "01A"))
            try await expect(test.admit("01B", in: other, pipeline: "q", key: "k"), is: .duplicate(of: "01A"))
            try await expect(test.admit("01C", key: "other"), is: .started)
            try await expect(test.admit("01D", key: nil), is: .started)
            try await test.finish(test.run("01A"), .failed)
            try await expect(test.admit("01E", in: other, key: "k"), is: .started)
            var ended = test.run("01E")
            (ended.status, ended.finishedAt) = (.succeeded, Timestamp(microseconds: 5))
            try await other.commit([.runFinished(ended)])
            try await expect(test.admit("01F", key: "k"), is: .duplicate(of: "01E"))
            try await expect(
                test.admit("01G", key: "k", origin: "01E"), is: .started, "a replay is none of what it replays")
        },
        StoreRule("a run whose process is gone makes a duplicate all the same, since it is carried on") { test in
            test.clock.stop()
            let other = try await test.open()
            try await expect(test.admit("01A", key: "k"), is: .started)
            try await test.store.close()
            try await expect(test.admit("01B", in: other, key: "k"), is: .duplicate(of: "01A"))
            try await expect(other.takeOver(limit: 1), is: ["01A"])
            try await expect(test.admit("01B", in: other, key: "k"), is: .duplicate(of: "01A"))
        },
        StoreRule("a run that made no version stands for the document in its own pipeline and in no other") { test in
            test.clock.stop()
            let other = try await test.open()
            try await expect(test.admit("01A", key: "k"), is: .started)
            try await test.finish(test.run("01A"))
            try await expect(test.admit("01B", key: "k"), is: .duplicate(of: "01A"))
            try await expect(test.admit("01B", in: other, pipeline: "q", key: "k"), is: .started)
        },
        StoreRule("a duplicate is one only while what the run made is there: not in the trash, not deleted") { test in
            test.clock.stop()
            try await expect(test.admit("01A", key: "k"), is: .started)
            let version = try await test.create(test.new(run: "01A"))
            try await test.finish(test.run("01A"))
            try await expect(test.admit("01B", key: "k"), is: .duplicate(of: "01A"))
            try await test.store.trash(version.id)
            try await expect(test.admit("01B", key: "k"), is: .started)
            try await test.finish(test.run("01B"), .failed)
            _ = try await test.store.restore(version.id)
            try await expect(test.admit("01C", key: "k"), is: .duplicate(of: "01A"))
            _ = try await test.store.deleteDocument(of: version.id, expecting: nil)
            try await expect(test.admit("01C", key: "k"), is: .started)
        },
        StoreRule("a run that took the version over from its origin is a duplicate only while that is there") { test in
            test.clock.stop()
            try await expect(test.admit("01A"), is: .started)
            let version = try await test.create(test.new(run: "01A"))
            try await test.finish(test.run("01A"), .failed)
            try await expect(test.admit("01B", key: "k", origin: "01A"), is: .started)
            try await test.finish(test.run("01B"))
            try await expect(test.admit("01C", key: "k"), is: .duplicate(of: "01B"))
            try await test.store.trash(version.id)
            try await expect(test.admit("01C", key: "k"), is: .started)
        },
    ]
}

extension StoreBench {
    /// Asks for a run to begin.
    fileprivate func admit(
        _ id: String, in store: (any TestedStore)? = nil, pipeline: String = "p", group: String? = nil,
        limit: Int? = nil, key: String? = nil, origin: String? = nil
    ) async throws -> Admission {
        let run = run(id, pipeline: pipeline, group: group, origin: origin)
        return try await (store ?? self.store).start(run, stages: [], limit: limit, key: key)
    }
}
