import Accounts
import Documents
import Pipelines
import Platform
import Testing
import Workspaces

@testable import WebServer

/// The buttons of notifications on pages.
@Suite(.timeLimit(.minutes(4))) struct NotificationButtonTests {
    @Test("the button of a page: back to the run's page, or to the list where an admin came from")
    func pages() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let path = "/notifications/\(things.notification)/redeliver"
            _ = try await NotificationRouteTests.delivered(things.notification, served, things.session)
            let page = try await served.ask("GET", "/runs/\(things.run)", as: things.session)
            #expect(page.text.contains("action=\"\(path)\""), "\(page)")
            let count = served.log.entries.count
            let sent = try await served.ask("POST", path, form: [:], as: things.session)
            #expect(sent.status == 303 && sent["Location"] == "/runs/\(things.run)?done=redelivering", "\(sent)")
            let again = try await NotificationRouteTests.delivered(
                things.notification, served, things.session, since: count)
            #expect(again["deliveries"]?.list?.count == 2, "\(again)")
            let admin = try await served.session("ada")
            let listed = try await served.ask("POST", path, form: ["list": "on"], as: admin)
            #expect(listed["Location"] == "/notifications?done=redelivering", "\(listed)")
            try await served.ask(
                WebRequest("POST", path, form: [:], try await served.session("u2").headers), status: 404)
        }
    }
}
