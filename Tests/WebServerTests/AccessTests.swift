import Accounts
import CompassTesting
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Who may ask what, for every route of the list.
@Suite(.timeLimit(.minutes(4))) struct AccessTests {
    private static func target(_ route: Route) -> String {
        let needed = route.parameters.filter { $0.place == .query && $0.isRequired }
        return route.target(query: needed.map { ($0.name, "nothing") }) { $0 == "number" ? "1" : "nothing" }
    }

    private static func ask(
        _ served: ServedWorkspace, _ route: Route, _ who: Credential?
    ) async throws -> WebAnswer { try await served.ask(route.request(target(route), [:], who)) }

    private static func isBearerChallenge(_ answer: WebAnswer) -> Bool {
        answer["WWW-Authenticate"]?.hasPrefix("Bearer realm=") == true
    }

    @Test("nobody signed in: every route that is not for anyone answers 401 and how to sign in, or leads there")
    func nobody() async throws {
        // Strangers may ask a server for so many in a row.
        for first in stride(from: 0, to: Routes.all.count, by: 100) {
            try await nobody(Routes.all[first..<min(first + 100, Routes.all.count)])
        }
    }

    private func nobody(_ routes: ArraySlice<Route>) async throws {
        try await withServedWorkspace { served in
            for route in routes {
                let answer = try await Self.ask(served, route, nil)
                if route.access == .anyone {
                    // Signing in answers so to somebody whom it does not know.
                    #expect(
                        answer.status != 403 && (answer.status != 401 || route.id == "signIn"),
                        "\(route.name): \(answer)")
                } else if route.isPage {
                    #expect(answer.status == 303, "\(route.name): \(answer)")
                    #expect(answer["Location"]?.hasPrefix("/sign-in?next=%2F") == true, "\(route.name): \(answer)")
                } else {
                    #expect(answer.status == 401, "\(route.name): \(answer)")
                    #expect(Self.isBearerChallenge(answer), "\(route.name)")
                }
            }
        }
    }

    @Test("a token: each scope opens its routes and no others, and no token opens those for people")
    func scopes() async throws {
        // What goes on as long as it is followed is asked in a test of its own.
        let all = Routes.all.filter { $0.access != .anyone && $0.access != .proof && $0.id != "followEvents" }
        // `make test` has a few of those that need the same.
        let routes = Dictionary(grouping: all) { "\($0.access)" }.values.flatMap { some in
            Nightly.isOn ? some : Array(some.prefix(6))
        }
        try await withServedWorkspace { served in
            for scope in TokenScope.allCases {
                let person = scope.isForAdmins ? "ada" : "u1"
                let token = try await served.token(person, [scope])
                for route in routes {
                    let isLet: Bool
                    switch route.access {
                    case .anyone, .proof: isLet = true
                    case .session: isLet = false
                    case .admin: isLet = scope == .admin
                    case .scope(let needed):
                        isLet =
                            scope == .admin || scope == needed
                            || needed.rawValue == scope.rawValue.replacing("write", with: "read")
                    }
                    let answer = try await Self.ask(served, route, token)
                    #expect((answer.status != 403) == isLet, "\(scope.rawValue): \(route.name): \(answer)")
                    #expect(answer.status != 401, "\(scope.rawValue): \(route.name): \(answer)")
                }
            }
        }
    }

    @Test("an owner: routes for admins answer 403 to sessions and to tokens")
    func owners() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let token = try await served.token("u1", [.documentsWrite, .runsWrite])
            for route in Routes.all where route.access == .admin || route.access == .scope(.metrics) {
                for who in [session, token] {
                    let answer = try await Self.ask(served, route, who)
                    #expect(answer.status == 403, "\(route.name): \(answer)")
                }
            }
        }
    }

    @Test("a token of a person who is an admin no more: it opens no route for admins")
    func formerAdmin() async throws {
        try await withServedWorkspace { served in
            let people = People(of: served.workspace, work: ServedWorkspace.work)
            _ = try await people.change("u1", name: nil, role: .admin, by: ServedWorkspace.root)
            let (token, session) = (try await served.token("u1", [.admin]), try await served.session("u1"))
            #expect(try await served.ask("GET", "/api/v1/batches", as: token).status == 200)
            #expect(try await served.ask("GET", "/api/v1/batches", as: session).status == 200)
            _ = try await people.change("u1", name: nil, role: .owner, by: ServedWorkspace.root)
            #expect(try await served.ask("GET", "/api/v1/batches", as: token).status == 403)
            let after = try await served.ask("GET", "/api/v1/batches", as: session)
            #expect(after.status == 403 || after.status == 401, "\(after)")
        }
    }

    @Test("tokens that are expired, revoked, mangled or no tokens: 401, whatever the route")
    func badTokens() async throws {
        try await withServedWorkspace { served in
            let good = try await served.token("u1", [.documentsRead])
            let secret = String(try #require(good.headers.first?.value.dropFirst("Bearer ".count)))
            let past = Timestamp.now().advanced(by: .seconds(-7_200))
            let expired = try await served.token("u1", [.documentsRead], now: { past })
            let revoked = try await served.token("u1", [.documentsRead])
            _ = try await Tokens(of: served.workspace).revoke(revoked.id, by: ServedWorkspace.root)
            #expect(try await served.ask("GET", "/api/v1/documents", as: good).status == 200)
            var headers = [expired.headers, revoked.headers]
            for value in [
                "Bearer \(secret)x", "Bearer \(secret.dropLast())", "Bearer \(secret.uppercased())", "Bearer ",
                "Bearer", "Basic dTE6cGFzcw==", secret, "Bearer \(secret) \(secret)", "Bearer cmp_", "",
            ] { headers.append([("Authorization", value)]) }
            // Two of them: which one counts must not be a question.
            headers.append(good.headers + expired.headers)
            headers.append(expired.headers + good.headers)
            for one in headers {
                for target in ["/api/v1/documents", "/healthz"] {
                    let answer = try await served.ask(WebRequest("GET", target, one))
                    #expect(answer.status == 401, "\(target) \(one.map(\.value.count)): \(answer)")
                    #expect(Self.isBearerChallenge(answer), "\(answer)")
                    #expect(!answer.text.contains(secret))
                }
            }
            // The name of the scheme is read in any case (RFC 9110, 11.1).
            try await served.ask(
                WebRequest("GET", "/api/v1/documents", [("Authorization", "bearer \(secret)")]), status: 200)
        }
    }

    @Test("a session that was ended, of a person who was removed, or made up: 401")
    func badSessions() async throws {
        try await withServedWorkspace { served in
            let ended = try await served.session("u1")
            #expect(try await served.ask("DELETE", "/api/v1/sessions/current", as: ended).status == 204)
            let removed = try await served.session("u2")
            _ = try await People(of: served.workspace).remove("u2", by: ServedWorkspace.root)
            let madeUp = Credential(
                headers: [("Cookie", "\(served.cookie)=\(String(repeating: "A", count: 43))")], id: "")
            let good = try await served.session("u1")
            let twice = Credential(headers: good.headers + [("Cookie", "\(served.cookie)=other")], id: "")
            for who in [ended, removed, madeUp, twice] {
                #expect(try await served.ask("GET", "/api/v1/documents", as: who).status == 401)
            }
            #expect(try await served.ask("GET", "/api/v1/documents", as: good).status == 200)
        }
    }

    @Test("what is no sound request: problem details with the headers of all answers, before any route sees it")
    func unsound() async throws {
        try await withServedWorkspace { served in
            for target in ["/api/v1/documents/%F3%9E%B6%BC%", "/api/v1/documents/%80", "/l/%2F", "/?q=%FF"] {
                let answer = try await served.ask("GET", target)
                #expect(answer.status == 400, "\(target)")
                #expect(answer["Content-Type"] == ProblemAnswer.mediaType)
                #expect(answer["X-Content-Type-Options"] == "nosniff")
                let problem = try answer.json
                #expect(SchemaCheck.problems(problem, ProblemAnswer.schema).isEmpty, "\(answer)")
                #expect(problem["kind"]?.string == "invalid-request")
            }
        }
    }

    @Test("a wrong address and a wrong method: 404, and 405 with the methods that there are")
    func addresses() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            for target in [
                "/nothing", "/api/v1", "/api/v1/documents/", "/api/v1/documents/x/y/z", "//api/v1/documents",
                "/API/v1/documents", "/l", "/open/a/b",
            ] {
                let answer = try await served.ask("GET", target, as: admin)
                #expect(answer.status == 404, "\(target): \(answer)")
            }
            let answer = try await served.ask("PUT", "/api/v1/documents", as: admin, status: 405)
            #expect(answer["Allow"] == "GET, HEAD, POST", "\(answer)")
            let unknown = try await served.ask("BREW", "/api/v1/documents/x", as: admin, status: 405)
            #expect(unknown["Allow"] == "GET, HEAD, PATCH, DELETE", "\(unknown)")
        }
    }
}
