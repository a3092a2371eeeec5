internal import Documents
public import Pipelines
public import Platform

extension RunResult {
    /// The line that `compass run --json` prints.
    public var value: Value {
        var record = run.value(stages: stages).record ?? [:]
        if let duplicateOf {
            record["file"] = Value(request?.file)
            record["duplicate"] = true
            record["duplicate-of"] = .string(duplicateOf)
        }
        if !items.isEmpty { record["items"] = .list(items.map(\.value)) }
        return .record(record)
    }
}

extension RunRecord {
    /// As one JSON object with the stages; the contract's names and order.
    public func value(stages: [StageRecord]?) -> Value {
        var record = Record()
        record["run"] = .string(id)
        record["pipeline"] = .string(pipeline)
        record["file"] = Value(file)
        record["status"] = .string(status.rawValue)
        record["duplicate"] = false
        record["attempt"] = .integer(Int64(attempt))
        if let origin { record["origin"] = ["run": .string(origin.run), "kind": .string(origin.kind.rawValue)] }
        if crashes > 0 { record["crashes"] = .integer(Int64(crashes)) }
        if let debt {
            record["owed-undo"] = ["due": .string(debt.due.description), "tries": .integer(Int64(debt.tries))]
        }
        record["started-at"] = .string(startedAt.description)
        record["duration-ms"] = durationMilliseconds.map { .number(Self.rounded($0)) } ?? .null
        if let error { record["error"] = error.value }
        if !document.isEmpty { record["document"] = .record(document) }
        if let stages { record["stages"] = .list(stages.map(\.value)) }
        return .record(record)
    }

    /// To the microsecond.
    static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1_000).rounded() / 1_000 }
}

extension RunFailure {
    /// As a JSON object.
    public var value: Value {
        var record: Record = ["stage": .string(stage), "kind": .string(kind), "message": .string(message)]
        if let errorClass { record["class"] = .string(errorClass.rawValue) }
        return .record(record)
    }
}

extension StageRecord {
    /// As a JSON object.
    public var value: Value {
        var record = Record()
        record["id"] = .string(id)
        if let item { record["item"] = .integer(Int64(item)) }
        record["uses"] = .string(uses)
        record["status"] = .string(status.rawValue)
        record["attempts"] = .integer(Int64(attempts))
        if interruptions > 0 { record["interruptions"] = .integer(Int64(interruptions)) }
        if let retryAt { record["retry-at"] = .string(retryAt.description) }
        if isReused { record["reused"] = true }
        record["duration-ms"] = durationMilliseconds.map { .number(RunRecord.rounded($0)) } ?? .null
        record["outputs"] = .record(outputs)
        if let error { record["error"] = error.value }
        if let undo { record["undo"] = undo.value }
        return .record(record)
    }
}

extension StageUndo {
    /// As a JSON object.
    public var value: Value {
        var record: Record = [
            "status": .string(status == .undone ? "succeeded" : status.rawValue), "attempts": .integer(Int64(attempts)),
        ]
        if let message { record["message"] = .string(message) }
        return .record(record)
    }
}
