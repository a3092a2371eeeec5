import CompassTesting
import Documents
import LocalStore
import Pipelines
import Platform

/// The journal of a process that can die before and after each of its writes.
struct TestJournal: Journal, RunLeases {
    let store: LocalStore
    let life: Life
    let trouble = Trouble()
    /// Is opened when runs have been released.
    let released = Gate()

    var lease: Duration { store.lease }

    func pin(definition hash: String, pipeline: String, source: String) async throws {
        try await store.pin(definition: hash, pipeline: pipeline, source: source)
    }

    func definition(_ hash: String) async throws -> String? { try await store.definition(hash) }

    func start(
        _ run: RunRecord, stages: [StageRecord], limit: Int?, key: String?, passing passed: Set<String>
    ) async throws -> Admission {
        try await passing { try await store.start(run, stages: stages, limit: limit, key: key, passing: passed) }
    }

    func commit(_ entries: [JournalEntry]) async throws {
        try trouble.check(entries)
        try await passing { try await store.commit(entries) }
    }

    func transact<Result: Sendable>(
        durable: Bool, _ body: @escaping @Sendable (any StageTransaction) throws -> Result,
        recording entries: @escaping @Sendable (Result) -> [JournalEntry]
    ) async throws -> Result {
        try trouble.check(.transact)
        return try await passing { try await store.transact(durable: durable, body, recording: entries) }
    }

    func runs(_ query: RunQuery, limit: Int, after cursor: String?) async throws -> Page<RunRecord> {
        try await store.runs(query, limit: limit, after: cursor)
    }

    func run(_ id: String) async throws -> RunDetail? { try await store.run(id) }

    func items(ofRun run: String, position: Int, after item: Int?, limit: Int) async throws -> [StageRecord] {
        try await store.items(ofRun: run, position: position, after: item, limit: limit)
    }

    func lastItem(ofRun run: String, position: Int) async throws -> Int? {
        try await store.lastItem(ofRun: run, position: position)
    }

    func renew() async throws -> [String] { try await store.renew() }

    func owned() async throws -> Set<String> { try await store.owned() }

    func cancellations() async throws -> [String] { try await store.cancellations() }

    func takeOver(limit: Int) async throws -> [String] { try await store.takeOver(limit: limit) }

    func beginTrial(of run: String) async throws { try await store.beginTrial(of: run) }

    func endTrial(of run: String?) async throws { try await store.endTrial(of: run) }

    func takeDebt(dueBy time: Timestamp?, except runs: Set<String>) async throws -> String? {
        try await store.takeDebt(dueBy: time, except: runs)
    }

    func debts() async throws -> Int { try await store.debts() }

    func seize(_ run: String) async throws -> Bool { try await store.seize(run) }

    func release(_ runs: [String]) async throws {
        try trouble.check(.anything)
        try await passing { try await store.release(runs) }
        released.open()
    }

    func requestCancellation(of run: String) async throws -> CancellationAnswer {
        try await store.requestCancellation(of: run)
    }

    func unfinished() async throws -> Int { try await store.unfinished() }

    private func passing<Result>(_ body: () async throws -> Result) async throws -> Result {
        try life.pass()
        let result = try await body()
        try life.pass()
        return result
    }
}
