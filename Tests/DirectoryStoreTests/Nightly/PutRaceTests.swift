import CompassTesting
import Digests
import DirectoryStore
import Documents
import Glibc
import Platform
import Synchronization
import Testing

/// Several who store at the same time, which the conformance rules try as well.
@Suite struct PutRaceTests {
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    @Test("of many puts of the same bytes at once, one makes the object and all succeed", arguments: [100, 700_000])
    func sameRace(count: Int) async throws {
        let pool = WorkerPool(name: "put", width: 8)
        let (test, bytes) = (test, TestSource.bytes(count))
        let created = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask(executorPreference: pool) { try await test.put(bytes, at: "u/t/x").created }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(created == 1)
        #expect(try test.names(in: "u/t") == ["x"])
    }

    @Test("of many puts of different bytes at once, one wins whole and the others are told", arguments: [100, 700_000])
    func differentRace(count: Int) async throws {
        let pool = WorkerPool(name: "put", width: 8)
        let test = test
        let results = await withTaskGroup(of: (UInt64, Result<StoredObject, any Error>).self) { group in
            for seed in 0..<8 as Range<UInt64> {
                group.addTask(executorPreference: pool) {
                    do {
                        return (seed, .success(try await test.put(TestSource.bytes(count, seed: seed), at: "u/t/x")))
                    } catch {
                        return (seed, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let winners = results.filter { (try? $0.1.get()) != nil }
        #expect(winners.count == 1)
        for (_, result) in results {
            if case .failure(let error) = result { #expect((error as? ObjectStoreError)?.code == .keyTaken) }
        }
        let stored = try Files.read(test.path("u/t/x"), limit: 1_000_000)
        #expect(winners.first.map { TestSource.bytes(count, seed: $0.0) } == stored)
        #expect(try test.names(in: "u/t") == ["x"])
    }

    @Test("objects of one folder that is new to all are stored at the same time")
    func newFolderRace() async throws {
        let pool = WorkerPool(name: "put", width: 8)
        let test = test
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask(executorPreference: pool) {
                    guard let key = ObjectKey("u\(number % 4)/t/\(number)") else { throw TestError() }
                    try await test.put([UInt8(number)], at: key)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await test.keys().count == 40)
    }
}
