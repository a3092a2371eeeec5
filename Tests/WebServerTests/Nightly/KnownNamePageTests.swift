import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Names that nothing has, on pages and in runs; `KnownNameTests` has those of lists.
@Suite(.timeLimit(.minutes(4))) struct KnownNamePageTests {
    @Test(
        "names that there are: schools by their names, too, people with and without documents, pipelines without runs")
    func known() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            let document = try await served.addDocument("Spring", "A", as: admin, of: "ada")
            _ = try await served.workspace.catalog.changeShares(document.id, adding: ["ucla"], removing: [], by: "ada")
            for school in ["ucla", "UCLA", "Ucla"] {
                let found = try await served.ask("GET", "/api/v1/documents?school=\(school)", as: admin)
                #expect(try found.json["documents"]?.list?.count == 1, "\(school): \(found)")
            }
            for target in [
                "documents?school=stanford", "documents?owner=u2", "runs?pipeline=video", "tokens?person=u2",
            ] {
                let found = try await served.ask("GET", "/api/v1/\(target)", as: admin)
                #expect(found.status == 200, "\(target): \(found)")
            }
        }
    }

    @Test(
        "a word that is none of those that there are: 400 with all of them and the nearest; pages pass it over and say so"
    )
    func words() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            for (target, all, nearest) in [
                ("documents?type=transcirpt", "one of ", "transcript"), ("runs?status=faild", "one of ", "failed"),
                ("notifications?state=delivred", "one of waiting, delivered, given-up", "delivered"),
                ("uploads?state=receving", "one of receiving, ", "receiving"),
                ("documents?sort=oldets", "one of newest, ", "oldest"),
            ] {
                let answer = try await served.ask("GET", "/api/v1/\(target)", as: admin)
                #expect(answer.status == 400 && answer.detail.contains(all), "\(answer)")
                #expect(answer.detail.contains("(did you mean `\(nearest)`?)"), "\(answer)")
                if target.hasPrefix("uploads") { continue }
                let page = try await served.ask("GET", "/\(target)", as: admin)
                #expect(page.status == 200 && page.text.contains("notice-warning"), "\(target): \(page)")
                #expect(page.text.contains("did you mean `\(nearest)`?"), "\(target): \(page)")
            }
        }
    }

    @Test("pages with such names in their addresses tell so, and stay pages")
    func pages() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            for (target, words) in [
                ("/documents?school=stanfrod", "There is no school `stanfrod`."),
                ("/documents?owner=adda", "There is no owner `adda`."),
                ("/runs?owner=adda", "There is no owner `adda`."),
                ("/runs?pipeline=transcipt", "There is no pipeline `transcipt`"),
                ("/quarantine?pipeline=transcipt", "There is no pipeline `transcipt`"),
                ("/quarantine?stage=size-chek", "No pipeline has a stage `size-chek`"),
                ("/notifications?channel=lgo", "There is no channel `lgo`"),
                ("/notifications?pipeline=transcipt", "There is no pipeline `transcipt`"),
            ] {
                let answer = try await served.ask("GET", target, as: admin)
                #expect(answer.status == 200 && answer.text.contains(words), "\(target): \(answer)")
                #expect(answer.text.contains("notice-warning") && answer.text.contains("Did you mean"), "\(target)")
            }
            let run = try await served.ask("GET", "/notifications?run=zz", as: admin)
            #expect(run.status == 200 && run.text.contains("There is no run `zz`"), "\(run)")
            for target in ["/notifications", "/quarantine", "/runs", "/documents"] {
                let answer = try await served.ask("GET", "\(target)?since=zz", as: admin)
                #expect(answer.status == 200 && answer.text.contains("address is ignored"), "\(target): \(answer)")
            }
        }
    }

    @Test("the pages of notifications and of the quarantine are narrowed by what their addresses say")
    func narrowed() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let admin = try await served.session("ada")
            let subject = "New: \(OwnersThings.title)"
            for (filter, isThere) in [
                ("channel=log", true), ("run=\(things.run)", true), ("owner=u1&since=2020-01-01T00:00:00Z", true),
                ("owner=u2", false), ("until=2020-01-01T00:00:00Z", false),
            ] {
                let page = try await served.ask("GET", "/notifications?\(filter)", as: admin)
                #expect(page.status == 200 && page.text.contains(subject) == isThere, "\(filter): \(page)")
                let kept = filter.split(separator: "=")[0]
                #expect(page.text.contains("state=waiting&amp;\(kept)="), "\(filter): \(page)")
            }
            let file = try #require(
                try await served.ask("GET", "/api/v1/quarantine", as: admin).json["entries"]?.list?.first?["id"]?.string
            )
            for (filter, isThere) in [("since=2020-01-01T00:00:00Z", true), ("until=2020-01-01T00:00:00Z", false)] {
                let page = try await served.ask("GET", "/quarantine?\(filter)", as: admin)
                #expect(page.status == 200 && page.text.contains(file) == isThere, "\(filter): \(page)")
                // It would do so with all of a group, also with what is not of that time.
                #expect(!page.text.contains("/quarantine/release"), "\(page)")
            }
        }
    }

    @Test("a run with a school that there is not: refused with the nearest, and nothing was uploaded or is on record")
    func runs() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            func start(_ school: Value) async throws -> WebAnswer {
                try await served.ask(
                    "POST", "/api/v1/runs", json: ["pipeline": "note", "inputs": ["schools": [school]]], as: admin)
            }
            let refused = try await start("stanfrod")
            #expect(refused.status == 400, "\(refused)")
            #expect(refused.detail == "There is no school `stanfrod`. Did you mean `stanford`?", "\(refused)")
            #expect(try Files.list(served.workspace.root.appending(".compass/objects")).isEmpty)
            let runs = try await served.ask("GET", "/api/v1/runs?pipeline=note", as: admin)
            #expect(try runs.json["runs"] == [], "\(runs)")
            let begun = try await start("stanford")
            #expect(begun.status == 202, "\(begun)")
        }
    }
}
