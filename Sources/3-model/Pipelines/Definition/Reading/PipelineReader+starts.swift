internal import Diagnostics
internal import Platform
internal import YAMLTree

/// What the times of a schedule start: nobody is there to give what is missing.
extension PipelineReader {
    /// Reports schedules whose every time would fail, or do nothing. To be called once the stages are planned.
    mutating func checkScheduled(_ root: YAMLNode, _ triggers: Triggers, _ source: SourceDefinition?) {
        guard let on = root["on"], on.entry("schedule") != nil else { return }
        let span = on.keySpan("schedule")
        if root["source"] != nil {
            // One with mistakes of its own gives what nobody knows.
            guard let source else { return }
            var given: [String] = []
            if case .files(let files) = source { given = files.glob.captures }
            checkGiven(given, at: span, captures: source.hasFiles ? "glob" : nil)
        } else if let reader = plan.first(where: needsFile) {
            // Its times look through the watched folders, whose paths give the inputs.
            if on["watch"] != nil { return }
            check.report(
                "no-file", "a schedule gives no file, and stage `\(reader.id)` reads one", at: span,
                hint: "add `source: { files: { glob: … } }`, or `on.watch` for folders that are looked through")
            checkGiven([], at: span, captures: "glob")
        } else {
            checkGiven([], at: span, captures: nil)
        }
    }

    /// - Parameters:
    ///   - given: the names of inputs that each item of the source gives.
    ///   - captures: the key that could give more of them; nil: there is none.
    private mutating func checkGiven(_ given: [String], at span: SourceSpan, captures key: String?) {
        for input in inputs where input.isRequired && !given.contains(input.name) {
            let capture = key.map { "write `{\(input.name)}` in `\($0)`, or " } ?? ""
            check.report(
                "missing-input", "a schedule does not give the input `\(input.name)`, which is required", at: span,
                hint: "\(capture)give the input a default")
        }
    }

    /// As `Pipeline.firstReader` finds it.
    private func needsFile(_ stage: PlannedStage) -> Bool {
        stage.handler == nil && stage.spec?.readsContent == true && isUnconditional(stage)
            && stage.group.map { isUnconditional(plan[$0]) } ?? true
    }

    private func isUnconditional(_ stage: PlannedStage) -> Bool {
        stage.node["if"] == nil && defaults.condition == nil
    }
}
