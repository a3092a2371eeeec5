internal import Pipelines
internal import Platform

extension ChannelConformance {
    /// What arrives.
    static let deliveries: [ChannelRule] = [
        ChannelRule("a notification arrives once, with its id and all that it says") { test in
            let notification = notification("01A.notify")
            try expectDelivered(await test.channel().deliver(notification))
            try await expectArrived([notification], at: test)
        },
        ChannelRule(
            "notifications arrive in the order in which they are delivered, through channels of several processes"
        ) { test in
            let channels = [try test.channel(), try test.channel()]
            let notifications = (0..<10).map { notification("01A.\($0)") }
            for (number, notification) in notifications.enumerated() {
                try expectDelivered(await channels[number % 2].deliver(notification))
            }
            try await expectArrived(notifications, at: test)
        },
        ChannelRule("as many deliveries as a channel begins at once all arrive, each once") { test in
            let channel = try test.channel()
            let count = min(channel.concurrency, 64)
            let outcomes = await withTaskGroup(of: DeliveryOutcome.self) { group in
                for number in 0..<count { group.addTask { await channel.deliver(notification("01A.\(number)")) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for outcome in outcomes { try expectDelivered(outcome) }
            let ids = try await test.arrived().map(\.id)
            try expect(ids.sorted(), is: (0..<count).map { "01A.\($0)" }.sorted())
        },
        ChannelRule("notifications that are handed over together arrive in their order, and each has its outcome") {
            test in
            guard let channel = try test.channel() as? any BatchChannel else { return }
            let first = notification("01A.0")
            try expectDelivered(await channel.deliver(first))
            let others = (1..<20).map { notification("01A.\($0)") }
            let outcomes = await channel.deliver(others)
            try expect(outcomes.count, is: others.count)
            for outcome in outcomes { try expectDelivered(outcome) }
            try await expectArrived([first] + others, at: test)
            try await expect(channel.deliver([]), is: [])
        },
    ]

    /// What notifications say.
    static let texts: [ChannelRule] = [
        ChannelRule("unusual texts arrive as they are") { test in
            let texts = [
                "New \u{1F3A5} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\"quoted\" 'too'",
                "back\\slash \\n %41 &amp; <b>",
                "Zoë, Zoe\u{308}, שלום, 你好", "{\"id\":\"none\"}", "a  b", ".", "=?utf-8?q?none?=",
            ]
            let notifications = texts.enumerated().map {
                notification("01A.\($0.offset)", $0.element, body: $0.element)
            }
            let channel = try test.channel()
            for notification in notifications { try expectDelivered(await channel.deliver(notification)) }
            try await expectArrived(notifications, at: test)
        },
        ChannelRule("a body may be missing, have many lines, or be long") { test in
            let line = "A line of a long body, with an umlaut: ü, and a \u{1F3A5}.\n"
            let bodies = [
                nil, "", "one\ntwo\n\nfour", "\t- a\n\t- b", "\n.\n..\nFrom here\n",
                String(repeating: line, count: 100_000 / line.utf8.count + 1),
            ]
            let notifications = bodies.enumerated().map { notification("01A.\($0.offset)", body: $0.element) }
            let channel = try test.channel()
            for notification in notifications { try expectDelivered(await channel.deliver(notification)) }
            try await expectArrived(notifications, at: test)
        },
        ChannelRule("ids that look alike are different ones") { test in
            let ids = ["01A.a", "01A.A", "01A.a.1", "01A_a", "01A-a", "01A.a\"", "01A.ü", "01A.a b", "01A.a%20b"]
            let channel = try test.channel()
            for id in ids { try expectDelivered(await channel.deliver(notification(id))) }
            try await expect(test.arrived().map(\.id), is: ids)
        },
    ]

    static func notification(
        _ id: String, _ subject: String = "New video: clip", body: String? = "A line."
    ) -> Notification {
        Notification(
            id: id, channel: "coaches", subject: subject, body: body,
            data: ["pipeline": "video", "document": ["name": .string(subject), "size": 12]], run: "01A",
            stage: "notify",
            createdAt: Timestamp(microseconds: 1_772_953_200_123_000))
    }

    static func expectDelivered(
        _ outcome: DeliveryOutcome, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        if case .delivered = outcome { return }
        throw ConformanceError(file, line, "is no delivery", "\(outcome)")
    }

    static func expectArrived(
        _ sent: [Notification], at test: any TestedRecipient, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let arrived = try await test.arrived()
        try expect(arrived.map(\.id), is: sent.map(\.id), file: file, line: line)
        for (notification, arrived) in zip(sent, arrived) {
            let expected = ArrivedNotification(
                id: notification.id, subject: notification.subject, body: notification.body,
                data: arrived.data.map { _ in notification.data })
            // As bytes: Swift takes two ways to write one letter for the same.
            let isSame =
                expected.subject.utf8.elementsEqual(arrived.subject.utf8)
                && (expected.body ?? "").utf8.elementsEqual((arrived.body ?? "").utf8)
            try expect(isSame, "\(notification.id) says something else", file: file, line: line)
            try expect(arrived.data, is: expected.data, file: file, line: line)
        }
    }
}
