import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Synchronization
import Testing

@testable import BatchJobs

/// A source of made-up items that counts those that are held.
private final class CountedSource: ItemSource {
    /// An item that lives.
    private final class Token: Sendable {
        let counts: Counts
        init(_ counts: Counts) {
            self.counts = counts
            counts.change(by: 1)
        }
        deinit { counts.change(by: -1) }
    }

    final class Counts: Sendable {
        private let state = Mutex((now: 0, most: 0))
        var most: Int { state.withLock { $0.most } }
        func change(by count: Int) {
            state.withLock { state in
                state.now += count
                state.most = max(state.most, state.now)
            }
        }
    }

    static let pageSize = 200
    let counts = Counts()
    private let total: Int
    private let read = Mutex(0)
    var pages: Int { read.withLock { $0 } }

    init(total: Int) {
        self.total = total
    }

    func page(after cursor: String?) async throws -> Page<BatchItem> {
        read.withLock { $0 += 1 }
        let start = cursor.flatMap { Int($0) } ?? 0
        let end = min(start + Self.pageSize, total)
        let items = (start..<end).map { number in
            let token = Token(counts)
            return BatchItem(key: Array("\(number)".utf8)) {
                withExtendedLifetime(token) { RunRequest(file: nil, inputs: ["number": .integer(Int64(number))]) }
            }
        }
        return Page(items: items, next: end < total ? "\(end)" : nil)
    }
}

@Suite struct BatchMemoryTests {
    @Test("of thousands of items never more than one page and those on their way are held")
    func pages() async throws {
        let process = try await BatchBench().process()
        let pipeline = try BatchBench.pipeline("stages: [{ uses: refuse }]")
        let total = Nightly.isOn ? 10_000 : 2_000
        let source = CountedSource(total: total)
        let width = 8
        let seen = Mutex<Set<Int64>>([])
        let job = BatchJob(
            batches: process.store, journal: process.store, width: width,
            launch: { request, pipeline in
                if let number = request.inputs["number"]?.integer { seen.withLock { _ = $0.insert(number) } }
                let run = RunRecord(
                    id: request.id ?? "", pipeline: pipeline.name, definition: pipeline.hash, file: nil, owner: "u1",
                    inputs: request.inputs, startedAt: .now(), keyTimestamp: 1, status: .succeeded)
                return RunResult(run: run, stages: [], journalFailure: nil)
            }, makeItems: { _, _ in source })
        var count = 0
        let record = try await job.run(BatchBench.batch(pipeline), of: pipeline) { _ in count += 1 }
        #expect(count == total)
        #expect(seen.withLock { $0.count } == total)
        #expect(record.items == total)
        #expect(source.pages == total / 200)
        #expect(source.counts.most <= CountedSource.pageSize + width + 1)
    }

    @Test("however long the first item takes, the pages behind it are kept as one")
    func ledger() {
        var ledger = PageLedger()
        let slow = ledger.add(items: 2, end: "1")
        ledger.end(ofPage: slow, isRun: true)
        for number in 2...1_000 {
            let page = ledger.add(items: 2, end: "\(number)")
            ledger.end(ofPage: page, isRun: true)
            ledger.end(ofPage: page, isRun: false)
            #expect(ledger.advance() == nil)
            #expect(ledger.count <= 2)
        }
        ledger.end(ofPage: slow, isRun: true)
        var items = 0
        var end: String?
        while let done = ledger.advance() {
            items += done.items
            end = done.end
        }
        #expect(items == 2 + 999)
        #expect(end == "1000")
    }

    @Test("the cursor never passes an item that has not ended")
    func order() {
        var ledger = PageLedger()
        let (first, second, third) = (
            ledger.add(items: 1, end: "1"), ledger.add(items: 1, end: "2"), ledger.add(items: 1, end: nil)
        )
        ledger.end(ofPage: third, isRun: true)
        #expect(ledger.advance() == nil)
        ledger.end(ofPage: first, isRun: true)
        #expect(ledger.advance()?.end == "1")
        #expect(ledger.advance() == nil)
        ledger.end(ofPage: second, isRun: true)
        let rest = ledger.advance()
        #expect(rest?.items == 2)
        #expect(rest?.end == nil)
        #expect(ledger.count == 0)
    }
}
