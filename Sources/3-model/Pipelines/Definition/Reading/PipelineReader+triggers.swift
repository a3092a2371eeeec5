internal import Diagnostics
internal import Platform
internal import Schedules
internal import YAMLTree

extension PipelineReader {
    /// - Parameter name: the pipeline's, which `H` in a schedule goes by.
    mutating func readTriggers(_ node: YAMLNode?, name: String) -> Triggers {
        var triggers = Triggers()
        triggers.watches = readWatches(node?["watch"]?.oneOrMany ?? [])
        for node in node?["schedule"]?.oneOrMany ?? [] where !check.issues.isFull {
            if let schedule = readSchedule(node, seed: name) { triggers.schedules.append(schedule) }
        }
        for node in node?["webhook"]?.oneOrMany ?? [] where !check.issues.isFull {
            if let webhook = readWebhook(node, beside: triggers.webhooks) { triggers.webhooks.append(webhook) }
        }
        return triggers
    }

    private mutating func readSchedule(_ node: YAMLNode, seed: String) -> ScheduleTrigger? {
        guard let cronNode = node["cron"], let cron = cronNode.string else { return nil }
        checkCron(cron, cronNode, seed: seed)
        checkZone(node["timezone"])
        var schedule = ScheduleTrigger(cron: cron)
        schedule.timezone = node["timezone"]?.string
        schedule.overlap = node["overlap"]?.string.flatMap(ScheduleTrigger.Overlap.init) ?? .skip
        schedule.catchUp = node["catch-up"]?.string.flatMap(ScheduleTrigger.CatchUp.init) ?? .skip
        schedule.catchUpLimit = node["catch-up-limit"]?.integer.map(Int.init)
        schedule.jitter = node["jitter"]?.timeSpan
        if schedule.catchUpLimit != nil, schedule.catchUp != .all {
            check.report(
                "contradiction", "`catch-up-limit` goes with `catch-up: all`", at: node.keySpan("catch-up-limit"),
                hint: "write `catch-up: all`, or leave it out")
        }
        return schedule
    }

    private mutating func checkCron(_ cron: String, _ node: YAMLNode, seed: String) {
        // An expression there has been reported.
        if cron.contains("${{") { return }
        do {
            for warning in try CronExpression(cron, seed: seed).warnings {
                check.issues.report(
                    .warning(
                        "uneven-step", warning.message, at: node.span(ofBytes: warning.range), hint: warning.hint))
            }
        } catch {
            check.report("invalid-cron", error.message, at: node.span(ofBytes: error.range), hint: error.hint)
        }
    }

    private mutating func checkZone(_ node: YAMLNode?) {
        guard let node, let name = node.string, !name.contains("${{") else { return }
        do {
            _ = try TimeZone(named: name)
        } catch {
            check.report("unknown-timezone", error.message, at: node, hint: error.hint)
        }
    }
}

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
