internal import Pipelines
internal import Platform

/// A run as people read it.
struct RunText {
    let detail: RunDetail

    func render(width: Int?, style: Style) -> String {
        let run = detail.run
        var fields = FieldList()
        fields.add("Pipeline", run.pipeline)
        fields.add("File", run.file)
        fields.add("Status", run.status.rawValue)
        fields.add("Started", HumanFormat.time(run.startedAt))
        fields.add("Took", run.durationMilliseconds.map { HumanFormat.duration(milliseconds: $0) })
        fields.add("Owner", run.owner)
        for entry in run.inputs where !entry.value.isNull { fields.add("Input \(entry.key)", entry.value.text) }
        fields.add("Document", run.document["id"]?.string)
        fields.add("Definition", run.definition)
        if let error = run.error {
            fields.add("Error", error.message)
            fields.add("Error at", error.stage.isEmpty ? error.kind : "\(error.stage) (\(error.kind))")
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
            .text("STAGE"), .text("USES"), .text("STATUS"), .number("ATTEMPTS"), .number("TIME"),
        ])
        for stage in detail.stages {
            table.add([
                stage.id, stage.uses, stage.status.rawValue, "\(stage.attempts)",
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
            fields.add("attempt \(attempt.number)", "\(attempt.status.rawValue): \(error.message) (\(error.kind))")
        }
        switch stage.undo?.status {
        case .running?: fields.add("undo", "going on")
        case .undone?: fields.add("undo", "taken back")
        case .failed?: fields.add("undo", "failed: \(stage.undo?.message ?? "")")
        case .irreversible?: fields.add("undo", "not taken back: it is irreversible")
        case nil: break
        }
        let text = fields.render(width: width, style: style)
        return text.isEmpty ? "" : "\n" + style.bold(Printable.text(stage.id)) + "\n" + text
    }

    private var notifications: Table {
        var table = Table([
            .text("CHANNEL"), .flexible("SUBJECT"), .text("STATE"), .number("TRIES"), .flexible("LAST"),
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
