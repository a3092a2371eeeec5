import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// Transactional stages that follow each other.
@Suite struct TogetherTests {
    @Test("they are one transaction, with the run's end; a condition sees what came before it in there")
    func together() async throws {
        let bench = try Workbench()
        let process = try await bench.process()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: do }
              - { id: b, uses: write }
              - { id: c, uses: write, if: "stages.b.status == 'skipped'" }
              - { id: d, uses: write, if: "stages.c.status == 'skipped'" }
            """)
        _ = try await process.run(pipeline)
        let before = try await process.store.written().commits
        let result = try await process.run(pipeline)
        #expect(result.stages.map(\.status) == [.succeeded, .succeeded, .skipped, .succeeded])
        #expect(result.run.status == .succeeded)
        // The start, the intent of `a` and the rest, and that the definition is known.
        #expect(try await process.store.written().commits - before <= 4)
        let recorded = try #require(try await process.store.run(result.run.id))
        #expect(recorded.run.status == .succeeded)
        #expect(recorded.stages.map(\.status) == result.stages.map(\.status))
        #expect(recorded.stages.map(\.outputs) == result.stages.map(\.outputs))
        #expect(recorded.notifications.map(\.notification.stage) == ["b", "d"])
        #expect(recorded.attempts == [])
    }

    @Test("when one of them cannot be done, each is done by itself, and that one is tried as often as it may be")
    func failing() async throws {
        let bench = try Workbench()
        let process = try await bench.process()
        let result = try await process.run(
            Workbench.pipeline(
                """
                defaults: { retry: { max-attempts: 3, initial: 1s } }
                stages:
                  - { id: a, uses: write }
                  - { id: b, uses: balk }
                  - { id: c, uses: write }
                """))
        #expect(result.stages.map(\.status) == [.succeeded, .succeeded, .succeeded])
        // The first of its calls was the common one, of which nothing is left.
        #expect(result.stages.map(\.attempts) == [1, 2, 1])
        let recorded = try #require(try await process.store.run(result.run.id))
        #expect(recorded.run.status == .succeeded)
        #expect(recorded.attempts.map(\.status) == [.failed, .succeeded])
        #expect(recorded.notifications.map(\.notification.stage) == ["a", "c"])
    }

    @Test("what one of them refuses ends the run, and takes back what those before it did")
    func refused() async throws {
        let bench = try Workbench()
        let process = try await bench.process()
        let result = try await process.run(
            Workbench.pipeline(
                """
                defaults: { retry: { max-attempts: 1 } }
                stages:
                  - { id: a, uses: write }
                  - { id: b, uses: balk }
                  - { id: c, uses: write }
                """))
        #expect(result.run.status == .failed)
        #expect(result.stages.map(\.status) == [.succeeded, .failed, .skipped])
        #expect(result.stages[0].undo?.status == .undone)
        #expect(try await process.store.run(result.run.id)?.notifications.count == 0)
    }
}

/// Fails the first two times.
struct Balk: TransactionalStage {
    static let spec = EngineTests.spec("balk", effect: .transactional)
    init(options: NoOptions) {}
    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        if try context.world().call("balk") < 3 { throw StageError.failed(.network, "down", "Down.") }
        return [:]
    }
}
