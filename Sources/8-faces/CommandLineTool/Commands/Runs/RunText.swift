internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// A run as people read it.
struct RunText {
    let detail: RunDetail
    let related: RelatedRecords
    /// How often each stage may be tried, by its id.
    let limits: [String: Int]
    let times: TimeText

    func render(width: Int?, style: Style) -> String {
        let run = detail.run
        var fields = FieldList()
        fields.add("Pipeline", run.pipeline)
        fields.add("File", run.file)
        fields.add("Status", run.status.rawValue)
        fields.add("Attempt", run.attempt > 1 ? "\(run.attempt)" : nil)
        fields.add("Continues", run.origin.map(RelatedRecords.words))
        for other in related.continuations {
            fields.add("Continued by", "\(other.id) (\(other.origin?.kind.rawValue ?? ""): \(other.status.rawValue))")
        }
        fields.add("Crashes", run.crashes > 0 ? "its process died \(HumanFormat.count(run.crashes, "time"))" : nil)
        fields.add(
            "Runs alone", run.isSuspect && run.status == .running ? "a process died while it worked on it" : nil)
        fields.add(
            "To undo",
            run.debt.map { debt in
                let tries = debt.tries > 0 ? "tried \(HumanFormat.count(debt.tries, "time")) since its end, " : ""
                return "\(tries)due at \(times.text(debt.due)); `compass runs resume` tries now"
            })
        fields.add("Started", times.text(run.startedAt))
        fields.add("Took", run.durationMilliseconds.map { HumanFormat.duration(milliseconds: $0) })
        fields.add("Owner", run.owner)
        for entry in run.inputs where !entry.value.isNull { fields.add("Input \(entry.key)", entry.value.text) }
        fields.add("Document", run.document["id"]?.string)
        fields.add("Definition", run.definition)
        if let error = run.error {
            fields.add("Error", error.message)
            fields.add("Error at", error.stage.isEmpty ? error.words : "\(error.stage) (\(error.words))")
        }
        if let entry = related.quarantined {
            let to = entry.releasedTo.map { " to run \($0)" } ?? ""
            fields.add("Quarantine", "\(entry.id): \(entry.state.rawValue)\(to), \(entry.kept.way.rawValue)")
        }
        var text = style.bold("Run \(run.id)") + "\n" + fields.render(width: width, style: style)
        text += "\n" + style.bold("Stages") + "\n" + stages.render(width: width)
        for stage in detail.stages { text += details(stage, width: width, style: style) }
        if !detail.notifications.isEmpty {
            text += "\n" + style.bold("Notifications") + "\n" + notifications.render(width: width)
        }
        return text
    }

    private var stages: Table {
        var table = Table([
            .main("STAGE"), .flexible("USES").leftOut(2), .text("STATUS"), .text("ATTEMPTS").leftOut(1),
            .number("TIME"),
        ])
        for stage in detail.stages {
            table.add([
                stage.id, stage.uses, stage.isReused ? "taken over" : stage.status.rawValue,
                StageSummary(stage, limit: limits[stage.id]).attempts,
                stage.durationMilliseconds.map { HumanFormat.duration(milliseconds: $0) } ?? "",
            ])
        }
        return table
    }

    /// Outputs, errors of every attempt, and what came of taking it back; nothing for a stage without any of these.
    private func details(_ stage: StageRecord, width: Int?, style: Style) -> String {
        var fields = FieldList()
        for entry in stage.outputs { fields.add(entry.key, entry.value.text) }
        for attempt in detail.attempts where attempt.position == stage.position {
            guard let error = attempt.error else { continue }
            let limit = limits[stage.id].flatMap { $0 > 1 ? " of \($0 + stage.interruptions)" : nil } ?? ""
            fields.add(
                "attempt \(attempt.number)\(limit)\(attempt.item.map { ", element \($0 + 1)" } ?? "")",
                "\(attempt.status.rawValue): \(error.message) (\(error.words))")
        }
        fields.add("next try", stage.status == .running ? stage.retryAt.map { "due at \(times.text($0))" } : nil)
        fields.add("undo", StageSummary(stage, limit: limits[stage.id]).undo)
        let text = fields.render(width: width, style: style)
        return text.isEmpty ? "" : "\n" + style.bold(Printable.text(stage.id)) + "\n" + text
    }

    private var notifications: Table {
        var table = Table([
            .text("CHANNEL").leftOut(3), .main("SUBJECT"), .text("STATE"), .number("TRIES").leftOut(1),
            .flexible("LAST").leftOut(2),
        ])
        for record in detail.notifications {
            table.add([
                record.notification.channel, record.notification.subject, record.state.rawValue,
                "\(record.deliveries.count)", record.deliveries.last?.detail ?? "",
            ])
        }
        return table
    }
}

extension RunFailure {
    /// Its kind, and its class if it has one: what `retry.errors` may name.
    var words: String { errorClass.map { "\(kind), of class \($0.rawValue)" } ?? kind }
}
