package import Engine
internal import Pipelines
package import Platform

extension RunPlan: JSONRepresentable {
    package var record: Record {
        var record: Record = [
            "pipeline": .string(pipeline), "file": Value(file), "outcome": .string(outcome.rawValue),
            "duplicate": .boolean(duplicate != nil),
        ]
        if let duplicate {
            record["duplicate-of"] = .string(duplicate.run)
            record["duplicate-status"] = .string(duplicate.status.rawValue)
            record["on-duplicate"] = .string(duplicate.action.rawValue)
        }
        record["owner"] = .string(owner)
        record["inputs"] = .record(inputs)
        record["duration-ms"] = .number(RunRecord.rounded(durationMilliseconds))
        if let error { record["error"] = error.value }
        if !document.isEmpty { record["document"] = .record(document) }
        record["stages"] = stages.json
        record["effects"] = effects.json
        return record
    }
}

extension StagePlan: JSONRepresentable {
    package var record: Record {
        var record: Record = ["id": .string(id)]
        if let item {
            record["item"] = .integer(Int64(item))
            record["element"] = element
        }
        record["uses"] = .string(uses)
        record["status"] = .string(status.rawValue)
        record["duration-ms"] = .number(RunRecord.rounded(durationMilliseconds))
        record["outputs"] = .record(outputs)
        if let dependsOn { record["depends-on"] = .string(dependsOn) }
        if let error { record["error"] = error.value }
        if !items.isEmpty { record["items"] = items.json }
        return record
    }
}

extension StageEffect: JSONRepresentable {
    package var record: Record {
        var record: Record = ["stage": .string(stage)]
        if let item { record["item"] = .integer(Int64(item)) }
        record["action"] = .string(effect.action.rawValue)
        record["target"] = .string(effect.target)
        record["change"] = .boolean(effect.isChange)
        record["taken-back"] = .boolean(isTakenBack)
        record["text"] = Value(effect.text)
        record["detail"] = .record(effect.detail)
        return record
    }
}
