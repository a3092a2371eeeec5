public import Documents
public import Platform

/// What an effect stage with its options does, as closures over it. What each has to do: see `EffectStage`.
public struct EffectWork: Sendable {
    /// What is going to be done, recorded before it is.
    public var intent: @Sendable (StageContext) throws -> Record
    /// Does what the intent says, and gives the outputs.
    public var perform: @Sendable (Record, StageContext) async throws -> Record
    /// The outputs when what the intent says has been done; nil when it has not, or nobody can tell.
    public var probe: @Sendable (Record, StageContext) async throws -> Record?
    /// What `perform` would do.
    public var preview: @Sendable (Record, StageContext) async throws -> EffectPreview
    /// Takes back what has these outputs.
    public var undo: @Sendable (Record, StageContext) async throws -> Void

    public init(
        intent: @escaping @Sendable (StageContext) throws -> Record,
        perform: @escaping @Sendable (Record, StageContext) async throws -> Record,
        probe: @escaping @Sendable (Record, StageContext) async throws -> Record?,
        preview: @escaping @Sendable (Record, StageContext) async throws -> EffectPreview,
        undo: @escaping @Sendable (Record, StageContext) async throws -> Void
    ) {
        self.intent = intent
        self.perform = perform
        self.probe = probe
        self.preview = preview
        self.undo = undo
    }
}

/// What a transactional stage with its options does, as closures over it. What each has to do: see `TransactionalStage`.
public struct TransactionalWork: Sendable {
    /// Changes the database in the transaction that records the stage, and gives the outputs.
    public var commit: @Sendable (StageContext, any StageTransaction) throws -> Record
    /// What `commit` would do.
    public var preview: @Sendable (StageContext, any CatalogReading) async throws -> EffectPreview
    /// Takes back what has these outputs, in the transaction that records the undo.
    public var undo: @Sendable (Record, StageContext, any StageTransaction) throws -> Void

    public init(
        commit: @escaping @Sendable (StageContext, any StageTransaction) throws -> Record,
        preview: @escaping @Sendable (StageContext, any CatalogReading) async throws -> EffectPreview,
        undo: @escaping @Sendable (Record, StageContext, any StageTransaction) throws -> Void
    ) {
        self.commit = commit
        self.preview = preview
        self.undo = undo
    }
}
