internal import Accounts
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass notifications redeliver ID…`
enum NotificationsRedeliver {
    private static let ids = Positional<[String]>.many(
        "ID", .word, "The notification's id or the beginning of it, as `notifications list` shows it.", minimum: 1)

    static let command = Command(
        "redeliver", "Deliver notifications again, also those that were delivered or given up",
        discussion: """
            Each has all tries before it again; those that were stay on record. Its id stays the same, so that a receiver \
            that drops repeats drops it. What cannot be delivered now is tried again later, by `compass up` or the next \
            `compass run`.
            """,
        examples: ["notifications redeliver 01J9ZV5C9A0000000000000000.notify"],
        options: [NotificationsCommand.json.spec], positionals: [ids.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        for problem in workspace.channelProblems { context.streams.report("compass: \(problem)") }
        let redelivery = try await Redelivery(of: context[ids], in: workspace)
        var code = ExitCode.success
        for record in try await redelivery.deliver(asking: context.actor) {
            if record.state == .givenUp { code = .failed }
            if context[NotificationsCommand.json] {
                try context.streams.print(json: record.record)
            } else {
                let last = record.deliveries.last.map { ": \(Printable.text($0.detail))" } ?? ""
                try context.streams.print(
                    "\(Printable.text(record.notification.id)): \(Printable.text(record.standing(context.streams.times)))\(last)"
                )
            }
        }
        return code
    }
}
