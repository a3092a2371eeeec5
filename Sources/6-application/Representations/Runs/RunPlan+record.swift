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
        if !notTaken.isEmpty { record["not-taken"] = notTaken.value }
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
        record["undone"] = .boolean(isTakenBack)
        record["text"] = Value(effect.text)
        record["detail"] = .record(effect.detail)
        return record
    }
}

/// What several plans come to together.
package struct PlanTotal: Sendable {
    /// What is planned for each.
    private let itemLabel: String
    private var outcomes: [RunPlan.Outcome: Int] = [:]
    private var changes: [PlannedEffect.Action: Int] = [:]
    private var bytes: Int64 = 0

    package init(itemLabel: String) {
        self.itemLabel = itemLabel
    }

    /// Effects that would be taken back, and those that change nothing, are not counted.
    package mutating func add(_ plan: RunPlan) {
        outcomes[plan.outcome, default: 0] += 1
        for effect in plan.effects where effect.effect.isChange && !effect.isTakenBack {
            changes[effect.effect.action, default: 0] += 1
            if effect.effect.action == .storeObject { bytes += effect.effect.detail["size"]?.integer ?? 0 }
        }
    }

    /// One line: "3 files: 2 would go through, 1 would be rejected; 2 objects (3 MB)".
    package var text: String {
        let total = outcomes.values.reduce(0, +)
        let ends = RunPlan.Outcome.allCases.compactMap { outcome in
            outcomes[outcome].map { "\($0) \(Self.words(outcome))" }
        }
        let effects = PlannedEffect.Action.allCases.compactMap { action in changes[action].map { text(action, $0) } }
        return HumanFormat.count(total, itemLabel) + ": " + ends.joined(separator: ", ")
            + (effects.isEmpty ? "; nothing would change" : "; " + effects.joined(separator: ", "))
    }

    private func text(_ action: PlannedEffect.Action, _ count: Int) -> String {
        switch action {
        case .storeObject: HumanFormat.count(count, "object") + " (\(HumanFormat.size(bytes)))"
        case .createVersion: HumanFormat.count(count, "version")
        case .share: HumanFormat.count(count, "share")
        case .notify: HumanFormat.count(count, "notification")
        case .trash: HumanFormat.count(count, "version") + " into the trash"
        case .perform: HumanFormat.count(count, "other effect")
        }
    }

    private static func words(_ outcome: RunPlan.Outcome) -> String {
        switch outcome {
        case .succeeded: "would go through"
        case .undecided: "as far as is known"
        case .rejected: "would be rejected"
        case .failed: "would fail"
        case .skipped: "would be skipped"
        }
    }
}
