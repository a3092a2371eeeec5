import CompassTesting
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

@testable import BatchJobs

/// Batches over what changes meanwhile, and beside other processes.
@Suite struct BatchVariantTests {
    private static let marking = """
        source: { documents: { current: true } }
        stages:
          - uses: mark
            with: { text: "${{ document.title }} ${{ document.version }}" }
        """

    @Test("an item whose run goes on elsewhere is waited for, and one that has ended is taken as it is")
    func adoption() async throws {
        let bench = try BatchBench()
        let pipeline = try BatchBench.pipeline(Self.marking)
        let other = try await bench.process()
        try await other.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let batch = BatchBench.batch(pipeline)
        let versions = [try await other.create("A"), try await other.create("B")]
        var runs = versions.map { version in
            RunRecord(
                id: batch.run(ofItem: Array(version.id.utf8)), pipeline: pipeline.name, definition: pipeline.hash,
                file: nil, owner: "u1", inputs: [:], batch: batch.id, startedAt: .now(), keyTimestamp: 1)
        }
        for index in runs.indices {
            _ = try await other.store.start(runs[index], stages: [], limit: nil, key: nil)
            (runs[index].status, runs[index].finishedAt) = (index == 0 ? .rejected : .succeeded, .now())
        }
        try await other.store.commit([.runFinished(runs[0])])
        let sleeps = Mutex(0)
        let last = runs[1]
        var clock = FakeClock().clock
        clock.sleep = { _ in
            // The other process ends its run while this one waits.
            let count = sleeps.withLock { count in
                count += 1
                return count
            }
            if count == 3 { try await other.store.commit([.runFinished(last)]) }
        }
        let process = try await bench.process(clock: clock)
        let launched = Mutex(0)
        var results: [String] = []
        let record = try await process.job(
            launch: { _, _ in
                launched.withLock { $0 += 1 }
                return nil
            }
        ).run(batch, of: pipeline) { results.append($0.run.status.rawValue) }
        #expect(launched.withLock { $0 } == 0)
        #expect(sleeps.withLock { $0 } >= 3)
        // Both are looked at at the same time.
        #expect(results.sorted() == ["rejected", "succeeded"])
        #expect(record.status == .rejected)
    }

    @Test("runs that put versions into the trash do not make the source skip any")
    func trashing() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(
            """
            source: { documents: { current: false, beyond: 5 } }
            stages:
              - uses: discard
            """)
        // More than one page.
        let count = Nightly.isOn ? 450 : 230
        for _ in 1...count { try await process.create("Long") }
        let batch = BatchBench.batch(pipeline)
        let (record, results) = try await process.run(batch, of: pipeline)
        #expect(record.status == .succeeded)
        #expect(results.count == count - 5)
        let left = try await process.store.versions(owner: "u1", type: .transcript, title: "Long")
        #expect(left.filter { $0.trashedAt == nil }.map(\.number) == (0..<5).map { count - $0 })
    }

    @Test("what a batch adds to its own source is left to the next one")
    func growing() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(Self.marking)
        for number in 1...230 { try await process.create("D\(number)") }
        let batch = BatchBench.batch(pipeline)
        var count = 0
        _ = try await process.job(
            launch: { [engine = process.engine] request, pipeline in
                _ = try? await process.create("Another \(request.id ?? "")")
                return await engine.run(request, of: pipeline)
            }
        ).run(batch, of: pipeline) { _ in count += 1 }
        #expect(count == 230)
    }

    @Test("slots that follow one another share the time out, however late their batches start")
    func slots() async throws {
        let process = try await BatchBench().process()
        let schools = try BatchBench.pipeline(
            """
            source: { schools: { newer-than: 7d } }
            stages: [{ uses: mark, with: { text: "${{ join(trigger.titles, '+') }}" } }]
            """)
        let documents = try BatchBench.pipeline(
            """
            source: { documents: { newer-than: 7d } }
            stages: [{ uses: mark, with: { text: "${{ document.title }}" } }]
            """)
        let older = try BatchBench.pipeline(
            """
            source: { documents: { older-than: 7d } }
            stages: [{ uses: mark, with: { text: "${{ document.title }}" } }]
            """)
        let version = try await process.create("A")
        _ = try await process.store.share(version.id, with: ["ucla"])
        let (day, now) = (86_400, Timestamp.now())
        func marks(_ pipeline: Pipeline, slot days: Int) async throws -> [String] {
            let batch = BatchBench.batch(
                pipeline, at: now.advanced(by: .seconds(30 * day)), slot: now.advanced(by: .seconds(days * day)))
            let (record, _) = try await process.run(batch, of: pipeline)
            #expect(record.status == .succeeded)
            return try await process.marks(of: batch)
        }
        for pipeline in [schools, documents] {
            #expect(try await marks(pipeline, slot: -6) == [])
            #expect(try await marks(pipeline, slot: 1) == ["A"])
            #expect(try await marks(pipeline, slot: 8) == [])
        }
        #expect(try await marks(older, slot: 1) == [])
        #expect(try await marks(older, slot: 8) == ["A"])
    }
}
