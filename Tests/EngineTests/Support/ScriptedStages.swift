import CompassTesting
import Documents
import Pipelines
import Platform

/// Looks at something; what, the test says.
struct Ask: PureStage {
    static let spec = EngineTests.spec("ask", effect: .none)
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record {
        try context.life().pass()
        return try await context.world().play(context.name, context)
    }
}

/// Looks at the file's bytes.
struct Read: PureStage {
    static let spec = EngineTests.spec("read", effect: .none, gives: [.size])
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record {
        try context.life().pass()
        try context.content.verifyUnchanged()
        return [Fact.size.name: .integer(try context.content.size)]
    }
}

/// An effect that can tell whether it has happened, and can be taken back. The intent says how often one was made.
struct Do: Deed {
    static let spec = EngineTests.spec("do", effect: .idempotent)
    static let isUndoable = true
    init(options: NoOptions) {}
    func probe(_ intent: Record, _ context: StageContext) async throws -> Record? {
        try context.life().pass()
        _ = try await context.world().play("\(context.name).probe", context)
        return try seen(intent, context)
    }
}

/// An effect that cannot tell whether it has happened; a repeat is harmless.
struct Blind: Deed {
    static let spec = EngineTests.spec("blind", effect: .idempotent)
    static let isUndoable = true
    init(options: NoOptions) {}
}

/// An effect that can neither be repeated nor taken back, and cannot tell whether it has happened.
struct Once: Deed {
    static let spec = EngineTests.spec("once", effect: .irreversible)
    init(options: NoOptions) {}
}

/// Queues a notification, which its transaction carries.
struct Write: TransactionalStage {
    static let spec = EngineTests.spec("write", effect: .outbox)
    static let isUndoable = true
    init(options: NoOptions) {}
    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        try transaction.enqueue(
            Notification(
                id: "\(context.run).\(context.name)", channel: "test", subject: context.name, body: nil, data: [:],
                run: context.run, stage: context.stage, createdAt: context.startedAt))
        return ["written": .string(context.name)]
    }
    func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        try transaction.withdraw("\(context.run).\(outputs["written"]?.text ?? "")")
    }
}

/// What effects have in common.
protocol Deed: EffectStage {}

extension Deed {
    func intent(_ context: StageContext) throws -> Record {
        try context.life().pass()
        return ["deed": .string("\(context.name)#\(try context.world().call("intent \(context.name)"))")]
    }

    func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        try await act(intent, context)
    }

    fileprivate func act(_ intent: Record, _ context: StageContext) async throws -> Record {
        try context.life().pass()
        let deed = intent["deed"]?.text ?? ""
        _ = try await context.world().play("\(context.name).before", context)
        try context.world().add("did \(deed)")
        try context.life().pass()
        var outputs = try await context.world().play(context.name, context)
        outputs["deed"] = .string(deed)
        return outputs
    }

    /// Whether it was done.
    fileprivate func seen(_ intent: Record, _ context: StageContext) throws -> Record? {
        let deed = intent["deed"]?.text ?? ""
        return try context.world().holds(deed) ? ["deed": .string(deed)] : nil
    }

    func undo(_ outputs: Record, _ context: StageContext) async throws {
        try context.life().pass()
        _ = try await context.world().play("\(context.name).undo", context)
        try context.world().add("undid \(outputs["deed"]?.text ?? "")")
        try context.life().pass()
    }
}

extension StageContext {
    func world() throws -> World { try resources.require(World.self) }
    func life() throws -> Life { try resources.require(Life.self) }
    /// The stage's id, with the element of `for-each`.
    var name: String {
        guard let item = environment.roots["item"] else { return stage }
        return "\(stage)[\(item.text)]"
    }
}

/// An effect that gives a fact of the document.
struct Give: Deed {
    static let spec = EngineTests.spec("fact", effect: .idempotent, gives: [.id])
    static let isUndoable = true
    init(options: NoOptions) {}
    func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        var outputs = try await act(intent, context)
        outputs["id"] = outputs["deed"]
        return outputs
    }
    func probe(_ intent: Record, _ context: StageContext) async throws -> Record? {
        try context.life().pass()
        return try seen(intent, context).map { outputs in
            ["deed": outputs["deed"] ?? .null, "id": outputs["deed"] ?? .null]
        }
    }
}

/// Makes a version of a document.
struct Make: TransactionalStage {
    static let spec = EngineTests.spec("make", effect: .transactional, gives: [.id])
    static let isUndoable = true
    init(options: NoOptions) {}
    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        let version = try transaction.catalog.createVersion(
            NewVersion(
                owner: context.owner, type: .transcript, title: "Grades", objectKey: context.run, fileURL: "file:///x",
                name: "x", mimeType: "text/plain", size: 5, sha256: "00", run: context.run))
        return [Fact.id.name: .string(version.id)]
    }
    func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        try transaction.catalog.retractVersion(ofRun: context.run)
    }
}

/// An effect that the catalog tells of, as a rendition of the run's document.
struct Enter: CataloguedStage, Deed {
    static let spec = EngineTests.spec("enter", effect: .idempotent)
    static let isUndoable = true
    init(options: NoOptions) {}
    func probe(_ intent: Record, _ context: StageContext) async throws -> Record? {
        try context.life().pass()
        return try seen(intent, context)
    }
    func enter(_ outputs: Record, _ context: StageContext, in catalog: any CatalogTransaction) throws {
        try catalog.addRenditions(
            [Rendition(kind: .web, key: key(outputs, context), mimeType: "video/mp4", size: 1, width: 1, height: 1)],
            of: context.run)
    }
    func withdraw(_ outputs: Record, _ context: StageContext, in catalog: any CatalogTransaction) throws {
        try catalog.removeRenditions([key(outputs, context)])
    }
    private func key(_ outputs: Record, _ context: StageContext) -> String {
        "\(context.run)/\(outputs["deed"]?.text ?? "")"
    }
}

/// What cannot be repeated or taken back, and can tell whether it has happened.
struct Certain: Deed {
    static let spec = EngineTests.spec("certain", effect: .irreversible)
    init(options: NoOptions) {}
    func probe(_ intent: Record, _ context: StageContext) async throws -> Record? {
        return try seen(intent, context)
    }
}

/// An effect that has no undo.
struct Leave: Deed {
    static let spec = EngineTests.spec("leave", effect: .idempotent)
    init(options: NoOptions) {}
}
