import Diagnostics
import Pipelines
import Platform
import Testing

@Suite("concurrency and dedup, as they are loaded")
struct AdmissionLoadingTests {
    private static let stages = "\nstages: [{ uses: detect-mime }]\n"

    @Test(
        "A group's mode and queue are kept",
        arguments: [
            ("{ group: g }", 1, .queue, nil), ("{ group: g, limit: 3, when-full: skip }", 3, .skip, nil),
            ("{ group: g, when-full: cancel-oldest }", 1, .cancelOldest, nil),
            ("{ group: g, queue-size: 7 }", 1, .queue, 7),
        ] as [(String, Int, ConcurrencyDefinition.WhenFull, Int?)])
    func concurrency(text: String, limit: Int, whenFull: ConcurrencyDefinition.WhenFull, queueSize: Int?) throws {
        let concurrency = try #require(try LoadedSample.load("concurrency: \(text)" + Self.stages).concurrency)
        #expect(concurrency.group.constant == "g")
        #expect(concurrency.limit == limit)
        #expect(concurrency.whenFull == whenFull)
        #expect(concurrency.queueSize == queueSize)
    }

    @Test("Without dedup every run acts; an empty one means the digest, and the first run's result")
    func emptyDeduplication() throws {
        #expect(try LoadedSample.load(Self.stages).deduplication == nil)
        let empty = try #require(try LoadedSample.load("dedup: {}" + Self.stages).deduplication)
        #expect(empty.key == nil)
        #expect(empty.action == .attach)
    }

    @Test("Each way to treat a repeated document is kept", arguments: DeduplicationDefinition.Action.allCases)
    func actions(action: DeduplicationDefinition.Action) throws {
        let pipeline = try LoadedSample.load("dedup: { on-duplicate: \(action.rawValue) }" + Self.stages)
        #expect(pipeline.deduplication?.action == action)
    }

    @Test("A key sees the digest and the size, which are known before any stage runs")
    func keys() throws {
        let pipeline = try LoadedSample.load(
            """
            dedup: { key: "${{ run.owner }}/${{ document.sha256 }}/${{ document.size }}/${{ trigger.kind }}" }
            stages: [{ uses: detect-mime }]
            """)
        let environment = Environment(roots: [
            "document": ["sha256": "ab", "size": 5], "run": ["owner": "u1"], "trigger": ["kind": "watch"],
        ])
        #expect(try pipeline.deduplication?.key?.value(in: environment) == "u1/ab/5/watch")
    }
}
