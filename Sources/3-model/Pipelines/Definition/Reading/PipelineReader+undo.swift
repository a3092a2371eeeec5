internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// `undo` and `irreversible`: what becomes of a stage's effect when a later one fails.
    ///
    /// - Parameter flow: what is known before the stage.
    mutating func readUndo(
        of stage: PlannedStage, element: Element?, flow: FactFlow
    ) -> UndoDefinition? {
        checkUndoKeys(of: stage)
        guard let node = stage.node["undo"], let uses = node["uses"], let name = uses.string else { return nil }
        guard let type = registry[name] else {
            reportUnknownType(uses)
            return nil
        }
        var flow = flow
        flow.addFacts(of: stage, isCertain: true)
        var scope = PipelineScope(self).ofUndo(stage, flow: flow)
        if let element { scope = scope.adding(element.field) }
        let undo = PlannedStage(
            node: node, handler: stage.handler, index: stage.index, group: stage.group, uses: uses, type: type, id: name
        )
        checkFacts(of: undo, type, flow: flow)
        let settings = bindOptions(of: type, undo, in: scope)
        return UndoDefinition(spec: type.spec, bound: type.bind(settings), span: uses.headSpan)
    }

    private mutating func checkUndoKeys(of stage: PlannedStage) {
        let node = stage.node
        let isIrreversible = node["irreversible"]?.boolean == true
        if node["undo"] != nil {
            let span = node.keySpan("undo")
            if isIrreversible {
                check.report(
                    "contradiction", "stage `\(stage.id)` has `undo` and is `irreversible`", at: span,
                    hint: "leave out one of them")
            }
            if let handler = stage.handler {
                check.report(
                    "contradiction", "what a stage of `\(handler)` does is not undone", at: span,
                    hint: "leave out `undo`, or move the stage to `stages`")
            } else if let spec = stage.type?.spec, spec.effect == .none {
                check.report(
                    "contradiction", "stage type `\(spec.name)` has no effect to undo", at: span,
                    hint: "leave out `undo`")
            }
        }
        if isIrreversible, let spec = stage.type?.spec, spec.effect == .none {
            check.report(
                "contradiction", "stage type `\(spec.name)` has no effect that could stay",
                at: node.keySpan("irreversible"),
                hint: "leave out `irreversible`")
        }
    }

    /// Warns of effects that nothing takes back when a stage after them, or beside them, ends the run.
    mutating func warnOfEffects() {
        for stage in plan where stage.handler == nil && stage.node["undo"] == nil {
            guard let type = stage.type, type.spec.effect != .none, !type.isUndoable, !undoable.contains(stage.index),
                stage.node["irreversible"]?.boolean != true, let culprit = culprit(of: stage)
            else { continue }
            check.issues.report(
                .warning(
                    "effect-without-undo", "what stage `\(stage.id)` does stays when \(culprit)", at: stage.span,
                    hint: "add `undo: { uses: … }`, or `irreversible: true` if it is meant to stay"))
        }
    }

    /// What may end the run after the stage has had its effect, for messages.
    private func culprit(of stage: PlannedStage) -> String? {
        if let other = index.worker(beside: stage, in: plan) {
            return "stage `\(plan[other].id)`, which runs at the same time, fails"
        }
        if let other = index.worker(behind: stage) {
            return "a later stage, such as `\(plan[other].id)`, fails"
        }
        return stage.isLoop ? "it fails for another element" : nil
    }
}
