import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Names in addresses and inputs that nothing has.
@Suite(.timeLimit(.minutes(4))) struct KnownNameTests {
    @Test("lists that are narrowed to what there is not: 400 with the nearest, to owners and admins alike")
    func lists() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            let (school, pipeline) = ("`stanford`?", "`transcript`?")
            for (target, words) in [
                ("documents?school=stanfrod", school), ("documents/count?school=stanfrod", school),
                ("documents?owner=adda", "`ada`?"), ("documents/count?owner=adda", "`ada`?"),
                ("statistics?owner=adda", "`ada`?"), ("runs?owner=adda", "`ada`?"), ("links?owner=adda", "`ada`?"),
                ("notifications?owner=adda", "`ada`?"), ("tokens?person=adda", "`ada`?"),
                ("sessions?person=adda", "`ada`?"), ("runs?pipeline=transcipt", pipeline),
                ("batches?pipeline=transcipt", pipeline), ("quarantine?pipeline=transcipt", pipeline),
                ("quarantine/groups?pipeline=transcipt", pipeline), ("notifications?pipeline=transcipt", pipeline),
                ("schedules/history?pipeline=transcipt", pipeline), ("uploads?owner=adda", "`ada`?"),
                ("notifications?channel=lgo", "`log`?"), ("audit?actor=adda", "`ada`?"),
            ] {
                let answer = try await served.ask("GET", "/api/v1/\(target)", as: admin)
                #expect(
                    answer.status == 400 && answer.detail.hasSuffix("Did you mean \(words)"), "\(target): \(answer)")
            }
            let owner = try await served.session("u1")
            try await served.ask("GET", "/api/v1/documents?school=stanfrod", as: owner, status: 400)
            // Owners see their own, whatever they ask for, and learn of nobody else.
            for target in ["documents?owner=u2", "documents?owner=adda", "runs?owner=adda"] {
                let answer = try await served.ask("GET", "/api/v1/\(target)", as: owner)
                #expect(answer.status == 200, "\(target): \(answer)")
            }
        }
    }

    @Test(
        "runs and batches that there are not: 400, to admins with the nearest, and to owners as if there were no others"
    )
    func records() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let (admin, other) = (try await served.session("ada"), try await served.session("u2"))
            let slip = String(things.run.dropLast()) + (things.run.hasSuffix("0") ? "1" : "0")
            for target in ["notifications?run=", "runs?of="] {
                let answer = try await served.ask("GET", "/api/v1/\(target)\(slip)", as: admin, status: 400)
                #expect(
                    answer.detail.hasPrefix("There is no run `\(slip)`. Did you mean `\(things.run.dropLast())"),
                    "\(answer)")
                // That of somebody else, and one that there is not.
                for run in [things.run, slip] {
                    let refused = try await served.ask("GET", "/api/v1/\(target)\(run)", as: other)
                    #expect(refused.status == 400 && refused.detail == "There is no run `\(run)`.", "\(refused)")
                }
                try await served.ask("GET", "/api/v1/\(target)\(things.run)", as: things.session, status: 200)
            }
            for who in [admin, other] {
                let batch = try await served.ask("GET", "/api/v1/runs?batch=nothing", as: who)
                #expect(batch.status == 400 && batch.detail == "There is no batch `nothing`.", "\(batch)")
            }
            for (target, words) in [("stage=size-chek", "`size-check`?"), ("kind=too-lareg", "`too-large`?")] {
                let answer = try await served.ask("GET", "/api/v1/quarantine?\(target)", as: admin)
                #expect(answer.status == 400 && answer.detail.hasSuffix("Did you mean \(words)"), "\(answer)")
                try await served.ask("GET", "/api/v1/quarantine?\(target)", as: things.session, status: 200)
            }
        }
    }
}
