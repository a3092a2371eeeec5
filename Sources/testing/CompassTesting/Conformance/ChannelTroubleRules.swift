internal import Pipelines
internal import Platform

extension ChannelConformance {
    /// What follows when nobody knows whether a notification has arrived.
    static let repeats: [ChannelRule] = [
        ChannelRule("a channel that can be asked says what has arrived and what has not, and changes nothing") { test in
            guard let channel = try test.channel() as? any ConfirmingChannel else { return }
            let (came, missing) = (notification("01A.came"), notification("01A.missing"))
            try await expect(channel.confirm([came, missing]), is: [.deliver, .deliver])
            try expectDelivered(await channel.deliver(came))
            // The process that delivered it may be gone.
            for channel in [channel, try test.channel() as? any ConfirmingChannel] {
                let answers = try await require(channel?.confirm([missing, came, missing]))
                try expect(answers.count == 3 && answers[0] == .deliver && answers[2] == .deliver, "\(answers)")
                guard case .arrived = answers[1] else {
                    throw ConformanceError(#fileID, #line, "is not confirmed", "\(answers[1])")
                }
            }
            try await expectArrived([came], at: test)
            try expectDelivered(await channel.deliver(missing))
            try await expectArrived([came, missing], at: test)
        },
        ChannelRule("a notification that is delivered again has the same id and says the same") { test in
            let notification = notification("01A.notify")
            for _ in 0..<2 { try expectDelivered(await test.channel().deliver(notification)) }
            // Who knows what it has may leave the repeat out.
            let count = try await test.arrived().count
            try await expectArrived(Array(repeating: notification, count: count == 1 ? 1 : 2), at: test)
        },
    ]

    /// What follows when something is not as it should be.
    static let troubles: [ChannelRule] = [
        ChannelRule("a recipient that is away is tried again, and nothing is taken for arrived") { test in
            let channel = try test.absentChannel()
            let notifications = (0..<3).map { notification("01A.\($0)") }
            var outcomes = [await channel.deliver(notifications[0])]
            if let channel = channel as? any BatchChannel { outcomes += await channel.deliver(notifications) }
            for outcome in outcomes {
                guard case .retry(let reason, _) = outcome else {
                    throw ConformanceError(#fileID, #line, "is not tried again", "\(outcome)")
                }
                try expect(!reason.isEmpty, "there is a reason")
            }
            guard let channel = channel as? any ConfirmingChannel else { return }
            for answer in await channel.confirm(notifications) {
                if case .arrived = answer {
                    throw ConformanceError(#fileID, #line, "is confirmed", "by a recipient that is away")
                }
            }
        },
        ChannelRule("a delivery that is cancelled before it begins ends, and its outcome is true") { test in
            let channel = try test.channel()
            let outcome = await withTaskGroup(of: DeliveryOutcome.self) { group in
                group.cancelAll()
                group.addTask { await channel.deliver(notification("01A.notify")) }
                return await group.next()
            }
            let count = try await test.arrived().count
            switch try require(outcome) {
            case .delivered: try expect(count, is: 1)
            case .unsent: try expect(count, is: 0)
            case .retry: break
            case .refused(let reason): throw ConformanceError(#fileID, #line, "is refused", reason)
            }
        },
        ChannelRule("a delivery that is cancelled while its recipient keeps silent ends as one that may have arrived") {
            test in
            guard let (channel, isReached) = try test.silentChannel() else { return }
            let outcome = try await withThrowingTaskGroup(of: DeliveryOutcome.self) { group in
                group.addTask { await channel.deliver(notification("01A.notify")) }
                try await isReached()
                group.cancelAll()
                return try await group.next()
            }
            guard case .retry(let reason, _)? = outcome else {
                throw ConformanceError(#fileID, #line, "is not tried again", "\(String(describing: outcome))")
            }
            try expectNoSecret(of: test, in: reason)
        },
    ]

    /// What a channel says of itself.
    static let settings: [ChannelRule] = [
        ChannelRule("a channel begins at least one delivery at a time, and none takes for ever") { test in
            for channel in [try test.channel(), try test.absentChannel()] {
                try expect(channel.concurrency >= 1)
                try expect(
                    channel.longestTry > .zero && channel.longestTry <= .seconds(86_400), "\(channel.longestTry)")
                try expect(!type(of: channel).kind.isEmpty && !channel.recipient.isEmpty)
            }
        },
        ChannelRule("no secret of its settings is shown, by whatever it says and however it is looked at") { test in
            for channel in [try test.channel(), try test.absentChannel()] {
                let outcome = await channel.deliver(notification("01A.notify"))
                var shown = "\(channel.recipient) \(channel) \(String(reflecting: channel)) \(outcome)"
                dump(channel, to: &shown)
                if let channel = channel as? any ConfirmingChannel {
                    shown += "\(await channel.confirm([notification("01A.notify")]))"
                }
                try expectNoSecret(of: test, in: shown)
            }
        },
    ]

    private static func expectNoSecret(
        of test: any TestedRecipient, in shown: String, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        for (number, secret) in test.secrets.enumerated() {
            try expect(!shown.contains(secret), "secret \(number) is shown", file: file, line: line)
        }
    }
}
