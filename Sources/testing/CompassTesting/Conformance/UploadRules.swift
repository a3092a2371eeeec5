internal import Documents
internal import Platform

extension StoreConformance {
    /// Files that are sent in pieces.
    static let uploads: [StoreRule] = [
        StoreRule("an upload is what was entered, for its owner, and for nobody else") { test in
            let upload = new("01A", inputs: ["schools": ["mit"], "note": "a \"b\"\n"])
            try await test.store.addUpload(upload)
            try await expect(test.store.upload("01A", owner: nil), is: upload)
            try await expect(test.store.upload("01A", owner: "kim"), is: upload)
            try await expect(test.store.upload("01A", owner: "mia"), is: nil)
            try await expect(test.store.upload("01B", owner: nil), is: nil)
        },
        StoreRule("uploads are listed newest first, in pages, by owner and state") { test in
            for (id, owner) in [("01A", "kim"), ("01B", "mia"), ("01C", "kim"), ("01D", "kim")] {
                try await test.store.addUpload(new(id, owner: owner))
            }
            _ = try await test.store.completeUpload("01C")
            for (query, ids) in [
                (UploadQuery(), ["01D", "01C", "01B", "01A"]), (UploadQuery(owner: "kim"), ["01D", "01C", "01A"]),
                (UploadQuery(state: .receiving), ["01D", "01B", "01A"]),
                (UploadQuery(owner: "kim", state: .complete), ["01C"]), (UploadQuery(owner: "ana"), []),
            ] {
                var found: [String] = []
                var cursor: String?
                repeat {
                    let page = try await test.store.uploads(query, limit: 1, after: cursor)
                    found += page.items.map(\.id)
                    cursor = page.next
                } while cursor != nil
                try expect(found, is: ids)
            }
        },
        StoreRule(
            "of those that await bytes, only those that can be resumed are listed, or only the others; all of the rest"
        ) {
            test in
            for (id, isResumable) in [("01A", true), ("01B", false), ("01C", true), ("01D", false)] {
                try await test.store.addUpload(new(id, isResumable: isResumable))
            }
            for id in ["01C", "01D"] { _ = try await test.store.completeUpload(id) }
            for (query, ids) in [
                (UploadQuery(isResumable: true), ["01D", "01C", "01A"]),
                (UploadQuery(owner: "kim", isResumable: false), ["01D", "01C", "01B"]),
                (UploadQuery(state: .receiving, isResumable: true), ["01A"]),
                (UploadQuery(owner: "kim", state: .receiving, isResumable: false), ["01B"]),
                (UploadQuery(state: .receiving), ["01B", "01A"]),
            ] {
                try await expect(test.store.uploads(query, limit: 10, after: nil).items.map(\.id), is: ids)
            }
            try await expect(test.store.upload("01B", owner: nil)?.isResumable, is: false)
            try await expect(test.store.upload("01A", owner: nil)?.isResumable, is: true)
        },
        StoreRule("an upload only goes on: received, complete, given to one run, ended") { test in
            try await test.store.addUpload(new("01A"))
            try await expect(test.store.giveUpload("01A", to: "01RUN")?.state, is: .receiving, "it is not complete")
            try await expect(test.store.endUpload("01A", as: .ended, forgetAt: time(9)), is: false)
            try await expect(test.store.completeUpload("01A")?.state, is: .complete)
            try await test.store.extendUpload("01A", until: time(99))
            try await expect(test.store.upload("01A", owner: nil)?.expiresAt, is: time(5), "it waits for nothing more")
            try await expect(test.store.endUpload("01A", as: .expired, forgetAt: time(9)), is: false)
            try await expect(test.store.giveUpload("01A", to: "01RUN")?.run, is: "01RUN")
            try await expect(test.store.giveUpload("01A", to: "02RUN")?.run, is: "01RUN", "the first one counts")
            try await expect(test.store.completeUpload("01A")?.state, is: .running)
            try await expect(test.store.endUpload("01A", as: .ended, by: "03RUN", forgetAt: time(9)), is: true)
            try await expect(test.store.upload("01A", owner: nil)?.run, is: "03RUN", "its result stands for that run's")
            try await expect(test.store.endUpload("01A", as: .ended, forgetAt: time(10)), is: false)
            let ended = try await test.store.upload("01A", owner: nil)
            try expect(ended?.state, is: .ended)
            try expect(ended?.expiresAt, is: time(9))
            try expect(ended?.endedAt != nil, is: true)
            try await expect(test.store.completeUpload("01B") == nil, is: true)
            try await expect(test.store.giveUpload("01B", to: "01RUN") == nil, is: true)
        },
        StoreRule("what waits too long is found, the longest overdue first, and can be given up and forgotten") {
            test in
            for (id, end) in [("01A", 7), ("01B", 5), ("01C", 9)] as [(String, Int64)] {
                try await test.store.addUpload(new(id, expiresAt: time(end)))
            }
            try await test.store.extendUpload("01B", until: time(8))
            try await expect(
                test.store.uploads(in: .receiving, expiredBy: time(8), limit: 10).map(\.id), is: ["01A", "01B"])
            try await expect(
                test.store.uploads(in: .receiving, expiredBy: time(8), limit: 1).map(\.id), is: ["01A"])
            try await expect(test.store.endUpload("01A", as: .expired, forgetAt: time(20)), is: true)
            try await expect(test.store.uploads(in: .receiving, expiredBy: time(8), limit: 10).map(\.id), is: ["01B"])
            try await expect(test.store.uploads(in: .expired, expiredBy: time(20), limit: 10).map(\.id), is: ["01A"])
            try await test.store.forgetUploads(["01A", "01X"])
            try await expect(test.store.upload("01A", owner: nil), is: nil)
        },
    ]

    private static func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    private static func new(
        _ id: String, owner: String = "kim", inputs: Record = [:], expiresAt: Timestamp = time(5),
        isResumable: Bool = true
    ) -> UploadRecord {
        UploadRecord(
            id: id, owner: owner, length: 6, name: "essay.txt", type: .transcript, title: "Essay", inputs: inputs,
            pipeline: "text", createdAt: time(1), expiresAt: expiresAt, isResumable: isResumable)
    }
}
