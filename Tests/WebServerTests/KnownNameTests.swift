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

    @Test("the id of a person in another case or with blanks around it: it is meant wherever one is taken")
    func spellings() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            let session = try await served.session("u1")
            let document = try await served.addDocument("Spring", "A, B\n", as: session, of: "u1")
            for id in ["u1", "U1", "%20U1%20"] {
                for (target, list) in [("documents?owner=", "documents"), ("sessions?person=", "sessions")] {
                    let answer = try await served.ask("GET", "/api/v1/\(target)\(id)", as: admin, status: 200)
                    #expect(try answer.json[list]?.list?.isEmpty == false, "\(target)\(id): \(answer)")
                }
                let page = try await served.ask("GET", "/documents?owner=\(id)", as: admin)
                #expect(page.text.contains(document.id), "\(id)")
                try await served.ask("PATCH", "/api/v1/people/\(id)", json: ["name": "Kim"], as: admin, status: 200)
            }
            try await served.ask("PATCH", "/api/v1/people/U1", json: ["name": "Kim"], as: session, status: 200)
            let other = try await served.ask(
                "PATCH", "/api/v1/people/U2", json: ["name": "Kim"], as: session, status: 404)
            #expect(other.detail == "There is no person `U2`.")
            for (name, metadata) in [("a", "U1"), ("b", "u1 ")] {
                let head = UploadTests.metadata("\(name).txt").value
                let creation = UploadTests.creation("\(head),owner \(metadata.base64)", length: 3, as: admin)
                let made = try await served.ask(creation, status: 201)
                let upload = try #require(made["Location"]?.split(separator: "/").last)
                let shown = try await served.ask("GET", "/api/v1/uploads/\(upload)", as: session, status: 200)
                #expect(try shown.json["owner"] == "u1", "\(shown)")
            }
            // By themselves.
            for (owner, status) in [("U1", 201), (" u1", 201), ("U2", 403)] {
                let metadata = "\(UploadTests.metadata("c.txt").value),owner \(owner.base64)"
                try await served.ask(UploadTests.creation(metadata, length: 3, as: session), status: status)
            }
            for list in ["sessions", "tokens"] {
                try await served.ask("GET", "/api/v1/\(list)?person=U1", as: session, status: 200)
                let others = try await served.ask("GET", "/api/v1/\(list)?person=U2", as: session)
                #expect(others.status == 404 && others.detail == "There is no person `U2`.", "\(others)")
            }
            let body: Value = ["id": "U1 ", "password": .string(ServedWorkspace.password)]
            let signedIn = try await served.ask("POST", "/api/v1/sessions", json: body, status: 201)
            #expect(try signedIn.json["person"] == "u1")
        }
    }

    @Test("fields that take an id: a telephone corrects nothing in them")
    func fields() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            _ = try await served.addDocument("Spring", "A, B\n", as: admin, of: "ada")
            let asTyped = "autocapitalize=\"none\" autocorrect=\"off\" spellcheck=\"false\""
            for (target, name, who) in [
                ("/sign-in", "id", nil), ("/people/new", "id", admin), ("/people/u1/erase", "confirm", admin),
                ("/documents", "owner", admin), ("/runs", "owner", admin),
            ] as [(String, String, Credential?)] {
                let page = try await served.ask("GET", target, as: who).text
                let field = page.split(separator: "<input").first { $0.contains("name=\"\(name)\"") }
                #expect(field?.prefix { $0 != ">" }.contains(asTyped) == true, "\(target): \(field ?? "")")
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
