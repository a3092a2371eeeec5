internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass notifications channels`
enum NotificationsChannels {
    static let command = Command(
        "channels", "List the workspace's channels, and why one cannot deliver now",
        discussion: "`compass channels` explains the types that there are.", examples: ["notifications channels"],
        options: ListingOptions.all
    ) { context in
        let channels = try await context.readOnlyWorkspace().channelStates
        try await context.pages(of: channels) { page, isFirst in
            try Listing(
                page: page, record: \.record,
                columns: [.main("CHANNEL"), .text("TYPE").leftOut(1), .flexible("RECIPIENT")],
                cells: { [$0.name, $0.type, $0.problem.map { "not available: \($0)" } ?? $0.recipient ?? ""] },
                emptyText: context[ListingOptions.after] == nil ? "No channels" : "No more channels", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

/// `compass notifications test CHANNEL…`
enum NotificationsTest {
    private static let channels = Positional<[String]>.many(
        "CHANNEL", .word(completedBy: .channels), "Its name in compass.yaml.", minimum: 1)
    private static let pool = WorkerPool(name: "channel-test", width: 1)

    static let command = Command(
        "test", "Send a channel a notification that says that it is a test",
        discussion: """
            Each channel gets one, with one try, at once. It belongs to no run and is not on record; `data` has `test: true`, so \
            that a receiver can tell it. People at the other end see it.

            Exit status: 0 when all were delivered, otherwise 1.
            """,
        examples: ["notifications test coaches"], options: [NotificationsCommand.json.spec],
        positionals: [channels.spec]
    ) { context in
        let workspace = try await context.workspace(storing: false)
        var code = ExitCode.success
        try await workspace.test(channels: context[channels], pool: pool) { name, outcome, id in
            let isDelivered = if case .delivered = outcome { true } else { false }
            if !isDelivered { code = .failed }
            if context[NotificationsCommand.json] {
                try context.streams.print(json: [
                    "channel": .string(name), "id": .string(id), "delivered": .boolean(isDelivered),
                    "detail": .string(detail(outcome)),
                ])
            } else {
                let word = isDelivered ? "delivered" : "not delivered"
                try context.streams.print(
                    sentence: "\(Printable.text(name)): \(word): \(Printable.text(detail(outcome)))")
            }
        }
        return code
    }

    private static func detail(_ outcome: DeliveryOutcome) -> String {
        switch outcome {
        case .delivered(let detail): detail
        case .retry(let reason, _), .refused(let reason): reason
        case .unsent: "nothing was sent"
        }
    }
}
