internal import Documents
internal import Platform

extension ObjectStoreConformance {
    /// What is read.
    static let reads: [ObjectStoreRule] = [
        ObjectStoreRule("where nothing was stored there is no object") { test in
            try await test.put([1], at: objectKey("u1/transcript/1_grades.pdf"))
            for text in ["u1/transcript/2_grades.pdf", "u1/resume/1_grades.pdf", "u2/transcript/1_grades.pdf"] {
                try await expect(test.store.open(objectKey(text)) == nil, text)
            }
        },
        ObjectStoreRule("any range of an object can be read; at its end and beyond there is nothing") { test in
            let (key, bytes) = (try objectKey("u1/transcript/1_grades.pdf"), TestSource.bytes(1_000))
            try await test.put(bytes, at: key)
            let object = try await require(test.store.open(key))
            try expect(object.size, is: 1_000)
            for (offset, count) in [(0, 1_000), (0, 1), (10, 5), (999, 1), (250, 500)] {
                try await expect(
                    object.read(at: Int64(offset), count: count), is: Array(bytes[offset..<offset + count]))
            }
            // More than there is, or than there could be memory for.
            try await expect(object.read(at: 990, count: 100), is: Array(bytes[990...]))
            try await expect(object.read(at: 0, count: .max), is: bytes)
            for offset in [1_000, 1_001, 5_000, .max] as [Int64] {
                try await expect(object.read(at: offset, count: 10), is: [])
            }
            try await expect(object.read(at: 0, count: 0), is: [])
        },
        ObjectStoreRule("an empty object is there, and has nothing in it") { test in
            let key = try objectKey("u1/transcript/1_grades.pdf")
            try await test.put([], at: key)
            let object = try await require(test.store.open(key))
            try expect(object.size, is: 0)
            try await expect(object.read(at: 0, count: 10), is: [])
        },
        ObjectStoreRule("several read one object at the same time") { test in
            let (key, bytes) = (try objectKey("u1/transcript/1_grades.pdf"), TestSource.bytes(2_000_000))
            try await test.put(bytes, at: key)
            let object = try await require(test.store.open(key))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let start = number * 250_000
                        let piece = try await object.read(at: Int64(start), count: 250_000)
                        try expect(piece == Array(bytes[start..<start + 250_000]), "from \(start)")
                    }
                }
                try await group.waitForAll()
            }
        },
    ]

    /// Names of objects.
    static let keys: [ObjectStoreRule] = [
        ObjectStoreRule("every key is one: of any of the characters, and as long as may be") { test in
            let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            let all = letters + letters.lowercased() + "0123456789._-"
            let segment = String(repeating: "s", count: 200)
            let keys = try [
                "u1/transcript/1_\(all)", "\(all)/transcript/1_a", "-", "a", "a.", "a..b/c...", "_/-/_",
                String(repeating: "\(segment)/", count: 5) + String(repeating: "e", count: 19),
                (0..<512).map { _ in "k" }.joined(separator: "/"),
            ].map(objectKey)
            try expect(keys[7].text.utf8.count, is: 1_024)
            for (number, key) in keys.enumerated() {
                try await expect(test.put([UInt8(number)], at: key).key, is: key)
            }
            for (number, key) in keys.enumerated() {
                try await expect(test.bytes(at: key), is: [UInt8(number)], key.text)
                try await expect(test.store.delete(key), key.text)
                try await expect(test.store.open(key) == nil, key.text)
            }
        },
        ObjectStoreRule("keys that look alike are different") { test in
            let keys = try [
                "u1/transcript/1_a", "u1/transcript/1_A", "U1/transcript/1_a", "u1/transcript/1_a.",
                "u1/transcript/1_a_",
                "u1/transcript/01_a", "u1/transcript-1_a", "u1/transcript/1-a",
            ].map(objectKey)
            for (number, key) in keys.enumerated() {
                try await expect(test.put([UInt8(number)], at: key).created, key.text)
            }
            for (number, key) in keys.enumerated() {
                try await expect(test.bytes(at: key), is: [UInt8(number)], key.text)
            }
        },
    ]

    /// What goes.
    static let deletions: [ObjectStoreRule] = [
        ObjectStoreRule("a deleted object is gone for all, and its key is free; to delete it again does nothing") {
            test in
            let key = try objectKey("u1/transcript/1_grades.pdf")
            let neighbour = try objectKey("u1/transcript/2_grades.pdf")
            let other = try await test.open()
            try await expect(test.store.delete(key), is: false, "nothing was there")
            for key in [key, neighbour] { try await test.put([1, 2, 3], at: key) }
            try await expect(other.delete(key), is: true)
            for store in [test.store, other] {
                try await expect(store.open(key) == nil)
                try await expect(store.delete(key), is: false)
            }
            try await expect(test.bytes(at: neighbour), is: [1, 2, 3])
            try await expect(test.put([4], at: key).created)
            try await expect(test.bytes(at: key, in: other), is: [4])
        }
    ]

    /// Addresses of objects.
    static let links: [ObjectStoreRule] = [
        ObjectStoreRule("an object has one address that stays, which a put tells, and no other object has it") { test in
            let (key, other) = (try objectKey("u1/transcript/1_a.pdf"), try objectKey("u1/transcript/1_b.pdf"))
            let stored = try await test.put([1], at: key)
            let another = try await test.put([1], at: other)
            try expect(!stored.url.isEmpty && stored.url != another.url)
            for store in [test.store, try await test.open()] {
                try await expect(store.link(for: key, validFor: nil), is: stored.url)
                try await expect(store.link(for: other, validFor: nil), is: another.url)
            }
        },
        ObjectStoreRule("an address that ends is another one, or refused with the store's error") { test in
            let key = try objectKey("u1/transcript/1_a.pdf")
            let stored = try await test.put([1], at: key)
            do {
                let link = try await test.store.link(for: key, validFor: .seconds(60))
                try expect(!link.isEmpty && link != stored.url)
            } catch let error as ObjectStoreError {
                try expect(!error.message.isEmpty)
            }
        },
    ]

    /// What a store tells that it holds.
    static let listing: [ObjectStoreRule] = [
        ObjectStoreRule("all objects of uploads are told once, in pages, with their sizes") { test in
            let listing = try test.listing
            var sizes: [ObjectKey: Int64] = [:]
            for owner in ["jo", "max"] {
                for number in 1...7 {
                    let key = try objectKey("\(owner)/transcript/\(number)_grades.pdf")
                    sizes[key] = Int64(number)
                    try await test.put(TestSource.bytes(number), at: key)
                }
            }
            let gone = try objectKey("jo/transcript/8_gone.pdf")
            try await test.put([1], at: gone)
            try await test.store.delete(gone)
            // Nobody has uploaded it.
            try await test.put([1], at: objectKey("README"))
            for size in [1, 4, 14, 100] {
                var (pages, found): ([Int], [ListedObject]) = ([], [])
                let foreign = try await listing.forEachPage(of: size) { page in
                    pages.append(page.count)
                    found += page
                }
                try expect(foreign, is: 1)
                try expect(pages.reduce(0, +) == 14 && pages.allSatisfy { (1...size).contains($0) }, "\(pages)")
                try expect(Dictionary(found.map { ($0.key, $0.size) }) { $1 }, is: sizes)
                try expect(found.count, is: 14, "each once")
                let year2020 = Timestamp(microseconds: 1_577_836_800_000_000)
                try expect(found.allSatisfy { $0.modified > year2020 })
            }
        },
        ObjectStoreRule("an empty store tells of nothing, and an error of who is told ends the listing") { test in
            let listing = try test.listing
            try await expect(listing.forEachPage(of: 4) { _ in throw SourceFailure() }, is: 0)
            try await test.put([1], at: objectKey("jo/transcript/1_grades.pdf"))
            try await expectError(SourceFailure.self) {
                try await listing.forEachPage(of: 4) { _ in throw SourceFailure() }
            }
        },
    ]
}
