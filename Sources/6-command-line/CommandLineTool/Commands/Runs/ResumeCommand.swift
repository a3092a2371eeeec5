internal import Engine
internal import Pipelines
internal import Platform

/// `compass runs resume`: delivers what waits.
enum ResumeCommand {
    static let command = Command(
        "resume", "Deliver the notifications that wait in the outbox",
        discussion: """
            Tries every notification that has not been delivered, again and again with growing waits, until each one is \
            delivered or given up. Ctrl-C ends it; what waits then stays in the outbox.
            """
    ) { context in
        let workspace = try await context.workspace()
        let tally = try await workspace.delivery(pool: WorkerPool(name: "delivery", width: 8)).drain(until: nil)
        context.streams.report(
            "\(HumanFormat.count(tally.delivered, "notification")) delivered, \(tally.givenUp) given up, "
                + "\(try await workspace.outbox.waiting()) waiting")
        return tally.givenUp > 0 ? .failed : .success
    }
}
