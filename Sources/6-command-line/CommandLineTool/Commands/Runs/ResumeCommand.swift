internal import Engine
internal import Pipelines
internal import Platform

/// `compass runs resume`: finishes what was left.
enum ResumeCommand {
    private static let patience = CommandOption.value(
        "patience", "SECONDS", ArgumentKind.integer(in: 0...86_400), "How long to wait for further tries.",
        standard: 60,
        shown: "60")

    static let command = Command(
        "resume", "Finish what was left: deliver notifications, erase objects of deleted documents",
        discussion: """
            Tries every notification that is due, and those that fall due within the patience, with growing waits between \
            the tries. What cannot be delivered in that time stays in the outbox for the next `compass run` or `compass \
            runs resume`. Exit status: 1 when a notification was given up or an object could not be erased.
            """,
        options: [patience.spec]
    ) { context in
        let workspace = try await context.workspace()
        for problem in workspace.channelProblems { context.streams.report("compass: \(problem)") }
        let failures = try await workspace.eraseQueuedObjects()
        for failure in failures { context.streams.report("compass: \(failure)") }
        let tally = try await workspace.delivery(pool: WorkerPool(name: "delivery", width: 8))
            .drain(until: .now + .seconds(context[patience]))
        context.streams.report(
            "\(HumanFormat.count(tally.delivered, "notification")) delivered, \(tally.givenUp) given up, "
                + "\(try await workspace.outbox.waiting()) waiting")
        return tally.givenUp > 0 || !failures.isEmpty ? .failed : .success
    }
}
