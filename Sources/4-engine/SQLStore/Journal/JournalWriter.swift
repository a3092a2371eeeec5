internal import Documents
internal import Pipelines
internal import Platform
internal import SQL

/// Adds entries inside a transaction of the writer's connection, if their runs are this worker's.
struct JournalWriter {
    let connection: any SQLConnection
    /// nil: of a process that has started no run.
    let worker: Int64?

    /// - Throws: `FencedError` when a run is another worker's, or has ended; the connection's own error.
    func add(_ entries: [JournalEntry]) throws {
        let owners = RunOwners(connection: connection)
        var checked: (run: String, row: Int64)?
        var wholes: [StageRecord] = []
        for entry in entries {
            let run = entry.run
            let row: Int64
            if let checked, checked.run == run {
                row = checked.row
            } else {
                if let checked { try append(&wholes, toRun: checked.row) }
                row = try owners.row(of: run, ownedBy: worker)
                checked = (run, row)
            }
            switch entry {
            case .runFinished(let run): try finish(run, row: row)
            case .stage(_, let stage) where stage.item == nil: wholes.append(stage)
            case .stage(_, let stage): try put(stage, ofRun: row)
            case .attempt(_, let attempt): try append(attempt, ofRun: row)
            case .quarantined(let entry): try QuarantineTable(connection: connection).add(entry)
            }
        }
        if let checked { try append(&wholes, toRun: checked.row) }
    }

    private func append(_ stages: inout [StageRecord], toRun row: Int64) throws {
        try StageLog(connection: connection).append(stages, toRun: row)
        stages = []
    }

    /// Adds a run with the stages that it takes over from its origin.
    func start(_ run: RunRecord, stages: [StageRecord], key: String?) throws {
        var values: [any Bindable] = [
            run.id, run.pipeline, run.definition, run.file, run.owner, StoredRecord.text(run.inputs),
            run.startedAt.microseconds, run.keyTimestamp, run.status.rawValue, StoredRecord.text(run.document),
            StoredRecord.text(run.trigger), run.group, run.origin?.run, run.origin?.kind.rawValue, run.attempt, worker,
            run.crashes, key, run.batch,
        ]
        values += SourceIdentity.columns(run.source)
        values.append(run.origin?.run)
        let row = try connection.insert(
            """
            INSERT INTO runs (
                id, pipeline, definition, file, owner, inputs, started_at, key_timestamp, status, document, trigger,
                group_key, origin, origin_kind, attempt, worker, crashes, dedup_key, batch, source_path, source_device,
                source_inode, source_size, source_modified, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                (SELECT version FROM runs WHERE id = ?))
            """, values, numbering: "row")
        try StageLog(connection: connection).append(stages.filter { $0.item == nil }, toRun: row)
        for stage in stages where stage.item != nil { try put(stage, ofRun: row) }
    }

    private func finish(_ run: RunRecord, row: Int64) throws {
        var values: [any Bindable] = [
            run.status.rawValue, run.finishedAt?.microseconds, run.durationMilliseconds,
            StoredRecord.text(run.document),
        ]
        values += RunFailure.columns(run.error)
        values += [run.debt?.due.microseconds, run.debt?.tries ?? 0, row] as [any Bindable]
        try connection.execute(
            """
            UPDATE runs SET status = ?, finished_at = ?, duration = ?, document = ?, error_stage = ?, error_kind = ?,
                error_message = ?, error_class = ?, undo_due = ?, undo_tries = ?, ended_as = NULL
            WHERE row = ?
            """, values)
    }

    /// Of an element of `for-each`.
    private func put(_ stage: StageRecord, ofRun run: Int64) throws {
        var values: [any Bindable] = [
            run, stage.position, stage.item ?? -1, stage.id, stage.uses, stage.status.rawValue, stage.attempts,
            stage.interruptions, stage.startedAt.microseconds, stage.retryAt?.microseconds, stage.durationMilliseconds,
            stage.intent.map(StoredRecord.text), StoredRecord.text(stage.outputs),
        ]
        values += RunFailure.columns(stage.error)
        values += StageUndo.columns(stage.undo)
        values.append(stage.isReused)
        try connection.execute(
            """
            INSERT INTO stage_items (
                run, position, item, id, uses, status, attempts, interruptions, started_at, retry_at, duration, intent,
                outputs, error_stage, error_kind, error_message, error_class, undo, undo_attempts, undo_message,
                undo_intent, reused)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (run, position, item) DO UPDATE SET
                id = excluded.id, uses = excluded.uses, status = excluded.status, attempts = excluded.attempts,
                interruptions = excluded.interruptions, started_at = excluded.started_at, retry_at = excluded.retry_at,
                duration = excluded.duration, intent = excluded.intent, outputs = excluded.outputs,
                error_stage = excluded.error_stage, error_kind = excluded.error_kind,
                error_message = excluded.error_message, error_class = excluded.error_class, undo = excluded.undo, undo_attempts = excluded.undo_attempts,
                undo_message = excluded.undo_message, undo_intent = excluded.undo_intent, reused = excluded.reused
            """, values)
    }

    private func append(_ attempt: AttemptRecord, ofRun run: Int64) throws {
        var values: [any Bindable] = [
            run, attempt.position, attempt.item ?? -1, attempt.number, attempt.status.rawValue,
            attempt.startedAt.microseconds, attempt.durationMilliseconds,
        ]
        values += RunFailure.columns(attempt.error)
        try connection.execute(
            """
            INSERT INTO attempts (
                run, position, item, number, status, started_at, duration, error_stage, error_kind, error_message,
                error_class)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, values)
    }
}

extension JournalEntry {
    /// The run that it is about.
    var run: String {
        switch self {
        case .runFinished(let run): run.id
        case .quarantined(let entry): entry.run
        case .stage(let run, _), .attempt(let run, _): run
        }
    }
}

/// What a transactional stage writes, on the database's thread.
struct StoreTransaction: StageTransaction {
    let connection: any SQLConnection
    let writer: CatalogWriter

    var catalog: any CatalogTransaction { writer }

    func enqueue(_ notification: Notification) throws {
        try OutboxTable(connection: connection).add(notification)
    }

    func withdraw(_ id: String) throws {
        try OutboxTable(connection: connection).withdraw(id)
    }
}
