package import Engine
internal import Documents
package import Pipelines
package import Platform

extension RunResult: JSONRepresentable {
    /// The run that was asked for, with the outcome of the one that stands for it.
    package var record: Record {
        var record = run.record(stages: stages)
        if let duplicateOf {
            record["file"] = Value(request?.file)
            record["duplicate"] = true
            record["duplicate-of"] = .string(duplicateOf)
        }
        if !notTaken.isEmpty { record["not-taken"] = notTaken.value }
        if !items.isEmpty { record["items"] = items.json }
        return record
    }
}

extension RunRecord: JSONRepresentable {
    /// Without its stages.
    package var record: Record { record(stages: nil) }

    /// As one JSON object with the stages; the contract's names and order.
    package func record(stages: [StageRecord]?) -> Record {
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
            record["pending-undo"] = ["due": .string(debt.due.description), "tries": .integer(Int64(debt.tries))]
        }
        record["started-at"] = .string(startedAt.description)
        record["duration-ms"] = durationMilliseconds.map { .number(Self.rounded($0)) } ?? .null
        if let error { record["error"] = error.value }
        if !document.isEmpty { record["document"] = .record(document) }
        if let stages { record["stages"] = stages.json }
        return record
    }

    /// To the microsecond.
    package static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1_000).rounded() / 1_000 }
}

extension StageRecord: JSONRepresentable {
    package var record: Record {
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
        if let undo { record["undo"] = .record(undo.record) }
        return record
    }
}

extension StageUndo: JSONRepresentable {
    package var record: Record {
        var record: Record = [
            "status": .string(status == .undone ? "succeeded" : status.rawValue), "attempts": .integer(Int64(attempts)),
        ]
        if let message { record["message"] = .string(message) }
        return record
    }
}
