import Documents
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct AdmissionTests {
    private let test: TestStore
    private let other: LocalStore

    init() async throws {
        test = try await TestStore(clock: { Timestamp(microseconds: 1_700_000_000_000_000) })
        other = try await LocalStore.open(test.path, now: { Timestamp(microseconds: 1_700_000_000_000_000) })
    }

    private func start(
        _ id: String, in store: LocalStore? = nil, pipeline: String = "p", group: String? = nil, limit: Int? = nil,
        key: String? = nil, origin: String? = nil
    ) async throws -> Admission {
        let run = test.run(id, pipeline: pipeline, group: group, origin: origin)
        return try await (store ?? test.store).start(run, stages: [], limit: limit, key: key)
    }

    @Test("a group's limit holds across processes, and the answer names who is in it")
    func limit() async throws {
        #expect(try await start("01A", group: "g", limit: 2) == .started)
        #expect(try await start("01B", in: other, group: "g", limit: 2) == .started)
        #expect(try await start("01C", group: "g", limit: 2) == .full(runs: ["01A", "01B"]))
        #expect(try await test.store.run("01C") == nil)
        #expect(try await start("01D", group: "h", limit: 2) == .started)
        #expect(try await start("01E", pipeline: "q", group: "g", limit: 2) == .started)
        #expect(try await start("01F", group: nil, limit: 1) == .started)
        #expect(try await start("01G", group: nil, limit: 1) == .full(runs: ["01F"]))
        try await test.finish(test.run("01A"))
        #expect(try await start("01H", in: other, group: "g", limit: 2) == .started)
    }

    @Test("an abandoned run stays in its group until it has ended")
    func abandoned() async throws {
        #expect(try await start("01A", group: "g", limit: 1) == .started)
        try await test.store.close()
        #expect(try await start("01B", in: other, group: "g", limit: 1) == .full(runs: ["01A"]))
        #expect(try await other.takeOver(limit: 1) == ["01A"])
        #expect(try await start("01B", in: other, group: "g", limit: 1) == .full(runs: ["01A"]))
    }

    @Test("however many ask at a time, no more runs begin than the limit")
    func concurrent() async throws {
        let started = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<60 {
                let store = number % 2 == 0 ? test.store : other
                group.addTask {
                    try await start("01\(100 + number)", in: store, group: "g", limit: 5) == .started
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(started == 5)
    }

    @Test("a document whose run goes on, or has succeeded, is a duplicate; one that failed is not")
    func duplicates() async throws {
        #expect(try await start("01A", key: "k") == .started)
        #expect(try await start("01B", in: other, key: "k") == .duplicate(of: "01A"))
        #expect(try await start("01B", in: other, pipeline: "q", key: "k") == .duplicate(of: "01A"))
        #expect(try await start("01C", key: "other") == .started)
        #expect(try await start("01D", key: nil) == .started)
        try await test.finish(test.run("01A"), .failed)
        #expect(try await start("01E", in: other, key: "k") == .started)
        var ended = test.run("01E")
        (ended.status, ended.finishedAt) = (.succeeded, Timestamp(microseconds: 5))
        try await other.commit([.runFinished(ended)])
        #expect(try await start("01F", key: "k") == .duplicate(of: "01E"))
        #expect(try await start("01G", key: "k", origin: "01E") == .started, "a replay is none of what it replays")
    }

    @Test("a run whose process is gone makes a duplicate all the same, since it is carried on")
    func abandonedDuplicate() async throws {
        #expect(try await start("01A", key: "k") == .started)
        try await test.store.close()
        #expect(try await start("01B", in: other, key: "k") == .duplicate(of: "01A"))
        #expect(try await other.takeOver(limit: 1) == ["01A"])
        #expect(try await start("01B", in: other, key: "k") == .duplicate(of: "01A"))
    }

    @Test("a run that made no version stands for the document in its own pipeline and in no other")
    func withoutVersion() async throws {
        #expect(try await start("01A", key: "k") == .started)
        try await test.finish(test.run("01A"))
        #expect(try await start("01B", key: "k") == .duplicate(of: "01A"))
        #expect(try await start("01B", in: other, pipeline: "q", key: "k") == .started)
    }

    @Test("a duplicate is one only while what the run made is there: not in the trash, not deleted")
    func madeVersion() async throws {
        #expect(try await start("01A", key: "k") == .started)
        let version = try await test.create(test.new(run: "01A"))
        try await test.finish(test.run("01A"))
        #expect(try await start("01B", key: "k") == .duplicate(of: "01A"))
        try await test.store.trash(version.id)
        #expect(try await start("01B", key: "k") == .started)
        try await test.finish(test.run("01B"), .failed)
        _ = try await test.store.restore(version.id)
        #expect(try await start("01C", key: "k") == .duplicate(of: "01A"))
        _ = try await test.store.deleteDocument(of: version.id, expecting: nil)
        #expect(try await start("01C", key: "k") == .started)
    }

    @Test("a run that took the version over from its origin is a duplicate only while that is there")
    func reusedVersion() async throws {
        #expect(try await start("01A") == .started)
        let version = try await test.create(test.new(run: "01A"))
        try await test.finish(test.run("01A"), .failed)
        #expect(try await start("01B", key: "k", origin: "01A") == .started)
        try await test.finish(test.run("01B"))
        #expect(try await start("01C", key: "k") == .duplicate(of: "01B"))
        try await test.store.trash(version.id)
        #expect(try await start("01C", key: "k") == .started)
    }

    @Test("a run starts although its definition was removed with its last run, if this process has pinned it")
    func removedDefinition() async throws {
        _ = try test.look { try $0.execute("DELETE FROM definitions") }
        #expect(try await start("01A") == .started)
        #expect(try await test.store.definition("hash") == "name: p")
        try await test.finish(test.run("01A"))
        try test.look { try $0.script("PRAGMA foreign_keys = ON; DELETE FROM runs; DELETE FROM definitions;") }
        await #expect(throws: StoreError.self) { _ = try await start("01B", in: other) }
    }
}
