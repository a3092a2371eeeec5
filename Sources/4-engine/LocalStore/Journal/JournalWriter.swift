internal import Pipelines
internal import Platform
internal import SQLite

/// Adds entries inside a transaction of the writer's connection.
struct JournalWriter {
    let connection: Connection

    func add(_ entries: [JournalEntry]) throws {
        for entry in entries {
            switch entry {
            case .runFinished(let run): try put(run)
            case .stage(let run, let stage): try put(stage, ofRun: run)
            case .attempt(let run, let attempt): try append(attempt, ofRun: run)
            case .quarantined: break
            }
        }
    }

    func put(_ run: RunRecord) throws {
        var values: [any Bindable] = [
            run.id, run.pipeline, run.definition, run.file, run.owner, StoredRecord.text(run.inputs),
            run.startedAt.microseconds, run.keyTimestamp, run.status.rawValue, run.finishedAt?.microseconds,
            run.durationMilliseconds, StoredRecord.text(run.document),
        ]
        values += RunFailure.columns(run.error)
        try connection.execute(
            """
            INSERT INTO runs (
                id, pipeline, definition, file, owner, inputs, started_at, key_timestamp, status, finished_at, duration,
                document, error_stage, error_kind, error_message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                status = excluded.status, finished_at = excluded.finished_at, duration = excluded.duration,
                document = excluded.document, error_stage = excluded.error_stage, error_kind = excluded.error_kind,
                error_message = excluded.error_message
            """, values)
    }

    private func put(_ stage: StageRecord, ofRun run: String) throws {
        let undo: (String?, String?) =
            switch stage.undo?.status {
            case nil, .running, .irreversible: (nil, nil)
            case .undone: ("undone", nil)
            case .failed: ("failed", stage.undo?.message)
            }
        var values: [any Bindable] = [
            run, stage.position, stage.id, stage.uses, stage.status.rawValue, stage.attempts,
            stage.startedAt.microseconds, stage.durationMilliseconds, stage.intent.map(StoredRecord.text),
            StoredRecord.text(stage.outputs),
        ]
        values += RunFailure.columns(stage.error)
        values += [undo.0, undo.1] as [any Bindable]
        try connection.execute(
            """
            INSERT INTO stages (
                run, position, id, uses, status, attempts, started_at, duration, intent, outputs, error_stage,
                error_kind, error_message, undo, undo_message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (run, position) DO UPDATE SET
                id = excluded.id, uses = excluded.uses, status = excluded.status, attempts = excluded.attempts,
                started_at = excluded.started_at, duration = excluded.duration, intent = excluded.intent,
                outputs = excluded.outputs, error_stage = excluded.error_stage, error_kind = excluded.error_kind,
                error_message = excluded.error_message, undo = excluded.undo, undo_message = excluded.undo_message
            """, values)
    }

    private func append(_ attempt: AttemptRecord, ofRun run: String) throws {
        var values: [any Bindable] = [
            run, attempt.position, attempt.number, attempt.status.rawValue, attempt.startedAt.microseconds,
            attempt.durationMilliseconds,
        ]
        values += RunFailure.columns(attempt.error)
        try connection.execute(
            """
            INSERT INTO attempts (
                run, position, number, status, started_at, duration, error_stage, error_kind, error_message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
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
