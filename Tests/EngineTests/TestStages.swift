import CompassTesting
import Documents
import Pipelines
import Platform
import Synchronization

/// What happened outside of Compass: effects of the test stages, in order. Tests say by the name of a stage what else it
/// does.
final class World: Sendable {
    typealias Work = @Sendable (StageContext) async throws -> Record

    private struct State {
        var deeds: [String] = []
        var calls: [String: Int] = [:]
        var works: [String: Work] = [:]
    }

    private let state = Mutex(State())

    var deeds: [String] { state.withLock { $0.deeds } }

    func add(_ deed: String) {
        state.withLock { $0.deeds.append(deed) }
    }

    /// As if nothing had happened.
    func forget() {
        state.withLock {
            $0.deeds = []
            $0.calls = [:]
        }
    }

    /// Whether something was done and not undone since.
    func holds(_ deed: String) -> Bool {
        state.withLock { $0.deeds.last { $0.hasSuffix(" \(deed)") } == "did \(deed)" }
    }

    /// How often something is in the list.
    func count(_ deed: String) -> Int { deeds.count { $0 == deed } }

    /// Counts a call, from 1.
    func call(_ name: String) -> Int {
        state.withLock {
            $0.calls[name, default: 0] += 1
            return $0.calls[name, default: 0]
        }
    }

    /// What happens in a stage, or in its `.probe`, in its `.undo`, or `.before` its effect.
    func on(_ name: String, _ work: @escaping Work) {
        state.withLock { $0.works[name] = work }
    }

    /// A stage that fails, always.
    func fails(_ name: String, _ error: StageError = .failed(.other, "broken", "It broke.")) {
        on(name) { _ in throw error }
    }

    /// A stage that its process dies of, always or so many times.
    func dies(_ name: String, times: Int = .max) {
        let deaths = Mutex(0)
        on(name) { context in
            let isOver = deaths.withLock { deaths in
                deaths += 1
                return deaths > times
            }
            if isOver { return [:] }
            try context.life().end()
            throw Life.Died()
        }
    }

    func play(_ name: String, _ context: StageContext) async throws -> Record {
        try await state.withLock { $0.works[name] }?(context) ?? [:]
    }
}

/// Looks at the file.
struct Look: PureStage {
    static let spec = EngineTests.spec("look", effect: .none, gives: [.size])
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record {
        [Fact.size.name: .integer(try context.content.size)]
    }
}

/// Does something that can be taken back.
struct Act: EffectStage {
    static let spec = EngineTests.spec("act", effect: .idempotent)
    static let isUndoable = true
    init(options: NoOptions) {}
    func intent(_ context: StageContext) throws -> Record { ["deed": .string(context.stage)] }
    func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        try context.resources.require(World.self).add("did \(intent["deed"]?.text ?? "")")
        return ["deed": intent["deed"] ?? .null]
    }
    func undo(_ outputs: Record, _ context: StageContext) async throws {
        try context.resources.require(World.self).add("undid \(outputs["deed"]?.text ?? "")")
    }
}

/// Refuses the document.
struct Refuse: PureStage {
    static let spec = EngineTests.spec("refuse", effect: .none)
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record {
        throw StageError.rejected("bad", "The document is bad.")
    }
}

/// Fails twice with a network error, then succeeds.
struct Flaky: PureStage {
    static let spec = EngineTests.spec("flaky", effect: .none)
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record {
        let call = try context.resources.require(World.self).call("flaky")
        if call < 3 { throw StageError.failed(.network, "down", "Try \(call) failed.") }
        return [:]
    }
}

/// Waits until it is cancelled.
struct Hang: PureStage {
    static let spec = EngineTests.spec("hang", effect: .none)
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        throw CancellationError()
    }
}

/// Keeps its thread until it is cancelled.
struct Occupy: PureStage {
    static let spec = EngineTests.spec("occupy", effect: .none)
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record {
        let cancelled = WorkQueue<Void>()
        await withTaskCancellationHandler {
            _ = cancelled.take()
        } onCancel: {
            cancelled.close()
        }
        throw CancellationError()
    }
}

/// Queues a notification.
struct Tell: TransactionalStage {
    static let spec = EngineTests.spec("tell", effect: .outbox)
    static let isUndoable = true
    init(options: NoOptions) {}
    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        try transaction.enqueue(
            Notification(
                id: "\(context.run).\(context.stage)", channel: "test", subject: "Hello", body: nil, data: [:],
                run: context.run, stage: context.stage, createdAt: context.startedAt))
        return [:]
    }
    func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        try context.resources.require(World.self).add("untold")
    }
}

extension EngineTests {
    static func spec(_ name: String, effect: Effect, gives: [Fact] = []) -> StageSpec {
        StageSpec(
            name: name, summary: "For tests.", gives: gives, effect: effect,
            examples: [StageExample("None.", yaml: "uses: \(name)", result: .outputs([:]))])
    }
}
