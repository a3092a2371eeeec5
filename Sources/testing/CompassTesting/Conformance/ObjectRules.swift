internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// What needs which objects.
    static let objects: [StoreRule] = [
        StoreRule("an object is needed by a version, by a run that goes on or owes something, or by a queued deletion")
        { test in
            let version = try await test.create(test.new())
            let erased = try await test.create(test.new("Other"))
            _ = try await test.store.deleteDocument(of: erased.id, expecting: nil)
            let going = try await test.start("01A")
            try await test.store.commit([.stage(run: "01A", stage("u1/transcript/1_going.pdf"))])
            let failed = try await test.start("01B")
            try await test.store.commit([.stage(run: "01B", stage("u1/transcript/2_failed.pdf", .failed))])
            try await test.finish(failed, .failed)
            let keys = [
                version.objectKey, erased.objectKey, "u1/transcript/1_going.pdf", "u1/transcript/2_failed.pdf",
                "u1/transcript/3_unknown.pdf",
            ]
            try await expect(
                test.store.unneeded(keys), is: ["u1/transcript/2_failed.pdf", "u1/transcript/3_unknown.pdf"])
            try await test.finish(going, .cancelled)
            try await expect(test.store.unneeded(keys).first, is: "u1/transcript/1_going.pdf")
            try await expect(test.store.queueUnneeded(Array(keys.suffix(2))), is: 2)
            try await expect(test.store.queueUnneeded(Array(keys.suffix(2))), is: 0, "they are queued already")
            try await expect(test.store.objectDeletions(limit: 9), is: [erased.objectKey] + keys.suffix(2))
        },
        StoreRule("a version whose run did not succeed is left behind, unless a later run has taken it over") { test in
            for id in ["01A", "01B", "01C"] {
                let run = try await test.start(id)
                try await test.create(test.new(id, run: id))
                try await test.finish(run, id == "01C" ? .succeeded : .failed)
            }
            let retry = test.run("01D", origin: "01B")
            try await expect(test.store.start(retry, stages: [], limit: nil, key: nil), is: .started)
            try await test.finish(retry)
            try await expect(test.store.leftBehind(limit: 9).map(\.run), is: ["01A"])
            // More of those that are meant to stay than one page has, before one that is not.
            for id in ["01E", "01F", "01G"] {
                let run = try await test.start(id)
                let version = try await test.create(test.new(id, run: id))
                var stage = stage("u1/transcript/5_\(id).pdf", .succeeded)
                stage.outputs = [Fact.id.name: .string(version.id), Fact.version.name: 1]
                if id != "01G" { stage.undo = StageUndo(.irreversible) }
                try await test.store.commit([.stage(run: id, stage)])
                try await test.finish(run, .failed)
            }
            try await expect(test.store.leftBehind(limit: 9).map(\.run), is: ["01A", "01G"])
            try await expect(test.store.leftBehind(limit: 2).map(\.run), is: ["01A", "01G"])
            try await expect(test.store.oweAgain(["01G"]), is: 1)
            try await expect(test.store.oweAgain(["01A", "01C", "01X"]), is: 1)
            try await expect(test.store.leftBehind(limit: 9), is: [])
        },
        StoreRule("what is on record last is a run's beginning or end, a version or an upload, whichever came last") {
            test in
            try await expect(test.store.newestRecord(), is: nil)
            let run = try await test.start("01A")
            try await expect(test.store.newestRecord(), is: run.startedAt)
            let version = try await test.create(test.new())
            try await expect(test.store.newestRecord(), is: max(run.startedAt, version.createdAt))
            let ended = try await test.finish(run)
            try await expect(test.store.newestRecord(), is: max(version.createdAt, ended.finishedAt ?? run.startedAt))
        },
        StoreRule("versions are gone through by their rows") { test in
            for title in ["A", "B", "C"] { try await test.create(test.new(title)) }
            let first = try await test.store.versionObjects(after: 0, limit: 2)
            let rest = try await test.store.versionObjects(after: first[1].row, limit: 2)
            try expect(first.count == 2 && rest.count == 1 && rest[0].size == 100)
        },
    ]
}

private func stage(_ key: String, _ status: StageStatus = .running) -> StageRecord {
    StageRecord(
        position: 0, id: "upload", uses: "upload", status: status, startedAt: Timestamp(microseconds: 7),
        intent: [Fact.objectKey.name: .string(key)])
}
