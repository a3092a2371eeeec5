import CompassTesting
import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Lists that are narrowed to a time.
@Suite(.timeLimit(.minutes(4))) struct PeriodTests {
    private static func targets(_ things: OwnersThings) -> [(target: String, list: String)] {
        let document = "documents/\(things.document.id)"
        return [
            ("documents", "documents"), ("\(document)/versions", "versions"), ("\(document)/history", "entries"),
            ("runs", "runs"), ("notifications", "notifications"), ("uploads", "uploads"), ("quarantine", "entries"),
            ("quarantine/groups", "groups"), ("links", "links"), ("tokens", "tokens"), ("sessions", "sessions"),
            ("batches", "batches"), ("schedules/history", "times"), ("audit", "entries"),
        ]
    }

    @Test("every list of what has a time takes since and until, as a command line does")
    func lists() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let admin = try await served.session("ada")
            for (target, list) in Self.targets(things) {
                func count(_ query: String) async throws -> Int? {
                    let answer = try await served.ask("GET", "/api/v1/\(target)?\(query)", as: admin)
                    #expect(answer.status == 200, "\(target): \(answer)")
                    return try answer.json[list]?.list?.count
                }
                let all = try await count("")
                if target != "batches", target != "schedules/history" { #expect(all != 0, "\(target)") }
                let within = ["since=7d", "since=2020-01-01", "since=2020-01-01T02:30&until=2100-01-01T00:00:00Z"]
                for query in within.prefix(Nightly.isOn ? 3 : 1) {
                    #expect(try await count(query) == all, "\(target)?\(query)")
                }
                let outside = ["until=7d", "until=2020-01-01", "since=2100-01-01T00:00:00Z"]
                for query in outside.prefix(Nightly.isOn ? 3 : 1) {
                    #expect(try await count(query) == 0, "\(target)?\(query)")
                }
                for name in ["since", "until"] {
                    let wrong = try await served.ask("GET", "/api/v1/\(target)?\(name)=yesterday", as: admin)
                    #expect(wrong.status == 400, "\(target): \(wrong)")
                    #expect(wrong.detail.contains("`\(name)` must be a day such as 2026-03-08"), "\(target): \(wrong)")
                }
            }
            let found = try await served.ask("GET", "/api/v1/documents/count?until=7d", as: admin)
            #expect(try found.json["count"] == 0, "\(found)")
        }
    }

    @Test("the pages of documents and runs have fields for a time, and their links carry it on")
    func forms() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            _ = try await served.addDocument("Spring", "A", as: admin, of: "ada")
            for page in ["documents", "runs"] {
                let all = try await served.ask("GET", "/\(page)?since=2020-01-02&until=", as: admin)
                #expect(all.status == 200 && all.text.contains(">Spring<"), "\(page)")
                #expect(all.text.contains("type=\"date\" name=\"since\" value=\"2020-01-02\""), "\(page)")
                let none = try await served.ask("GET", "/\(page)?until=2020-01-02T00:00:30Z", as: admin)
                #expect(none.status == 200 && !none.text.contains(">Spring<"), "\(page)")
                #expect(none.text.contains("type=\"text\" name=\"until\" value=\"2020-01-02T00:00:30"), "\(page)")
            }
            let documents = try await served.ask("GET", "/documents?since=2020-01-02", as: admin)
            #expect(documents.text.contains("Since 2020-01-02"), "a chip")
            #expect(documents.text.contains("?since=2020-01-02"), "links carry it on")
        }
    }
}
