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

@Suite struct BatchJobTests {
    private static let marking = """
        source: { documents: { current: true } }
        stages:
          - uses: mark
            with: { text: "${{ document.title }} ${{ document.version }}" }
        """

    @Test("every document has one run, which knows it from the start, and the batch is on record")
    func documents() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(Self.marking)
        for title in ["A", "B", "A"] { try await process.create(title) }
        let batch = BatchBench.batch(pipeline)
        let (record, results) = try await process.run(batch, of: pipeline)
        #expect(record.status == .succeeded)
        #expect(record.items == 2)
        #expect(record.finishedAt != nil)
        #expect(try await process.store.batch(batch.id) == record)
        #expect(try await process.store.counts(ofBatch: batch.id) == [.succeeded: 2])
        #expect(try await process.marks(of: batch) == ["A 2", "B 1"])
        #expect(results.allSatisfy { $0.run.batch == batch.id && $0.run.file == nil })
        #expect(results.map { $0.run.trigger["batch"] } == [.string(batch.id), .string(batch.id)])
        #expect(try await process.store.unfinishedBatches() == [])
    }

    @Test("an item's run has the same id whenever its batch is run, and another one in another batch")
    func ids() throws {
        let pipeline = try BatchBench.pipeline(Self.marking)
        let batch = BatchBench.batch(pipeline, at: Timestamp(microseconds: 1_700_000_000_123_456))
        let id = batch.run(ofItem: Array("x".utf8))
        #expect(id == batch.run(ofItem: Array("x".utf8)))
        #expect(id.utf8.count == 26)
        #expect(id.prefix(10) == "01HF7YAT3V")
        #expect(id != batch.run(ofItem: Array("y".utf8)))
        #expect(id != BatchBench.batch(pipeline, at: batch.startedAt).run(ofItem: Array("x".utf8)))
    }

    @Test("a batch that has ended is not run again")
    func ended() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(Self.marking)
        try await process.create("A")
        let batch = BatchBench.batch(pipeline)
        let first = try await process.run(batch, of: pipeline)
        try await process.create("B")
        let second = try await process.run(batch, of: pipeline)
        #expect(second.record == first.record)
        #expect(second.results.isEmpty)
    }

    @Test("whatever process dies at whatever moment, each item has one run and nothing is done twice")
    func dyingEverywhere() async throws {
        let pipeline = try BatchBench.pipeline(Self.marking)
        for moment in stride(from: 1, to: 200, by: Nightly.isOn ? 1 : 4) {
            let bench = try BatchBench()
            let first = try await bench.process()
            for number in 1...5 { try await first.create("D\(number)") }
            let batch = BatchBench.batch(pipeline)
            let mortal = MortalBatches(first.store, diesAt: moment)
            let job = first.job(batches: mortal, width: 2, launch: mortal.launch(with: first.engine))
            _ = try? await job.run(batch, of: pipeline) { _ in }
            let isOver = !mortal.isDead
            try await first.store.close()

            let second = try await bench.process()
            try await Recovery(engine: second.engine, leases: second.store) { _ in pipeline }.run { _ in }
            let (record, _) = try await second.run(batch, of: pipeline)
            #expect(record.status == .succeeded, "died at \(moment)")
            #expect(record.items == 5, "died at \(moment)")
            #expect(try await second.store.counts(ofBatch: batch.id) == [.succeeded: 5], "died at \(moment)")
            #expect(try await second.marks(of: batch) == (1...5).map { "D\($0) 1" }, "died at \(moment)")
            try await second.store.close()
            if isOver {
                #expect(moment > 10, "the process has hardly a moment to die at")
                return
            }
        }
        Issue.record("the batch never ends")
    }

    @Test("when a run cannot begin since the process is ending, the batch stays unfinished")
    func leaving() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(Self.marking)
        for number in 1...9 { try await process.create("D\(number)") }
        let batch = BatchBench.batch(pipeline)
        let begun = Mutex(0)
        let record = try await process.job(
            width: 1,
            launch: { [engine = process.engine] request, pipeline in
                let count = begun.withLock { count in
                    count += 1
                    return count
                }
                return count > 4 ? nil : await engine.run(request, of: pipeline)
            }
        ).run(batch, of: pipeline) { _ in }
        #expect(record.status == .running)
        #expect(begun.withLock { $0 } == 5)
        #expect(try await process.store.unfinishedBatches().map(\.id) == [batch.id])
        let (ended, results) = try await process.run(batch, of: pipeline)
        #expect(ended.status == .succeeded)
        #expect(results.count == 9)
        #expect(try await process.marks(of: batch).count == 9)
    }

    @Test(
        "the end of a batch is that of its worst run",
        arguments: [
            ([RunStatus.succeeded: 3], true, RunStatus.succeeded), ([:], true, .succeeded),
            ([.succeeded: 1, .skipped: 2], true, .succeeded), ([.succeeded: 1, .rejected: 1], true, .rejected),
            ([.rejected: 1, .failed: 1], true, .failed), ([.cancelled: 1], true, .failed),
            ([.succeeded: 3], false, .failed),
        ] as [([RunStatus: Int], Bool, RunStatus)])
    func status(counts: [RunStatus: Int], isComplete: Bool, expected: RunStatus) {
        #expect(BatchRecord.status(of: counts, isComplete: isComplete) == expected)
    }

    @Test("a run that is rejected or fails keeps no other from being run")
    func failures() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(
            """
            source: { documents: {} }
            stages:
              - uses: refuse
                with: { rejected: "${{ document.title == 'B' }}", failed: "${{ document.title == 'C' }}" }
            """)
        for title in ["A", "B", "C", "D"] { try await process.create(title) }
        let batch = BatchBench.batch(pipeline)
        let (record, results) = try await process.run(batch, of: pipeline)
        #expect(record.status == .failed)
        #expect(record.error == nil)
        #expect(results.count == 4)
        #expect(
            try await process.store.counts(ofBatch: batch.id) == [.succeeded: 2, .rejected: 1, .failed: 1])
    }

    @Test("an expression that cannot be computed ends the batch as failed, with its message")
    func unreadable() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(
            """
            inputs: { types: { type: list, of: string, default: [] } }
            source: { documents: { type: "${{ inputs.types }}" } }
            stages:
              - uses: refuse
            """)
        let none = try await process.run(BatchBench.batch(pipeline), of: pipeline).record
        #expect(none.status == .failed)
        #expect(none.error?.message == "`source.documents.type` came to an empty list.")
        let wrong = try await process.run(BatchBench.batch(pipeline, inputs: ["types": ["poem"]]), of: pipeline).record
        #expect(wrong.error?.kind == "unknown-document-type")
        #expect(wrong.error?.message.hasPrefix("There is no type of document `poem`; there are ") == true)
    }

    @Test("each school has one run, which tells what was shared with it in the time, and what was not is not there")
    func schools() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(
            """
            source: { schools: { newer-than: 7d } }
            stages:
              - uses: mark
                with: { text: "${{ trigger.school.name }} ${{ trigger.count }} ${{ join(trigger.titles, '+') }}" }
            """)
        let versions = [try await process.create("A"), try await process.create("B"), try await process.create("C")]
        _ = try await process.store.share(versions[1].id, with: ["ucla"])
        _ = try await process.store.share(versions[0].id, with: ["ucla", "mit"])
        _ = try await process.store.share(versions[2].id, with: ["duke"])
        _ = try await process.store.unshare(versions[2].id, with: ["duke"])
        let batch = BatchBench.batch(pipeline)
        _ = try await process.run(batch, of: pipeline)
        #expect(try await process.marks(of: batch) == ["University mit 1 A", "University ucla 2 B+A"])
        let later = BatchBench.batch(pipeline, at: Timestamp.now().advanced(by: .seconds(8 * 86_400)))
        let (record, results) = try await process.run(later, of: pipeline)
        #expect(record.status == .succeeded)
        #expect(results.isEmpty)
    }

    @Test("a batch that is given up while it goes on begins no further item, and ends as cancelled")
    func givenUp() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline(Self.marking)
        for number in 1...5 { try await process.create("D\(number)") }
        let batch = BatchBench.batch(pipeline)
        let begun = Mutex(0)
        let record = try await process.job(
            width: 1,
            launch: { [engine = process.engine, store = process.store] request, pipeline in
                let count = begun.withLock { count in
                    count += 1
                    return count
                }
                if count == 3 {
                    let answer = try? await store.cancelBatch(batch.id)
                    #expect(answer == .cancelled(runs: []))
                }
                return await engine.run(request, of: pipeline)
            }
        ).run(batch, of: pipeline) { _ in }
        #expect(record.status == .cancelled)
        #expect(record.items == 2)
        #expect(begun.withLock { $0 } == 3)
        #expect(try await process.store.counts(ofBatch: batch.id) == [.succeeded: 2])
        let again = try await process.run(batch, of: pipeline)
        #expect(again.record == record && again.results.isEmpty)
    }

    @Test("a file that goes between its look and its run is left out: no run, and the batch has succeeded")
    func goneBeforeItsRun() async throws {
        let bench = try BatchBench()
        let process = try await bench.process()
        let pipeline = try BatchBench.pipeline(
            """
            source: { files: { glob: 'inbox/*' } }
            stages: [{ uses: refuse }]
            """)
        for name in ["gone", "kept", "written"] { try bench.folder.write(Path("inbox/\(name)"), Array("text".utf8)) }
        let batch = BatchBench.batch(pipeline, at: Timestamp.now().advanced(by: .seconds(5)))
        let leftOut = Mutex<[String]>([])
        var delivered: [String?] = []
        let record = try await process.job(
            launch: { [engine = process.engine] request, pipeline in
                if let file = request.file, file.name == "gone" { #expect(file.withCString { unlink($0) } == 0) }
                if let file = request.file, file.name == "written" {
                    _ = try? bench.folder.write("inbox/written", Array("other".utf8))
                }
                return await engine.run(request, of: pipeline)
            },
            observe: { event in
                if case .leftOut(let path, let reason) = event { leftOut.withLock { $0.append("\(path): \(reason)") } }
            }
        ).run(batch, of: pipeline) { delivered.append($0.run.file.map { String($0.suffix(4)) }) }
        #expect(record.status == .succeeded)
        #expect(record.items == 1)
        #expect(delivered == ["kept"])
        #expect(try await process.store.counts(ofBatch: batch.id) == [.succeeded: 1])
        #expect(
            leftOut.withLock { $0.sorted() } == [
                "inbox/gone: it went or was changed before its run began",
                "inbox/written: it went or was changed before its run began",
            ])
        #expect(try await process.store.unfinishedBatches() == [])
    }

    @Test("a batch that somebody else works on is waited for, and its end is taken")
    func claimed() async throws {
        let bench = try BatchBench()
        let other = try await bench.process()
        let pipeline = try BatchBench.pipeline(Self.marking)
        let batch = BatchBench.batch(pipeline)
        try await other.store.put(batch)
        #expect(try await other.store.claim(batch.id))
        var clock = FakeClock().clock
        clock.sleep = { _ in
            var ended = batch
            (ended.status, ended.items) = (.rejected, 7)
            try await other.store.put(ended)
        }
        let process = try await bench.process(clock: clock)
        #expect(try await process.store.claim(batch.id) == false)
        let (record, results) = try await process.run(batch, of: pipeline)
        #expect(record.status == .rejected)
        #expect(record.items == 7)
        #expect(results.isEmpty)
        try await other.store.disclaim(batch.id)
        #expect(try await process.store.claim(batch.id))
    }
}
