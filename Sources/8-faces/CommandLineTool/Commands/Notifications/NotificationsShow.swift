internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass notifications show ID`
enum NotificationsShow {
    static let command = Command(
        "show", "Show notifications: what they say, to whom, and each try to deliver them",
        options: [NotificationsCommand.json.spec], positionals: [NotificationsCommand.ids.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let ids = try await context.ids(NotificationsCommand.ids, of: .notification, in: workspace)
        for (index, id) in ids.enumerated() {
            let record = try await workspace.notification(id)
            if context[NotificationsCommand.json] {
                try context.streams.print(json: record.whole)
                continue
            }
            if index > 0 { try context.streams.print("") }
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
