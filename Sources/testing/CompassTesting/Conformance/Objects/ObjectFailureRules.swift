internal import Documents
internal import Platform

extension ObjectStoreConformance {
    private static let counts = [100, 3_000_000]

    /// What is left of objects that could not be stored: nothing.
    static let failures: [ObjectStoreRule] = [
        ObjectStoreRule("an error of the source is thrown as it is, and leaves nothing") { test in
            let key = try objectKey("u1/transcript/1_grades.pdf")
            for count in counts {
                let bytes = TestSource.bytes(count)
                for source in [
                    TestSource(bytes, onRead: { _ in throw SourceFailure() }),
                    TestSource(
                        bytes, pieces: count / 4, onRead: { if $0 >= Int64(count / 2) { throw SourceFailure() } }),
                    TestSource(bytes, verify: { throw SourceFailure() }),
                ] {
                    try await expectError(SourceFailure.self) { try await test.put(source, at: key) }
                    try await test.expectNothing(at: key, "\(count) bytes")
                }
            }
            try await expect(test.put([1], at: key).created, "the key is free still")
        },
        ObjectStoreRule("a source that is shorter or longer than it announced leaves nothing") { test in
            let key = try objectKey("u1/transcript/1_grades.pdf")
            for (count, announced) in [
                (100, 101), (100, 99), (100, 0), (0, 1), (3_000_000, 3_000_001), (3_000_000, 2_999_999),
                (100, 300_000),
            ] as [(Int, Int64)] {
                try await expectRefusal {
                    try await test.put(TestSource(TestSource.bytes(count), announced: announced), at: key)
                }
                try await test.expectNothing(at: key, "\(count) bytes in place of \(announced)")
            }
        },
        ObjectStoreRule("a put that is cancelled, before it began or in the middle, leaves nothing") { test in
            let key = try objectKey("u1/transcript/1_grades.pdf")
            for count in counts {
                try await expectError(CancellationError.self) {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.cancelAll()
                        group.addTask { try await test.put(TestSource.bytes(count), at: key) }
                        try await group.waitForAll()
                    }
                }
                try await test.expectNothing(at: key, "\(count) bytes, cancelled before")
            }
            let (isReached, isOver) = (Gate(), WorkQueue<Void>())
            let source = TestSource(
                TestSource.bytes(9_000_000), pieces: 100_000,
                onRead: { offset in
                    if offset < 1_000_000 { return }
                    isReached.open()
                    _ = isOver.take()
                })
            try await expectError(CancellationError.self) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await test.put(source, at: key) }
                    await isReached.wait()
                    group.cancelAll()
                    isOver.close()
                    try await group.waitForAll()
                }
            }
            try await test.expectNothing(at: key, "cancelled in the middle")
            try await expect(test.put([1], at: key).created, "the key is free still")
        },
        ObjectStoreRule("a put that fails does nothing to the object that has its key") { test in
            for count in counts {
                let (key, bytes) = (try objectKey("u1/transcript/\(count)_grades.pdf"), TestSource.bytes(count))
                try await test.put(bytes, at: key)
                for source in [
                    TestSource(bytes, onRead: { _ in throw SourceFailure() }),
                    TestSource(bytes, verify: { throw SourceFailure() }),
                ] {
                    try await expectError(SourceFailure.self) { try await test.put(source, at: key) }
                    try await expect(test.bytes(at: key) == bytes)
                }
            }
        },
        ObjectStoreRule("sweeping leaves objects alone, and those that are being stored under other keys") { test in
            let (key, bytes) = (try objectKey("u1/transcript/1_grades.pdf"), TestSource.bytes(1_000))
            let other = try objectKey("u1/transcript/2_grades.pdf")
            try await test.put(bytes, at: key)
            let another = try await test.open()
            let (stored, _) = try await test.putting(bytes, at: other) {
                for store in [test.store, another] { try await store.sweep(key) }
            }
            try expect(stored.created)
            try await expect(test.bytes(at: other) == bytes)
            for key in [key, other, try objectKey("u2/transcript/1_nothing.pdf")] {
                try await another.sweep(key)
                try await test.store.sweep(key)
            }
            try await expect(test.bytes(at: key) == bytes)
            try await expect(test.bytes(at: other) == bytes)
        },
    ]
}
