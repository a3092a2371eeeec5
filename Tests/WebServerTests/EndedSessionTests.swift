import Accounts
import Documents
import HTTPServer
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Forms that come when their senders' sessions have ended; see `test_sign_in.py` for what people see.
@Suite(.timeLimit(.minutes(4))) struct EndedSessionTests {
    static let site = [(name: "Sec-Fetch-Site", value: "same-origin")]

    @Test("what was typed is carried only for a form of this site, without secrets, and up to a size")
    func kept() async throws {
        try await withServedWorkspace { served in
            let target = "/people/new"
            let form: Record = ["id": "zoe", "name": "Zoë <b>", "password": "secret words"]
            let own = try await served.ask(WebRequest("POST", target, form: form, Self.site), status: 401)
            #expect(own.text.contains("name=\"typed\" value=\"id=zoe&amp;name=Zo%C3%AB%20%3Cb%3E\""), "\(own.text)")
            #expect(!own.text.contains("secret"), "\(own.text)")
            for headers in [[("Sec-Fetch-Site", "cross-site")], [("Origin", "http://evil.example")], []] {
                let foreign = try await served.ask(
                    WebRequest("POST", target, form: form, headers.map { (name: $0.0, value: $0.1) }), status: 303)
                #expect(foreign["Location"] == "/sign-in?next=%2Fpeople%2Fnew&done=not-signed-in")
            }
            let long: Record = ["id": .string(String(repeating: "x", count: KeptForm.maxSize))]
            #expect(try await served.ask(WebRequest("POST", target, form: long, Self.site)).status == 303)
        }
    }

    @Test("what the page to sign in is told to show again: changes nothing, and only a form that the person may see")
    func shown() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Essay", "text", as: session, of: "u1")
            let stranger = try await served.session("u2")
            let typed = "title=Other&description=Words"
            func ask(_ target: String, as who: Credential) async throws -> WebAnswer {
                try await served.ask(
                    "POST", "/sign-in", form: ["next": "/documents", "form": .string(target), "typed": .string(typed)],
                    as: who)
            }
            let edit = "/documents/\(document.id)/edit"
            let own = try await ask(edit, as: session)
            #expect(own.status == 422 && own.text.contains("value=\"Other\""), "\(own)")
            for (target, who) in [
                (edit, stranger), ("/documents/\(document.id)/trash", session),
                ("/people/new", session), ("/nothing", session), ("/documents/%zz/edit", session),
            ] {
                let answer = try await ask(target, as: who)
                #expect(answer.status == 303 && answer["Location"] == "/documents", "\(target): \(answer)")
            }
            let foreign = try await ask("//evil.example/", as: session)
            #expect(foreign.status == 422 && !foreign.text.contains("evil"), "\(foreign)")
            let now = try await served.workspace.catalog.version(document.id)
            #expect(now.title == "Essay" && now.trashedAt == nil)
        }
    }
}
