import CompassTesting
import Diagnostics
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// A database, a document and a world, for processes that come and go.
final class Workbench: Sendable {
    let folder: TestFolder
    let file: Path
    let world = World()
    let clock = FakeClock()
    static let stages: [any Stage.Type] = [
        Ask.self, Read.self, Do.self, Blind.self, Once.self, Write.self, Give.self, Make.self, Balk.self,
        Enter.self, Certain.self, Leave.self,
    ]

    init() throws {
        folder = try TestFolder()
        file = try folder.write("document.txt", Array("Hello".utf8))
    }

    /// - Parameters:
    ///   - diesAt: see `Life`.
    ///   - dyingAsleep: whether it dies as soon as a run waits.
    ///   - now: the database's clock.
    func process(
        diesAt: Int? = nil, dyingAsleep: Bool = false, clock: EngineClock? = nil, keeper: (any FileKeeper)? = nil,
        variables: @escaping Environment.Lookup = Environment.processVariable,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) async throws -> TestProcess {
        let life = Life(diesAt: diesAt)
        var clock = clock ?? self.clock.clock
        if dyingAsleep {
            clock.sleep = { _ in
                life.end()
                throw Life.Died()
            }
        }
        return try await TestProcess(
            bench: self, life: life, clock: clock, keeper: keeper, variables: variables, now: now)
    }

    /// Runs a pipeline in a process of its own, which dies on the way, as the script or the parameters say, and is gone
    /// afterwards.
    func begin(
        _ pipeline: Pipeline, file: Path? = nil, diesAt: Int? = nil, dyingAsleep: Bool = false
    ) async throws {
        let process = try await process(diesAt: diesAt, dyingAsleep: dyingAsleep)
        _ = try await process.run(pipeline, file: file)
        try await process.store.close()
    }

    /// Lets time pass on the bench's clock, which takes none.
    func pass(_ duration: Duration) async throws {
        let wait = clock.clock.sleep
        try await wait(duration)
    }

    /// Reads a pipeline; `name` and `version` are added.
    static func pipeline(_ text: String) throws -> Pipeline {
        let (pipeline, issues) = PipelineLoader.load(
            Array("version: 1\nname: test\n\(text)\n".utf8), file: "test.yaml", registry: try Registry(stages))
        if pipeline == nil { Issue.record("\(issues.sorted.map(\.message))") }
        return try #require(pipeline)
    }
}

/// Has a pipeline's process die at each boundary in turn, and a second one carry the run on. Ends with a run that nothing
/// interrupts.
func dyingEverywhere(
    _ text: String, script: (World) -> Void = { _ in },
    check: (_ moment: Int, RunDetail, World) throws -> Void,
    catalog: (_ moment: Int, RunDetail, any Catalog) async throws -> Void = { _, _, _ in }
) async throws {
    let pipeline = try Workbench.pipeline(text)
    let bench = try Workbench()
    let second = try await bench.process()
    script(bench.world)
    // Every place, or one of three; another one each time.
    let step = Nightly.isOn ? 1 : 3
    for moment in stride(from: 1 + Int(Nightly.seed % UInt64(step)), to: 1_000, by: step) {
        bench.world.forget()
        let first = try await bench.process(diesAt: moment)
        let run = try await first.run(pipeline).run.id
        let isOver = !first.life.isDead
        try await first.store.close()
        try await second.recover(pipeline)
        let left = try await second.store.unfinished()
        #expect(left == 0, "died at \(moment)")
        if let detail = try await second.store.run(run) {
            try check(moment, detail, bench.world)
            try await catalog(moment, detail, second.store)
        } else {
            #expect(bench.world.deeds.isEmpty, "died at \(moment)")
        }
        if isOver {
            #expect(moment > 5, "the process has hardly a moment to die at")
            return
        }
    }
    Issue.record("the run never ends")
}

extension RunDetail {
    /// The notifications that it queued.
    var queued: [String] { notifications.map(\.notification.subject).sorted() }
}
