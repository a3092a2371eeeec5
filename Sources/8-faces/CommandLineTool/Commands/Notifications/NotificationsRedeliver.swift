internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass notifications redeliver ID…`
enum NotificationsRedeliver {
    static let command = Command(
        "redeliver", "Deliver notifications again, also those that were delivered or given up",
        discussion: """
            Each gets all its tries again; earlier tries stay on record. Its id stays the same, so that a receiver can drop \
            repeats. If another process is delivering it at this moment, this command waits and shows the result. \
            `compass up` or the next `compass run` retries what cannot be delivered now.

            Exit status: 0 when all were delivered; 1 when one waits for another try, was given up, or is still being \
            delivered by another process.
            """,
        examples: ["notifications redeliver 01J9ZV5C9A0000000000000000.notify"],
        options: [NotificationsCommand.json.spec], positionals: [NotificationsCommand.ids.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        for problem in workspace.channelProblems { context.streams.report("compass: \(problem)") }
        let redelivery = try await Redelivery(of: context[NotificationsCommand.ids], in: workspace)
        let ids = redelivery.notifications.map(\.notification.id)
        let shown = try await context.shownIDs(ids, of: .notification, in: workspace)
        var code = ExitCode.success
        let streams = context.streams
        let records = try await redelivery.deliver(asking: context.actor) { timeout in
            streams.note(
                sentence:
                    "compass: another process is delivering: waiting for it, \(timeout.components.seconds) s at most")
        }
        for (id, record) in zip(shown, records) {
            if record.state != .delivered { code = .failed }
            // What is on record of one that another process still delivers is of former tries.
            let tries = record.isUnderWay ? [] : record.deliveries
            if context[NotificationsCommand.json] {
                try context.streams.print(json: record.record)
            } else {
                let last = tries.last.map { ": \(Printable.text($0.detail))" } ?? ""
                try context.streams.print(
                    sentence: "\(Printable.text(id)): \(Printable.text(record.standing(context.streams.times)))\(last)")
            }
        }
        return code
    }
}
