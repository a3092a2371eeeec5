import Accounts
import Documents
import Pipelines
import Platform
import Testing
import Workspaces

@testable import WebServer

/// What runs have announced, over HTTP: who sees it, and that it is delivered once more.
@Suite(.timeLimit(.minutes(4))) struct NotificationRouteTests {
    private static func notifications(_ answer: WebAnswer) throws -> [Value] {
        try #require(answer.status == 200, "\(answer)")
        return try #require(try answer.json["notifications"]?.list)
    }

    /// Waits until something was delivered since the log had so many entries.
    ///
    /// - Returns: the notification then.
    static func delivered(
        _ id: String, _ served: ServedWorkspace, _ who: Credential, since count: Int = 0
    ) async throws -> Value {
        _ = try #require(await served.log.first("delivered", after: count))
        let answer = try await served.ask("GET", "/api/v1/notifications/\(id)", as: who)
        #expect(try answer.json["state"] == "delivered", "\(answer)")
        return try answer.json
    }

    @Test("owners have those of their own runs, admins all; filters narrow them, and nothing of others is shown")
    func lists() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let (other, admin) = (try await served.session("u2"), try await served.session("ada"))
            func found(_ query: String, _ who: Credential) async throws -> Int {
                try Self.notifications(try await served.ask("GET", "/api/v1/notifications" + query, as: who)).count
            }
            #expect(try await found("", things.session) == 1)
            #expect(try await found("", other) == 0)
            #expect(try await found("?owner=u1", other) == 0)
            #expect(try await found("?owner=u1", admin) == 1)
            #expect(try await found("?owner=u2", admin) == 0)
            #expect(try await found("?run=\(things.run)", things.session) == 1)
            #expect(try await found("?document=\(things.document.id)&channel=log", things.session) == 1)
            #expect(try await found("?pipeline=letter", things.session) == 0)
            let channel = try await served.ask("GET", "/api/v1/notifications?channel=coaches", as: things.session)
            #expect(channel.status == 400 && channel.detail.hasPrefix("There is no channel `coaches`"), "\(channel)")
            try await served.ask("GET", "/api/v1/notifications?document=\(things.document.id)", as: other, status: 404)
            let shown = try await served.ask("GET", "/api/v1/notifications/\(things.notification)", as: things.session)
            #expect(try shown.json["subject"] == .string("New: \(OwnersThings.title)"), "\(shown)")
            #expect(try shown.json["data"]?["document"]?["id"] == .string(things.document.id), "\(shown)")
            let beginning = String(things.notification.dropLast(3))
            #expect(
                try await served.ask("GET", "/api/v1/notifications/\(beginning)", as: things.session).status == 404,
                "programs name ids whole")
        }
    }

    @Test("redelivery: what was delivered is delivered again, all tries stay, and the audit has who asked")
    func redelivery() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let id = things.notification
            _ = try await Self.delivered(id, served, things.session)
            let path = "/api/v1/notifications/\(id)/redeliver"
            let token = try await served.token("u1", [.runsRead])
            #expect(try await served.ask("POST", path, as: token).status == 403)
            #expect(try await served.ask("POST", path, as: try await served.session("u2")).status == 404)
            let count = served.log.entries.count
            try await served.ask("POST", path, as: things.session, status: 202)
            let again = try await Self.delivered(id, served, things.session, since: count)
            #expect(again["id"] == .string(id) && again["deliveries"]?.list?.count == 2, "\(again)")
            let audit = try await served.workspace.accounts.entries(AuditQuery(), limit: 50, after: nil).items
            let entry = try #require(audit.first { $0.action == "notifications.redeliver" })
            #expect(entry.by.name == "u1" && entry.detail == id && entry.outcome == .succeeded)
        }
    }
}
