internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass notifications show ID`
enum NotificationsShow {
    private static let id = Positional<String>.required(
        "ID", .word, "The notification's id or the beginning of it, as `notifications list` shows it.")

    static let command = Command(
        "show", "Show a notification: what it says, to whom, and each try to deliver it",
        options: [NotificationsCommand.json.spec], positionals: [id.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let record = try await workspace.notification(context[id])
        if context[NotificationsCommand.json] {
            try context.streams.print(json: record.whole)
        } else {
            let recipient = workspace.channels[record.notification.channel]?.recipient
            let terminal = context.streams.terminal
            try context.streams.write(
                text(
                    record, recipient: recipient, times: context.streams.times, width: terminal.width,
                    style: terminal.style))
        }
        return .success
    }

    private static func text(
        _ record: NotificationRecord, recipient: String?, times: TimeText, width: Int?, style: Style
    ) -> String {
        let notification = record.notification
        var fields = FieldList()
        fields.add("ID", notification.id)
        fields.add("Channel", notification.channel + (recipient.map { " (\($0))" } ?? ""))
        fields.add("State", record.standing(times))
        fields.add("Announced", times.text(notification.createdAt))
        fields.add("Run", notification.run)
        fields.add("Stage", notification.stage)
        fields.add("Pipeline", notification.data["pipeline"]?.string)
        let document = notification.data["document"]
        fields.add(
            "Document",
            document?["id"]?.string.map { id in id + (document?["title"]?.string.map { " (\($0))" } ?? "") })
        fields.add("Body", notification.body)
        var text = style.bold(Printable.text(notification.subject)) + "\n" + fields.render(width: width, style: style)
        if record.deliveries.isEmpty { return text + "\n" + style.bold("Tries") + "\n  Not tried yet\n" }
        var table = Table([.text("WHEN"), .text("STATE"), .flexible("ANSWER OR REASON"), .number("TIME").leftOut(1)])
        for delivery in record.deliveries {
            table.add([
                times.text(delivery.at), delivery.stateWord, delivery.detail,
                HumanFormat.duration(milliseconds: delivery.durationMilliseconds),
            ])
        }
        text += "\n" + style.bold("Tries") + "\n" + table.render(width: width)
        return text
    }
}
