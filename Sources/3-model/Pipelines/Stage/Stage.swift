public import Documents
public import Platform

/// A step of a pipeline. A type conforms to one of `PureStage`, `EffectStage` (or `CataloguedStage`, which refines it) and
/// `TransactionalStage`, by what it does to the world; the engine's durability follows from that. One that is of two kinds, or
/// of none, does not compile: which `stageType` it has is not known then.
///
/// A value is made once for each place in a pipeline, when the pipeline is loaded, and used by many runs at a time.
public protocol Stage: Sendable {
    /// What `with:` may say.
    associatedtype Options: PartOptions

    /// Its name, documentation, facts and examples.
    static var spec: StageSpec { get }

    /// As registries hold it. Each kind of stage brings its own.
    static var stageType: StageType { get }

    /// Opens nothing and checks nothing: `options` are already of the right types.
    init(options: Options)
}

/// A stage that only looks. It may be run again at will.
public protocol PureStage: Stage {
    /// Runs on a worker's thread, so it may block.
    ///
    /// - Returns: its outputs; those named like a fact that it gives become facts of the document.
    /// - Throws: `StageError` to reject the document or to fail with a class; any other error is a failure of class
    ///   `other`, or its own class if it is a `ClassifiedError`.
    func run(_ context: StageContext) async throws -> Record
}

/// A stage that changes the world outside the catalog.
public protocol EffectStage: Stage {
    /// What will be done, decided once: keys, names, times. It is durable before `perform` is called, and after a crash
    /// `perform` gets the same one again, with the same document.
    func intent(_ context: StageContext) throws -> Record

    /// Does it. Must be harmless when it has been done before, in whole or in part, unless the effect is `irreversible`.
    /// Runs on a worker's thread, so it may block.
    ///
    /// - Returns: its outputs, durable before any later stage starts an effect.
    func perform(_ intent: Record, _ context: StageContext) async throws -> Record

    /// Asks the world whether `perform` has done it: after a crash that may have cut it short, before it is taken back
    /// although it failed, and before its outputs are used by a later run. Changes nothing.
    ///
    /// - Parameter intent: what `intent` returned in the run that did it.
    /// - Returns: the outputs, if it is done in whole. The default says that it is not known to be.
    func probe(_ intent: Record, _ context: StageContext) async throws -> Record?

    /// What `perform` would do, compared with what is there. Changes nothing. Refuses and fails as `perform` would.
    ///
    /// - Returns: the effects, and the outputs as far as they can be known before: what later stages read of the others
    ///   counts as unknown. The default names the stage.
    func preview(_ intent: Record, _ context: StageContext) async throws -> EffectPreview

    /// Takes back what `perform` did in this run, after a later stage was rejected or failed. Must be harmless when it
    /// has been taken back before. The default does nothing.
    ///
    /// - Parameter outputs: what `perform` returned.
    /// - Throws: `UndoRefusal` when something that stays needs it.
    func undo(_ outputs: Record, _ context: StageContext) async throws

    /// Whether `undo` takes the effect back. By default not: lint then warns where a later stage can fail, unless the
    /// pipeline says `undo:` or `irreversible: true`.
    static var isUndoable: Bool { get }

    /// Whether anything of it may last, as far as its options tell before the run. By default it may. What leaves nothing
    /// behind needs no undo.
    var hasLastingEffect: Bool { get }
}

extension EffectStage {
    public func probe(_ intent: Record, _ context: StageContext) async throws -> Record? { nil }

    public func preview(_ intent: Record, _ context: StageContext) async throws -> EffectPreview {
        EffectPreview(effects: [PlannedEffect(.perform, target: context.stage, detail: intent)], outputs: [:])
    }

    public static var isUndoable: Bool { false }

    public var hasLastingEffect: Bool { true }

    /// Leaves everything as it is.
    public func undo(_ outputs: Record, _ context: StageContext) async throws {}
}

/// An effect that the catalog tells of: it is entered in the transaction that records that it is done, and taken out before
/// it is undone. So the catalog never names what is not there.
public protocol CataloguedStage: EffectStage {
    /// Enters what was done. Runs as `TransactionalStage.commit` does; when it fails, the attempt has failed, and the effect
    /// is performed again.
    ///
    /// - Parameter outputs: what `perform` or `probe` returned.
    func enter(_ outputs: Record, _ context: StageContext, in catalog: any CatalogTransaction) throws

    /// Takes out what `enter` entered, in a transaction before `undo`. Does nothing when it is not there.
    func withdraw(_ outputs: Record, _ context: StageContext, in catalog: any CatalogTransaction) throws
}

/// A stage that writes the catalog or queues notifications.
public protocol TransactionalStage: Stage {
    /// Runs inside the transaction that records the stage; what it throws rolls that back. It may be called again when
    /// the transaction could not be committed. Must not block on anything but the transaction.
    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record

    /// What `commit` would do, compared with what the catalog has. Changes nothing. Refuses and fails as `commit` would.
    ///
    /// - Returns: as of `EffectStage.preview`.
    func preview(_ context: StageContext, in catalog: any CatalogReading) async throws -> EffectPreview

    /// Takes back what `commit` did in this run, in a transaction of its own, after a later stage was rejected or failed.
    /// The default does nothing.
    ///
    /// - Parameter outputs: what `commit` returned.
    func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws

    /// See `EffectStage.isUndoable`.
    static var isUndoable: Bool { get }
}

extension TransactionalStage {
    public func preview(_ context: StageContext, in catalog: any CatalogReading) async throws -> EffectPreview {
        EffectPreview(effects: [PlannedEffect(.perform, target: context.stage)], outputs: [:])
    }

    public static var isUndoable: Bool { false }

    /// Leaves everything as it is.
    public func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {}
}

/// What an `undo` throws instead of taking back what something that stays needs, such as the object of a version that a
/// pipeline calls irreversible.
public struct UndoRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What needs it, as a sentence.
    public let message: String

    public init(_ message: String) {
        self.message = message
    }

    public var description: String { message }
}
