internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// What is known of contents, and what was made of them.
    static let media: [StoreRule] = [
        StoreRule("what is known of an object's contents is told by its key, and less knowledge takes nothing away") {
            test in
            var new = test.new("A")
            new.media = MediaFacts(
                duration: 12_500, width: 1_280, height: 720, frameRate: 29.97, videoCodec: "h264", audioCodec: "aac")
            let version = try await test.create(new)
            try await expect(
                test.store.media(of: [version.objectKey, "unknown"]),
                is: [version.objectKey: ObjectMedia(facts: new.media)])
            var again = test.new("B")
            again.objectKey = version.objectKey
            again.media = MediaFacts(pages: 3)
            try await test.create(again)
            var facts = new.media
            facts.pages = 3
            try await expect(test.store.media(of: [version.objectKey])[version.objectKey]?.facts, is: facts)
            let plain = try await test.create(test.new("C"))
            try await expect(test.store.media(of: [plain.objectKey]), is: [:])
        },
        StoreRule("a rendition takes the place of another one of its kind, whose object is queued for deletion") {
            test in
            let version = try await test.create(test.new("A"))
            let (small, film) = (rendition(.thumbnail240, "t1"), rendition(.web, "w1"))
            try await add([film, small], of: version.objectKey, test)
            try await add([film, small], of: version.objectKey, test)
            try await expect(
                test.store.media(of: [version.objectKey])[version.objectKey]?.renditions, is: [small, film])
            try await expect(test.store.objectDeletions(limit: 9), is: [])
            let other = rendition(.thumbnail240, "t2")
            try await add([other], of: version.objectKey, test)
            try await expect(
                test.store.media(of: [version.objectKey])[version.objectKey]?.renditions, is: [other, film])
            try await expect(test.store.objectDeletions(limit: 9), is: ["t1"])
            try await expect(test.store.unneeded(["t2", "w1", "t3"]), is: ["t3"])
            try await add([small], of: version.objectKey, test)
            try await expect(test.store.objectDeletions(limit: 9), is: ["t2"], "what is needed again stays")
            try await test.transact { try $0.catalog.removeRenditions(["w1", "t2", "unknown"]) }
            try await expect(
                test.store.media(of: [version.objectKey])[version.objectKey]?.renditions, is: [small])
        },
        StoreRule("renditions are gone through by their keys") { test in
            let version = try await test.create(test.new("A"))
            let all = [rendition(.thumbnail240, "a"), rendition(.web, "b"), rendition(.thumbnail480, "c")]
            try await add(all, of: version.objectKey, test)
            try await expect(test.store.renditions(after: "", limit: 2), is: Array(all.prefix(2)))
            try await expect(test.store.renditions(after: "b", limit: 2), is: Array(all.suffix(1)))
            try await expect(test.store.renditions(after: "c", limit: 2), is: [])
        },
        StoreRule("renditions go with the last version that has their object") { test in
            let first = try await test.create(test.new("A"))
            var new = test.new("B")
            new.objectKey = first.objectKey
            new.media = MediaFacts(pages: 1)
            let second = try await test.create(new)
            try await add([rendition(.thumbnail480, "t1")], of: first.objectKey, test)
            _ = try await test.store.deleteDocument(of: first.id, expecting: nil)
            try await expect(test.store.media(of: [first.objectKey])[first.objectKey]?.renditions.count, is: 1)
            _ = try await test.store.deleteDocument(of: second.id, expecting: nil)
            try await expect(test.store.media(of: [first.objectKey]), is: [:])
            try await expect(test.store.objectDeletions(limit: 9), is: [first.objectKey, "t1"])
        },
        StoreRule("of an object that was erased meanwhile nothing is entered, and what was made of it is deleted") {
            test in
            let version = try await test.create(test.new("A"))
            _ = try await test.store.deleteDocument(of: version.id, expecting: nil)
            try await add([rendition(.thumbnail480, "t1")], of: version.objectKey, test)
            try await expect(test.store.media(of: [version.objectKey]), is: [:])
            try await expect(test.store.objectDeletions(limit: 9), is: [version.objectKey, "t1"])
        },
        StoreRule("a version that its run takes back takes along what is known of its object") { test in
            var new = test.new("A")
            new.media = MediaFacts(pages: 2)
            let version = try await test.create(new)
            try await add([rendition(.thumbnail480, "t1")], of: version.objectKey, test)
            try await test.transact { try $0.catalog.retractVersion(ofRun: version.run) }
            try await expect(test.store.media(of: [version.objectKey]), is: [:])
            try await expect(test.store.objectDeletions(limit: 9), is: ["t1"])
        },
    ]

    private static func rendition(_ kind: Rendition.Kind, _ key: String) -> Rendition {
        Rendition(kind: kind, key: key, mimeType: "image/webp", size: 9, width: 240, height: 135)
    }

    private static func add(_ renditions: [Rendition], of object: String, _ test: StoreBench) async throws {
        try await test.transact { try $0.catalog.addRenditions(renditions, of: object) }
    }
}
