import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Names in addresses and inputs that nothing has.
@Suite(.timeLimit(.minutes(5))) struct KnownNameTests {
    @Test("lists that are narrowed to what there is not: 400 with the nearest, to owners and admins alike")
    func lists() async throws {
        try await withServedWorkspace { served in
            let admin = try await served.session("ada")
            let (school, pipeline) = ("`stanford`?", "`transcript`?")
            for (target, words) in [
                ("documents?school=stanfrod", school), ("documents/count?school=stanfrod", school),
                ("documents?owner=adda", "`ada`?"), ("documents/count?owner=adda", "`ada`?"),
                ("statistics?owner=adda", "`ada`?"), ("runs?owner=adda", "`ada`?"), ("links?owner=adda", "`ada`?"),
                ("notifications?owner=adda", "`ada`?"), ("tokens?person=adda", "`ada`?"),
                ("sessions?person=adda", "`ada`?"), ("runs?pipeline=transcipt", pipeline),
                ("batches?pipeline=transcipt", pipeline), ("quarantine?pipeline=transcipt", pipeline),
                ("quarantine/groups?pipeline=transcipt", pipeline), ("notifications?pipeline=transcipt", pipeline),
                ("schedules/slots?pipeline=transcipt", pipeline),
            ] {
                let answer = try await served.ask("GET", "/api/v1/\(target)", as: admin)
                #expect(
                    answer.status == 400 && answer.detail.hasSuffix("Did you mean \(words)"), "\(target): \(answer)")
            }
            let owner = try await served.session("u1")
            let refused = try await served.ask("GET", "/api/v1/documents?school=stanfrod", as: owner)
            #expect(refused.status == 400, "\(refused)")
            // Owners see their own, whatever they ask for, and learn of nobody else.
            for target in ["documents?owner=u2", "documents?owner=adda", "runs?owner=adda"] {
                let answer = try await served.ask("GET", "/api/v1/\(target)", as: owner)
                #expect(answer.status == 200, "\(target): \(answer)")
            }
        }
    }

    @Test(
        "names that there are: schools by their names, too, people with and without documents, pipelines without runs")
    func known() async throws {
        try await withServedWorkspace { served in
            let admin = try await served.session("ada")
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

    @Test("pages with such names in their addresses tell so, and stay pages")
    func pages() async throws {
        try await withServedWorkspace { served in
            let admin = try await served.session("ada")
            for (target, words) in [
                ("/documents?school=stanfrod", "There is no school `stanfrod`."),
                ("/documents?owner=adda", "There is no owner `adda`."),
                ("/runs?owner=adda", "There is no owner `adda`."),
                ("/runs?pipeline=transcipt", "There is no pipeline `transcipt`"),
                ("/quarantine?pipeline=transcipt", "There is no pipeline `transcipt`"),
            ] {
                let answer = try await served.ask("GET", target, as: admin)
                #expect(answer.status == 200 && answer.text.contains(words), "\(target): \(answer)")
                #expect(answer.text.contains("notice-warning") && answer.text.contains("Did you mean"), "\(target)")
            }
        }
    }

    @Test("a run with a school that there is not: refused with the nearest, and nothing was uploaded or is on record")
    func runs() async throws {
        try await withServedWorkspace { served in
            let admin = try await served.session("ada")
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
