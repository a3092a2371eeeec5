import Accounts
import CompassTesting
import Documents
import Platform
import Testing

@testable import WebServer

/// Owners do not see one another's things, by any route: each route of the list is asked, so that a new one is tested by
/// itself, or fails a test that does not know what its parameters stand for.
@Suite(.timeLimit(.minutes(4))) struct IsolationTests {
    private static let scopes: Set<TokenScope> = [.documentsWrite, .runsWrite]

    /// Routes that owners may ask.
    private static let routes = Routes.all.filter {
        switch $0.access {
        case .scope, .session: true
        case .anyone, .proof, .admin: false
        }
    }

    @Test(
        "another owner's id in a path: the answer is that to an id that does not exist, and nothing of theirs changes",
        arguments: Nightly.isOn ? [false, true] : [false])
    func paths(byToken: Bool) async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let half = try await HalfUpload.make(in: served, as: things.session)
            let before = try await Self.all(of: served, as: things)
            for route in Self.routes where !(byToken && route.access == .session) {
                let names = try route.pathParameters.filter { try things.path($0) != nil }
                if names.isEmpty { continue }
                var values = try Dictionary(uniqueKeysWithValues: names.map { ($0, try #require(try things.path($0))) })
                if route.method == .patch || route.method == .delete, values["upload"] != nil {
                    values["upload"] = half
                }
                let missing = values.mapValues(Self.missing)
                let theirs = try await Self.ask(served, route, things, values, byToken: byToken)
                let none = try await Self.ask(served, route, things, missing, byToken: byToken)
                #expect(theirs.status >= 400, "\(route.name): \(theirs)")
                #expect(theirs.status == none.status, "\(route.name): \(theirs) \(none)")
                #expect(
                    Self.replacing(values, in: theirs.text) == Self.replacing(missing, in: none.text), "\(route.name)")
                #expect(Self.headers(theirs) == Self.headers(none), "\(route.name)")
            }
            #expect(try await Self.all(of: served, as: things) == before)
        }
    }

    @Test("the text of a pipeline is for admins, by the API as on its page; its inputs are for owners, too")
    func pipelineText() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let list = try await served.ask("GET", "/api/v1/pipelines", as: session).json["pipelines"]?.list
            let name = try #require(list?.first?["name"]?.string)
            let own = try await served.ask("GET", "/api/v1/pipelines/\(name)", as: session, status: 200).json
            #expect(own["inputs"]?.list != nil && own["source"] == nil, "\(own)")
            let admin = try await served.session("ada")
            let all = try await served.ask("GET", "/api/v1/pipelines/\(name)", as: admin, status: 200).json
            #expect(all["source"]?.string?.contains("name: \(name)") == true, "\(all)")
        }
    }

    @Test("a file in quarantine, released to another owner: refused, unless an admin does it")
    func releaseToAnother() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            try await served.upload("letter.pdf", Array("far too long".utf8), type: "rec_letter", as: session, of: "u1")
            let held = try await served.ask("GET", "/api/v1/quarantine", as: session)
            let entry = try #require(try held.json["entries"]?.list?.first?["id"]?.string, "\(held)")
            let body: Value = ["entries": [.string(entry)], "inputs": ["user": "u2"]]
            let refused = try await served.ask("POST", "/api/v1/quarantine/release", json: body, as: session)
            #expect(refused.status == 409 && refused.detail.contains("Only admins"), "\(refused)")
            try await served.ask(
                "POST", "/api/v1/quarantine/release", json: body, as: try await served.session("ada"), status: 202)
        }
    }

    @Test("another owner's ids in the body: the answer is that to ids that do not exist")
    func bodies() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let before = try await Self.all(of: served, as: things)
            for (id, body) in Self.bodies(things.document.id, entry: things.entry, person: "u1") {
                let route = try #require(Routes.all.first { $0.id == id })
                let absent = Self.bodies(
                    Self.missing(things.document.id), entry: Self.missing(things.entry), person: "u9")
                let theirs = try await served.ask(route.request(route.path.text, body, served.session("u2")))
                let none = try await served.ask(
                    route.request(route.path.text, absent.first { $0.0 == id }?.1, served.session("u2")))
                #expect(theirs.status >= 400, "\(route.name): \(theirs)")
                #expect(theirs.status == none.status, "\(route.name): \(theirs) \(none)")
                let ids = [things.document.id, things.entry, "u1"]
                let others = [Self.missing(things.document.id), Self.missing(things.entry), "u9"]
                #expect(Self.replacing(ids, in: theirs.text) == Self.replacing(others, in: none.text), "\(route.name)")
            }
            #expect(try await Self.all(of: served, as: things) == before)
        }
    }

    private static func bodies(_ document: String, entry: String, person: String) -> [(String, Value)] {
        [
            ("createLink", ["documents": [.string(document)]]),
            ("releaseQuarantine", ["entries": [.string(entry)]]), ("discardQuarantine", ["entries": [.string(entry)]]),
            ("createToken", ["name": "n", "scopes": ["documents:read"], "person": .string(person)]),
        ]
    }

    @Test("another owner named for a file that is sent: refused, whether there is one or not")
    func filesForOthers() async throws {
        try await withServedWorkspace(as: "u2") { served, session in
            for owner in ["u1", "u9"] {
                try await served.ask(
                    "POST", "/api/v1/documents?name=a.txt&type=transcript&owner=\(owner)", as: session,
                    [("Content-Type", "application/octet-stream")], body: "abc", status: 403)
            }
            try await served.ask(
                "POST", "/api/v1/documents?name=a.txt&type=transcript&owner=u2", as: session,
                [("Content-Type", "application/octet-stream")], body: "abc", status: 202)
        }
    }

    @Test("a group of quarantine in a body: nothing of another owner is in it")
    func groups() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            let before = try await Self.all(of: served, as: things)
            for path in ["release", "discard"] {
                let answer = try await served.ask(
                    "POST", "/api/v1/quarantine/\(path)", json: ["pipeline": "letter"], as: served.session("u2"))
                #expect(answer.status == 409, "\(answer)")
            }
            #expect(try await Self.all(of: served, as: things) == before)
        }
    }

    @Test("every parameter of every query with what another owner has: nothing of theirs is in the answer")
    func queries() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            for route in Self.routes where route.method == .get && route.pathParameters.isEmpty {
                var queries: [[(String, String)]] = [[]]
                for name in route.parameters.filter({ $0.place == .query }).map(\.name) {
                    if let value = try things.query(name) { queries.append([(name, value)]) }
                }
                for query in queries {
                    let who = try await served.session("u2")
                    let theirs = try await Self.answer(served, route, route.target(query: query) { $0 }, who)
                    for mark in things.marks where !query.contains(where: { $0.1 == mark || "\"\($0.1)\"" == mark }) {
                        #expect(!theirs.text.contains(mark), "\(route.name) \(query): \(mark): \(theirs)")
                    }
                    guard let (name, value) = query.first, name != "search" else { continue }
                    // Which schools there are, everybody may know.
                    if name == "school" { continue }
                    let other = Self.missing(value)
                    let none = try await Self.answer(served, route, route.target(query: [(name, other)]) { $0 }, who)
                    #expect(theirs.status == none.status, "\(route.name) \(query): \(theirs) \(none)")
                    #expect(
                        theirs.text.replacing(value, with: "X") == none.text.replacing(other, with: "X"),
                        "\(route.name) \(query)")
                }
            }
        }
    }

    @Test("the words of quarantine and of lists: one's own things are there")
    func own() async throws {
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            // Else the tests above would hold of a server that shows nothing to anybody.
            for (target, mark) in [
                ("/api/v1/documents", things.document.id), ("/api/v1/runs", things.run),
                ("/api/v1/uploads", things.upload), ("/api/v1/quarantine", things.entry),
                ("/api/v1/links", things.link), ("/api/v1/sessions", things.session.id),
                ("/api/v1/tokens", things.token.id), ("/api/v1/people", "u1"),
                ("/api/v1/documents?search=private", things.document.id),
                ("/api/v1/links?document=\(things.document.id)", things.link),
                ("/api/v1/documents/\(things.document.id)/content", "private words"),
            ] {
                let answer = try await served.ask("GET", target, as: things.session)
                #expect(answer.status == 200 && answer.text.contains(mark), "\(target): \(answer)")
            }
        }
    }

    // MARK: Support

    /// An id of the same form that nothing has.
    private static func missing(_ id: String) -> String {
        if id == "u1" { return "u9" }
        guard let last = id.last else { return "x" }
        return String(id.dropLast()) + (last == "0" ? "1" : "0")
    }

    private static func ask(
        _ served: ServedWorkspace, _ route: Route, _ things: OwnersThings, _ values: [String: String], byToken: Bool
    ) async throws -> WebAnswer {
        var query: [(String, String)] = []
        for spec in route.parameters where spec.place == .query && spec.isRequired {
            switch spec.name {
            case "name": query.append(("name", "a.txt"))
            case "type": query.append(("type", "transcript"))
            default: Issue.record("no test knows the parameter `\(spec.name)` of queries")
            }
        }
        let target = route.target(query: query) { name in
            if let value = values[name] { return value }
            switch name {
            case "number": return "1"
            case "stage": return "upload"
            case "kind": return "privacy-policy"
            default: return "x"
            }
        }
        // Each time anew: one of the routes signs out.
        let who = byToken ? try await served.token("u2", scopes) : try await served.session("u2")
        var headers: [(name: String, value: String)] = []
        for spec in route.parameters where spec.place == .header {
            switch spec.name {
            case "Tus-Resumable": headers.append((spec.name, "1.0.0"))
            case "Upload-Offset": headers.append((spec.name, "3"))
            case "If-Match": headers.append((spec.name, "*"))
            case "Upload-Length", "Upload-Metadata", "Upload-Checksum", "Last-Event-ID": break
            default: Issue.record("no test knows the header `\(spec.name)`")
            }
        }
        return try await served.ask(route.request(target, try body(of: route), who, headers))
    }

    /// A body that is in order, so that the answer is about the path.
    private static func body(of route: Route) throws -> Value? {
        let properties: [Schema.Property]
        switch route.body {
        case .json(let fields), .proven(let fields): properties = fields
        case .form(let fields): properties = fields.map(\.property)
        case .multipart: return nil
        case .none, .text, .stream: return "abc"
        }
        var body = Record()
        for property in properties where property.isRequired {
            switch property.schema {
            case .string(_, let minLength, _, _):
                body[property.name] = .string(String(repeating: "a", count: max(12, minLength ?? 0)))
            case .list: body[property.name] = []
            default: Issue.record("no test knows a value of `\(property.name)` of \(route.name)")
            }
        }
        if body.isEmpty, route.id == "changePerson" || route.id == "editDocument" {
            body[route.id == "changePerson" ? "name" : "title"] = "N"
        }
        return .record(body)
    }

    private static func answer(
        _ served: ServedWorkspace, _ route: Route, _ target: String, _ who: Credential
    ) async throws -> WebAnswer {
        guard route.id == "followEvents" else {
            return try await served.ask(route.request(target, nil, who))
        }
        do {
            let stream = try await served.stream(target, as: who)
            let events = await stream.events { $0.kind == "snapshot" }
            await stream.leave()
            // The epoch and the sequence are the process's.
            return WebAnswer(
                status: 200, headers: [], body: Array(events.map { "\($0.kind) \($0.data.json)" }.joined().utf8))
        } catch is NoAnswer {
            return try await served.ask(route.request(target, nil, who))
        }
    }

    /// All that `u1` sees, but for when it was used.
    private static func all(of served: ServedWorkspace, as things: OwnersThings) async throws -> [String] {
        var texts: [String] = []
        for path in [
            "documents", "documents?trashed=true", "documents/\(things.document.id)/versions", "runs", "uploads",
            "quarantine?all=true", "links", "sessions", "tokens", "people", "legal/acceptances/mine",
        ] {
            let answer = try await served.ask("GET", "/api/v1/\(path)", as: things.session, status: 200)
            texts.append(withoutUse(answer.text))
        }
        // Their password is what it was.
        let login = try await served.session("u1")
        _ = try await served.ask("DELETE", "/api/v1/sessions/\(login.id)", as: things.session)
        return texts
    }

    /// A text without when sessions and tokens were used last, which moves while it is asked.
    private static func withoutUse(_ text: String) -> String {
        text.split(separator: ",").filter { !$0.hasPrefix("\"last-seen\":") && !$0.hasPrefix("\"last-used\":") }
            .joined(separator: ",")
    }

    private static func replacing(_ values: [String: String], in text: String) -> String {
        replacing(Array(values.values), in: text)
    }

    private static func replacing(_ values: [String], in text: String) -> String {
        values.reduce(text) { $0.replacing($1, with: "X") }
    }

    private static func headers(_ answer: WebAnswer) -> [String] {
        answer.headers.filter { $0.name != "Date" && $0.name != "Content-Length" && $0.name != "ETag" }
            .map { "\($0.name): \($0.value)" }.sorted()
    }
}
