import Documents
import Engine
import Pipelines
import Platform
import Synchronization

/// The record of batches as a process has it that dies at a certain moment: nothing is written or begun from then on.
final class MortalBatches: BatchJournal {
    struct Died: Error {}

    private let base: any BatchJournal
    private let moment: Int
    private let count = Mutex(0)

    init(_ base: any BatchJournal, diesAt moment: Int) {
        self.base = base
        self.moment = moment
    }

    var isDead: Bool { count.withLock { $0 >= moment } }

    /// Another moment passes.
    func pass() throws {
        let isDead = count.withLock { count in
            count += 1
            return count >= moment
        }
        if isDead { throw Died() }
    }

    /// Runs as the engine does, and may die before, while or after it does.
    func launch(with engine: Engine) -> @Sendable (RunRequest, Pipeline) async -> RunResult? {
        { request, pipeline in
            do {
                try self.pass()
                do {
                    try self.pass()
                } catch {
                    // The run has begun, and nobody carries it on.
                    engine.suspendAll()
                    return await engine.run(request, of: pipeline)
                }
                let result = await engine.run(request, of: pipeline)
                try self.pass()
                return result
            } catch {
                return nil
            }
        }
    }

    func put(_ batch: BatchRecord) async throws {
        try pass()
        try await base.put(batch)
        try pass()
    }

    func cancelBatch(_ id: String) async throws -> BatchCancellation { try await base.cancelBatch(id) }
    func claim(_ id: String) async throws -> Bool { try await base.claim(id) }
    func disclaim(_ id: String) async throws { try await base.disclaim(id) }
    func batch(_ id: String) async throws -> BatchRecord? { try await base.batch(id) }
    func unfinishedBatches() async throws -> [BatchRecord] { try await base.unfinishedBatches() }
    func counts(ofBatch id: String) async throws -> [RunStatus: Int] {
        try pass()
        return try await base.counts(ofBatch: id)
    }
    func batches(
        ofPipeline pipeline: String?, limit: Int, after cursor: String?
    ) async throws -> Page<BatchRecord> {
        try await base.batches(ofPipeline: pipeline, limit: limit, after: cursor)
    }
}
