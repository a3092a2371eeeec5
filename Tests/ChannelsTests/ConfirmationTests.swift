import Channels
import CompassTesting
import Pipelines
import Platform
import Testing

/// What channels answer when nobody knows whether a notification has arrived.
@Suite struct ConfirmationTests {
    let receiver: Receiver

    init() throws {
        receiver = try Receiver.shared()
    }

    private func channel(_ name: String, confirm: String?) -> WebhookChannel {
        WebhookChannel(
            url: receiver.url("hook/\(name)"), secret: Receiver.secret, confirm: confirm.map { receiver.url($0) })
    }

    @Test(
        "a receiver that has the notification confirms it, and one that has not lets it be sent; both see a signature")
    func confirms() async throws {
        let channel = channel("asked", confirm: "confirm/asked/{id}")
        let (came, missing) = (TestNotification.make(id: "a b.c"), TestNotification.make(id: "a b.d"))
        #expect(await channel.deliver(came) == .delivered(detail: "204"))
        #expect(await channel.confirm([missing, came]) == [.deliver, .arrived(detail: "confirmed with 204")])
        #expect(try await receiver.received("asked").count == 1)
    }

    @Test("an answer that does not tell is no reason to send, nor is none", arguments: [401, 500, 302, 429])
    func unknown(status: Int) async throws {
        let asked = await channel("vague", confirm: "answer/\(status)").confirm([TestNotification.make()])
        let reason =
            "The webhook may have been delivered, and `confirm` answered \(status), which does not say so. "
            + "It is asked again; 2xx says that it has the notification, 404 that it has not."
        #expect(asked == [.later(reason: reason, after: nil)])
        let absent = WebhookChannel(
            url: receiver.url("hook/vague"), secret: nil, confirm: "http://127.0.0.1:1/hidden/{id}")
        guard case .later(let reason, nil)? = await absent.confirm([TestNotification.make()]).first else {
            Issue.record("a receiver that cannot be reached has confirmed")
            return
        }
        #expect(reason.hasPrefix("The request to http://127.0.0.1:1/… failed: ") && !reason.contains("hidden"))
    }

    @Test("without an address to ask at, a notification is sent again")
    func unasked() async throws {
        #expect(await channel("unasked", confirm: nil).confirm([TestNotification.make()]) == [.deliver])
    }

    @Test("the log finds a line however much was written since, and finds none that is cut off")
    func log() async throws {
        let folder = try TestFolder()
        let file = folder.path.appending("log")
        #expect(await LogChannel(file: file).confirm([TestNotification.make()]) == [.deliver])
        let all = (0..<12).map { TestNotification.make(id: "n\($0)", subject: String(repeating: "x", count: 100_000)) }
        #expect(await LogChannel(file: file).deliver(all).allSatisfy { $0 == .delivered(detail: "written") })
        let whole = try Files.read(file, limit: 1 << 24)
        try Files.replace(file, with: whole.dropLast(10))
        let asked = await LogChannel(file: file).confirm([all[11], all[0], TestNotification.make(id: "n"), all[10]])
        let there = Confirmation.arrived(detail: "written before")
        #expect(asked == [.deliver, there, .deliver, there])
    }

    @Test("a log that cannot be searched is asked again later")
    func unsearchable() async throws {
        let folder = try TestFolder()
        #expect(
            await LogChannel(file: folder.path).confirm([TestNotification.make()]) == [
                .later(
                    reason: "The notification may have been written, and \(folder.path) cannot be searched for it: "
                        + "Is a directory (EISDIR). It is tried again once that is put right.", after: nil)
            ])
    }
}
