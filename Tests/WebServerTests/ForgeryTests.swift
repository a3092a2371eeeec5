import Accounts
import CompassTesting
import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// What a page of somebody else could have a browser do, and how sessions begin and end.
@Suite(.timeLimit(.minutes(4))) struct ForgeryTests {
    @Test("a change by a cookie: only from this site; a change by a token: from anywhere")
    func origins() async throws {
        try await withServedWorkspace { served in
            let session = try await served.session("u1").bare
            let token = try await served.token("u1", [.documentsWrite])
            let host = served.address.host
            let origins: [(headers: [(name: String, value: String)], isLet: Bool)] = [
                ([], false),
                ([("Sec-Fetch-Site", "same-origin")], true),
                ([("Sec-Fetch-Site", "none")], true),
                ([("Sec-Fetch-Site", "same-site")], false),
                ([("Sec-Fetch-Site", "cross-site")], false),
                ([("Sec-Fetch-Site", "")], false),
                ([("Sec-Fetch-Site", "SAME-ORIGIN")], false),
                // Whatever else it says.
                ([("Sec-Fetch-Site", "cross-site"), ("Origin", "http://\(host)")], false),
                ([("Origin", "http://\(host)")], true),
                ([("Origin", "http://127.0.0.1")], false),
                ([("Origin", "http://127.0.0.1:1")], false),
                ([("Origin", "http://localhost:\(host.split(separator: ":")[1])")], false),
                ([("Origin", "http://\(host).evil.example")], false),
                ([("Origin", "http://evil.example")], false),
                ([("Origin", "null")], false),
                ([("Origin", "")], false),
                ([("Referer", "http://\(host)/")], false),
                ([("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")], false),
                ([("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-origin")], false),
                ([("Origin", "http://\(host)"), ("Origin", "http://evil.example")], false),
            ]
            for (headers, isLet) in origins {
                for (who, isExpected) in [(session, isLet), (token, true)] {
                    let request = WebRequest("POST", "/api/v1/documents/nothing/trash", who.headers + headers)
                    let answer = try await served.ask(request)
                    #expect(answer.status == (isExpected ? 404 : 403), "\(headers): \(answer)")
                    // Looking is no change; browsers keep what comes from a page of another site.
                    let seen = try await served.ask("GET", "/api/v1/documents", as: who, headers)
                    #expect(seen.status == 200, "\(headers): \(seen)")
                }
            }
        }
    }

    @Test("signing in from a page of another site: refused, so that nobody is signed in as somebody else")
    func foreignSignIn() async throws {
        try await withServedWorkspace { served in
            let link = try await SignInLink.make(in: served)
            let body: Value = ["id": "u1", "password": .string(ServedWorkspace.password)]
            for headers in [[("Sec-Fetch-Site", "cross-site")], [("Origin", "http://evil.example")]] {
                let headers = headers.map { (name: $0.0, value: $0.1) }
                let password = try await served.ask(WebRequest("POST", "/api/v1/sessions", json: body, headers))
                #expect(password.status == 403 && password["Set-Cookie"] == nil, "\(password)")
                let opened = try await served.ask(WebRequest("POST", "/open/\(link)", headers))
                #expect(opened.status == 403 && opened["Set-Cookie"] == nil, "\(opened)")
            }
            #expect(try await served.ask("POST", "/open/\(link)").status == 303)
        }
    }

    @Test("no answer lets a page of another site read it: there is no CORS")
    func crossOrigin() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            for request in [
                WebRequest("GET", "/api/v1/documents", session.headers + [("Origin", "http://evil.example")]),
                WebRequest(
                    "OPTIONS", "/api/v1/documents",
                    [("Origin", "http://evil.example"), ("Access-Control-Request-Method", "POST")]),
                WebRequest("OPTIONS", "/api/v1/uploads", [("Origin", "http://evil.example")]),
            ] {
                let answer = try await served.ask(request)
                #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control-") }, "\(answer)")
            }
        }
    }

    @Test("a request for another host, as after DNS rebinding: 421, whoever asks")
    func hosts() async throws {
        try await withServedWorkspace { served in
            let token = try await served.token("u1", [.documentsRead])
            let port = served.address.host.split(separator: ":")[1]
            for (host, status) in [
                ("127.0.0.1:\(port)", 200), ("127.0.0.1", 200), ("localhost:\(port)", 200), ("LOCALHOST", 200),
                ("[::1]:\(port)", 200), ("[::1]", 200),
                ("evil.example", 421), ("evil.example:\(port)", 421), ("127.0.0.1.evil.example", 421),
                ("localhost.evil.example", 421), ("localhost.", 421), ("127.0.0.2", 421), ("0.0.0.0", 421),
                ("127.1", 421), ("2130706433", 421), ("[::]", 421), ("[::ffff:127.0.0.1]", 421),
                ("localhost:abc", 421), ("localhost:1234567", 421), ("[::1", 421), ("localhost@evil.example", 421),
            ] {
                for target in ["/api/v1/documents", "/healthz"] {
                    let answer = try await served.ask("GET", target, as: token, [("Host", host)])
                    // What is no authority at all, the library refuses.
                    let isRight = answer.status == status || status == 421 && answer.status == 400
                    #expect(isRight, "\(host) \(target): \(answer)")
                }
            }
        }
    }

    @Test("the cookie of a session: closed to scripts and to other sites, and by its name bound to the host behind TLS")
    func cookies() async throws {
        let body: Value = ["id": "u1", "password": .string(ServedWorkspace.password)]
        try await withServedWorkspace { served in
            let answer = try await served.ask("POST", "/api/v1/sessions", json: body, status: 201)
            let cookie = try #require(answer["Set-Cookie"])
            let parts = cookie.split(separator: "; ").map(String.init)
            #expect(parts.first?.hasPrefix("\(served.cookie)=") == true)
            #expect(Set(parts.dropFirst()) == ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=2592000"])
            #expect(answer["Cache-Control"] == "no-store")
        }
        try await withServedWorkspace(url: "https://compass.example") { served in
            let host = [(name: "Host", value: "compass.example")]
            let answer = try await served.ask(WebRequest("POST", "/api/v1/sessions", json: body, host), status: 201)
            let parts = try #require(answer["Set-Cookie"]).split(separator: "; ").map(String.init)
            let pair = try #require(parts.first)
            #expect(pair.hasPrefix("__Host-compass="))
            #expect(Set(parts.dropFirst()) == ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=2592000"])
            let cookie = host + [(name: "Cookie", value: pair)]
            #expect(try await served.ask(WebRequest("GET", "/api/v1/documents", cookie)).status == 200)
            // The page that the browser shows is of https.
            for (origin, status) in [("https://compass.example", 404), ("http://compass.example", 403)] {
                let change = try await served.ask(
                    WebRequest("POST", "/api/v1/documents/nothing/trash", cookie + [("Origin", origin)]))
                #expect(change.status == status, "\(origin): \(change)")
            }
            let end = try await served.ask(
                WebRequest("DELETE", "/api/v1/sessions/current", cookie + [("Sec-Fetch-Site", "same-origin")]))
            #expect(end.status == 204)
            #expect(end["Set-Cookie"]?.contains("__Host-compass=; ") == true, "\(end)")
            #expect(end["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(try await served.ask(WebRequest("GET", "/api/v1/documents", cookie)).status == 401)
        }
    }

    @Test("behind a proxy: an address is what the nearest one has seen, and what is no address is none")
    func forwarded() async throws {
        try await withServedWorkspace(url: "https://compass.example") { served in
            let token = try await served.token("ada", [.admin])
            let rows: [(header: String, address: String?)] = [
                ("203.0.113.9", "203.0.113.9"), ("198.51.100.1, 203.0.113.9", "203.0.113.9"),
                ("2001:db8::1", "2001:db8::1"),
                ("<script>, not an ip", nil), ("203.0.113.9:443", nil), ("", nil), ("203.0.113.999", nil),
            ]
            for (number, row) in rows.enumerated() {
                let school = "school-\(number)"
                try await served.ask(
                    "POST", "/api/v1/schools", json: ["id": .string(school), "name": "Oregon"], as: token,
                    [("Host", "compass.example"), ("X-Forwarded-For", row.header)], status: 201)
                let audit = try await served.ask("GET", "/api/v1/audit", as: token, [("Host", "compass.example")])
                let entry = try #require(
                    try audit.json["entries"]?.list?.first {
                        $0["action"] == "schools.add" && $0["subject"]?.string == school
                    }, "\(audit)")
                #expect(entry["address"]?.string == row.address, "\(entry)")
            }
        }
    }

    @Test("every answer: the headers that keep browsers from doing more with it")
    func securityHeaders() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            let document = try await served.addDocument("Spring", "grades", as: admin, of: "ada")
            for target in [
                "/", "/healthz", "/nothing", "/api/v1/documents", "/api/v1/documents/\(document.id)/content",
                "/api/v1/documents/x", "/metrics", "/open/x",
            ] {
                let answer = try await served.ask("GET", target, as: admin)
                #expect(answer["X-Content-Type-Options"] == "nosniff", "\(target)")
                #expect(answer["X-Frame-Options"] == "DENY", "\(target)")
                #expect(answer["Referrer-Policy"] == "same-origin", "\(target)")
                #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin", "\(target)")
                let policy = try #require(answer["Content-Security-Policy"], "\(target)")
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "\(target): \(policy)")
                for header in answer.headers {
                    #expect(
                        answer.headers.count { $0.name == header.name } == 1, "\(target): \(header.name) comes twice")
                }
            }
        }
    }

    @Test("wrong passwords: after some the next has to wait, also for whoever knows the right one, and others need not")
    func throttling() async throws {
        try await withServedWorkspace { served in
            func signIn(_ person: String, _ password: String) async throws -> WebAnswer {
                try await served.ask(
                    "POST", "/api/v1/sessions", json: ["id": .string(person), "password": .string(password)])
            }
            var statuses: [Int] = []
            var last: WebAnswer?
            while statuses.last != 429, statuses.count < 50 {
                last = try await signIn("u1", "wrong password")
                statuses.append(last?.status ?? 0)
            }
            #expect(statuses.count > 3 && statuses.dropLast().allSatisfy { $0 == 401 }, "\(statuses)")
            let wait = try #require(last?["Retry-After"].flatMap { Int($0) })
            #expect(wait >= 1)
            #expect(try await signIn("u1", ServedWorkspace.password).status == 429)
            guard Nightly.isOn else { return }
            // A person who is not there is told no differently, and after as much work.
            var unknown: [Int] = []
            while unknown.last != 429, unknown.count < 50 { unknown.append(try await signIn("nobody", "wrong").status) }
            #expect(unknown.dropLast().allSatisfy { $0 == 401 })
        }
    }

    @Test("signing in with the cookie of a session: that session ends, and another secret takes its place")
    func rotation() async throws {
        try await withServedWorkspace { served in
            let former = try await served.session("u1")
            let answer = try await served.ask(
                "POST", "/api/v1/sessions", json: ["id": "u2", "password": .string(ServedWorkspace.password)],
                as: former, status: 201)
            let pair = String(try #require(answer["Set-Cookie"]?.split(separator: ";").first))
            #expect(!former.headers.contains { $0.value == pair })
            #expect(try await served.ask("GET", "/api/v1/documents", as: former).status == 401)
            let current = try await served.ask(WebRequest("GET", "/api/v1/sessions/current", [("Cookie", pair)]))
            #expect(try current.json["person"]?.string == "u2")
        }
    }

    @Test("a one-time link: the page does not use it up, the button does, once, and who opens it is an admin")
    func oneTimeLink() async throws {
        try await withServedWorkspace(people: false) { served in
            let secret = try await SignInLink.make(in: served)
            for method in ["GET", "HEAD", "GET"] {
                #expect(try await served.ask(method, "/open/\(secret)").status == 200)
            }
            async let one = served.ask("POST", "/open/\(secret)")
            async let other = served.ask("POST", "/open/\(secret)")
            let answers = try await [one, other]
            #expect(answers.map(\.status).sorted() == [303, 410], "\(answers)")
            let opened = try #require(answers.first { $0.status == 303 })
            #expect(opened["Location"] == "/documents")
            let pair = String(try #require(opened["Set-Cookie"]?.split(separator: ";").first))
            let current = try await served.ask(WebRequest("GET", "/api/v1/sessions/current", [("Cookie", pair)]))
            #expect(try current.json["person"]?.string == "ada")
            #expect(try current.json["role"]?.string == "admin")
            #expect(try await served.ask("POST", "/open/\(secret)").status == 410)
            #expect(try await served.ask("POST", "/open/made-up").status == 410)
            // What stands in an address is text on a page.
            let page = try await served.ask("GET", "/open/%22%3E%3Cscript%3E")
            #expect(page.text.contains("&lt;script&gt;") && !page.text.contains("<script>"), "\(page)")
        }
    }

    @Test("somebody who is signed in and shows a session's secret or a token nowhere in what is logged")
    func secretsInLog() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let token = try await served.token("u1", [.documentsRead])
            _ = try await served.ask("GET", "/api/v1/documents", as: session)
            _ = try await served.ask("GET", "/api/v1/documents?x=\(token.headers[0].value.dropFirst(7))", as: token)
            let log = "\(served.log.entries)"
            for secret in [session.headers[0].value.split(separator: "=")[1], token.headers[0].value.dropFirst(7)] {
                #expect(!log.contains(secret))
            }
        }
    }

    @Test(
        "too many requests of strangers, or with made-up tokens: 429 and when to come; others and links are served",
        arguments: [nil, "Bearer cmp_nothing", "Basic dTE6eA=="])
    func strangers(_ authorization: String?) async throws {
        try await withServedWorkspace { served in
            let known = try await served.session("u1")
            let headers = authorization.map { [(name: "Authorization", value: $0)] } ?? []
            let request = WebRequest("GET", "/api/v1/legal", headers)
            var answer = try await served.ask(request)
            var count = 1
            while answer.status != 429, count < 5_000 {
                #expect(answer.status == (authorization == nil ? 200 : 401))
                answer = try await served.ask(request)
                count += 1
            }
            #expect(answer.status == 429 && count > 100, "\(count)")
            #expect((answer["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
            #expect(try await served.ask("GET", "/api/v1/documents", as: known).status == 200)
            for path in ["/healthz", "/readyz"] { #expect(try await served.ask("GET", path).status == 200) }
            #expect(try await served.ask("GET", "/l/nothing").status == 404)
        }
    }
}
