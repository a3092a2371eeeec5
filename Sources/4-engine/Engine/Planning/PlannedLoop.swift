internal import Pipelines
internal import Platform

/// A stage with `for-each` while it is planned, element by element.
struct PlannedLoop {
    let execution: PlanExecution
    let stage: PipelineStage
    let loop: LoopDefinition
    let state: PlanState

    func perform(_ stagePlan: StagePlan) async throws -> StagePlan {
        var stagePlan = stagePlan
        let start = ContinuousClock.now
        let elements: [Value]
        do throws(StageError) {
            elements = try loop.list.value(in: state.environment).list ?? []
        } catch {
            stagePlan.fail(error)
            return stagePlan
        }
        for (index, element) in elements.enumerated() {
            try Task.checkCancellation()
            let item = try await execution.work(
                stage, StagePlan(stage, item: index, element: element), element: state.with(loop.name, element))
            stagePlan.items.append(item)
            if loop.failFast, item.status == .failed || item.status == .rejected { break }
        }
        judge(&stagePlan, of: elements)
        stagePlan.durationMilliseconds = (ContinuousClock.now - start).milliseconds
        return stagePlan
    }

    /// What the elements make of the stage: a failure weighs more than a rejection, and that more than what is undecided.
    private func judge(_ stagePlan: inout StagePlan, of elements: [Value]) {
        let items = stagePlan.items
        let (failed, rejected) = (items.filter { $0.status == .failed }, items.filter { $0.status == .rejected })
        var outputs: Record = [
            "count": .integer(Int64(elements.count)),
            "succeeded": .integer(Int64(items.count - failed.count - rejected.count)),
            "failed": .integer(Int64(failed.count)), "rejected": .integer(Int64(rejected.count)),
            "skipped": .integer(Int64(elements.count - items.count)),
        ]
        if let first = (failed + rejected).min(by: { ($0.item ?? 0) < ($1.item ?? 0) }), let error = first.error {
            stagePlan.status = failed.isEmpty ? .rejected : .failed
            stagePlan.outputs = outputs
            let bad = failed.count + rejected.count
            stagePlan.error = RunFailure(
                stage: stage.id, kind: error.kind,
                message: "\(bad) of \(elements.count) elements would not succeed. Element \((first.item ?? 0) + 1) "
                    + "(`\(first.element.text.prefix(80))`): \(error.message)")
            return
        }
        if let undecided = items.first(where: { $0.status == .undecided }) {
            stagePlan.status = .undecided
            stagePlan.dependsOn = undecided.dependsOn
            return
        }
        stagePlan.status = stage.isPure ? .succeeded : .planned
        if let last = items.last {
            for fact in stage.spec.gives { outputs[fact.name] = last.outputs[fact.name] }
        }
        stagePlan.outputs = outputs
    }
}
