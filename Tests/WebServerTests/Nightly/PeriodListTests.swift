import CompassTesting
import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Pages of a period, and uploads of a state.
@Suite(.timeLimit(.minutes(4))) struct PeriodListTests {
    @Test("pages of a period that is said as a time before now follow one another")
    func pages() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            for title in ["A", "B", "C"] { _ = try await served.addDocument(title, title, as: admin, of: "ada") }
            for (target, list) in [
                ("documents", "documents"), ("documents?sort=name", "documents"), ("runs", "runs"),
                ("uploads", "uploads"),
                ("notifications", "notifications"), ("audit", "entries"), ("quarantine?all=true", "entries"),
            ] {
                var (ids, next): ([String], String?) = ([], nil)
                let start = "/api/v1/\(target)\(target.contains("?") ? "&" : "?")since=7d&limit=2"
                repeat {
                    let answer = try await served.ask("GET", start + (next.map { "&after=\($0)" } ?? ""), as: admin)
                    #expect(answer.status == 200, "\(target): \(answer)")
                    ids += try answer.json[list]?.list?.compactMap { ($0["id"] ?? $0["run"])?.string } ?? []
                    next = try answer.json["next"]?.string
                } while next != nil
                #expect(Set(ids).count == ids.count, "\(target)")
                #expect(target.hasPrefix("quarantine") || ids.count >= 3, "\(target): \(ids)")
            }
        }
    }

    @Test("uploads of a state, and of an owner where an admin asks")
    func uploads() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let admin = try await served.session("ada")
            for (query, isFound) in [
                ("state=ended", true), ("state=expired", false), ("owner=u1", true), ("owner=u2", false),
            ] {
                let answer = try await served.ask("GET", "/api/v1/uploads?\(query)", as: admin)
                #expect(try answer.json["uploads"]?.list?.isEmpty == !isFound, "\(query): \(answer)")
            }
            let own = try await served.ask("GET", "/api/v1/uploads?owner=u2", as: things.session)
            #expect(try own.json["uploads"]?.list?.isEmpty == false, "\(own)")
        }
    }
}
