internal import Digests
internal import Documents
internal import Synchronization

extension ObjectStoreConformance {
    /// What is stored.
    static let puts: [ObjectStoreRule] = [
        ObjectStoreRule("an object has all its bytes, their number and their digest, be it empty or large") { test in
            let other = try await test.open()
            for (number, count) in [0, 1, 1_000, 262_145, Nightly.isOn ? 5_000_003 : 600_003].enumerated() {
                let key = try objectKey("u1/transcript/\(number)_grades.pdf")
                let bytes = TestSource.bytes(count, seed: UInt64(number))
                let stored = try await test.put(bytes, at: key)
                try expect(
                    stored,
                    is: StoredObject(
                        key: key, url: stored.url, size: Int64(count), sha256: SHA256.hex(of: bytes), created: true))
                try await expect(test.bytes(at: key) == bytes, "\(count) bytes")
                try await expect(test.bytes(at: key, in: other) == bytes, "\(count) bytes, read by another process")
            }
        },
        ObjectStoreRule("a source that gives little at a time is stored whole") { test in
            let (key, bytes) = (try objectKey("u1/transcript/1_grades.pdf"), TestSource.bytes(700_001))
            try await test.put(TestSource(bytes, pieces: 9_973), at: key)
            try await expect(test.bytes(at: key) == bytes)
        },
        ObjectStoreRule("the same bytes again are success, and make no second object") { test in
            for count in [0, 100, 1_000_000] {
                let (key, bytes) = (try objectKey("u1/transcript/\(count)_grades.pdf"), TestSource.bytes(count))
                let first = try await test.put(bytes, at: key)
                for store in [test.store, try await test.open()] {
                    let again = try await test.put(bytes, at: key, in: store)
                    try expect(
                        again,
                        is: StoredObject(
                            key: key, url: first.url, size: first.size, sha256: first.sha256, created: false))
                }
            }
        },
        ObjectStoreRule("other bytes under a key that is taken are refused, and those that are there stay") { test in
            for (count, other) in [(5, 5), (5, 6), (6, 5), (600_000, 600_000)] {
                let key = try objectKey("u1/transcript/\(count)_\(other).pdf")
                let bytes = TestSource.bytes(count, seed: 1)
                try await test.put(bytes, at: key)
                for store in [test.store, try await test.open()] {
                    let error = try await expectError(ObjectStoreError.self) {
                        try await test.put(TestSource.bytes(other, seed: 2), at: key, in: store)
                    }
                    try expect(error.code, is: .keyTaken)
                }
                try await expect(test.bytes(at: key) == bytes)
            }
        },
        ObjectStoreRule("an object is not to be seen before its source was found unchanged") { test in
            let other = try await test.open()
            for count in [100, Nightly.isOn ? 3_000_000 : 600_000] {
                let (key, bytes) = (try objectKey("u1/transcript/\(count)_grades.pdf"), TestSource.bytes(count))
                let (stored, _) = try await test.putting(bytes, at: key) {
                    try await expect(test.store.open(key) == nil)
                    try await expect(other.open(key) == nil)
                }
                try expect(stored.created)
                try await expect(test.bytes(at: key, in: other) == bytes)
            }
        },
        ObjectStoreRule("the bytes that were stored so far are told, up to the last one and never more") { test in
            for count in [1_000, Nightly.isOn ? 5_000_000 : 600_000] {
                let told = Mutex<[Int64]>([])
                let key = try objectKey("u1/transcript/\(count)_grades.pdf")
                _ = try await test.store.put(TestSource(TestSource.bytes(count)), at: key) { bytes in
                    told.withLock { $0.append(bytes) }
                }
                try expect(told.withLock { $0.max() }, is: Int64(count))
                try expect(told.withLock { $0.allSatisfy { $0 >= 0 } })
            }
        },
    ]

    /// Several who store at the same time.
    static let races: [ObjectStoreRule] = [
        ObjectStoreRule("of several who store the same bytes under one key, exactly one makes the object") { test in
            for count in [100, 700_000] {
                let (key, bytes) = (try objectKey("u1/transcript/\(count)_grades.pdf"), TestSource.bytes(count))
                let results = try await race(test, at: key) { _ in bytes }
                let stored = try results.map { try $0.get() }
                try expect(stored.count { $0.created }, is: 1)
                try expect(Set(stored.map(\.sha256)), is: [SHA256.hex(of: bytes)])
                try await expect(test.bytes(at: key) == bytes)
            }
        },
        ObjectStoreRule("of several who store different bytes under one key, one wins whole and the others are told") {
            test in
            for count in [100, 700_000] {
                let key = try objectKey("u1/transcript/\(count)_grades.pdf")
                let results = try await race(test, at: key) { TestSource.bytes(count, seed: UInt64($0)) }
                let winners = results.indices.filter { (try? results[$0].get()) != nil }
                try expect(winners.count, is: 1)
                for case .failure(let error) in results {
                    try expect((error as? ObjectStoreError)?.code, is: .keyTaken, "\(error)")
                }
                try await expect(test.bytes(at: key) == TestSource.bytes(count, seed: UInt64(winners[0])))
            }
        },
        ObjectStoreRule("objects of owners that are new to all are stored at the same time") { test in
            let stores = [test.store, try await test.open()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        let key = try objectKey("u\(number % 4)/transcript/\(number)_grades.pdf")
                        try await test.put([UInt8(number)], at: key, in: stores[number / 4 % 2])
                    }
                }
                try await group.waitForAll()
            }
            for number in 0..<32 {
                let key = try objectKey("u\(number % 4)/transcript/\(number)_grades.pdf")
                try await expect(test.bytes(at: key), is: [UInt8(number)])
            }
        },
    ]
}

/// Eight who store at the same time, in two processes.
///
/// - Parameter bytes: of each.
private func race(
    _ test: ObjectStoreBench, at key: ObjectKey, _ bytes: (Int) -> [UInt8]
) async throws -> [Result<StoredObject, any Error>] {
    let stores = [test.store, try await test.open()]
    return await withTaskGroup(of: (Int, Result<StoredObject, any Error>).self) { group in
        for number in 0..<8 {
            let bytes = bytes(number)
            group.addTask {
                do {
                    return (number, .success(try await test.put(bytes, at: key, in: stores[number % 2])))
                } catch {
                    return (number, .failure(error))
                }
            }
        }
        return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
