import Accounts
import CompassTesting
import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// What the declarations of routes promise.
@Suite(.timeLimit(.minutes(4))) struct RouteExampleTests {
    @Test("every example of every route: the answer has the status that it names and the shape that is declared")
    func examples() async throws {
        try await withServedWorkspace { served in
            for route in Routes.all where !route.isPage {
                for example in route.examples {
                    let words = try await words(served)
                    let admin = try await served.session("ada")
                    let target = try route.target(query: example.query.map { ($0.0, filled($0.1, words)) }) { name in
                        filled(try #require(example.path[name], "\(route.name): \(example.summary)"), words)
                    }
                    let body = example.body.map { filled($0, words) }
                    let answer = try await served.ask(route.request(target, body, admin))
                    #expect(answer.status == example.status, "\(route.name): \(example.summary): \(answer)")
                    expectDeclared(answer, route, example.summary)
                }
            }
        }
    }

    @Test("every route that can succeed: a request that does, whose answer has the shape that is declared")
    func successes() async throws {
        // Those of pages are asked by browsers, in Tests/Pages.
        let routes = Routes.all.filter { route in
            !route.isPage && !route.examples.contains { $0.status < 300 } && !Self.needingWork.contains(route.id)
        }
        for route in routes {
            try #require(Self.successes[route.id] != nil, "no test has a success of \(route.name)")
        }
        // What looks leaves all as it was; but former versions are asked for last, since one has to be made.
        let looking = routes.filter { $0.method.isSafe }
        let ofFormer = looking.filter { $0.pathParameters.contains("number") }
        let ofCurrent = looking.filter { !$0.pathParameters.contains("number") }
        try await withServedWorkspace { served in
            let things = try await OwnersThings(in: served)
            for route in ofCurrent + ofFormer { try await expectSuccess(of: route, served, things) }
        }
        let changing = routes.filter { !$0.method.isSafe }
        for index in Nightly.sample(of: 0..<changing.count) {
            try await withServedWorkspace { served in
                try await expectSuccess(of: changing[index], served, try await OwnersThings(in: served))
            }
        }
    }

    private func expectSuccess(of route: Route, _ served: ServedWorkspace, _ things: OwnersThings) async throws {
        let success = try #require(Self.successes[route.id])
        let owner = success.asAdmin ? try await served.session("ada") : try await served.session("u1")
        // So that version 1 is not the current one.
        if route.pathParameters.contains("number") {
            try await served.upload(
                "a.txt", Array("newer words".utf8), title: OwnersThings.title, as: things.session, of: "u1")
        }
        let isHalf = route.pathParameters.contains("upload") && !success.ofWhole
        let upload = isHalf ? try await HalfUpload.make(in: served, as: things.session) : things.upload
        func value(_ name: String) throws -> String {
            switch name {
            case "secret": things.linkSecret
            case "upload": upload
            case "number": "1"
            case "stage": "upload"
            case "kind": "privacy-policy"
            case "person": "u1"
            case "hook" where route.id == "sendToWebhook": "file"
            case "run": success.run?(things) ?? things.run
            default: try #require(try things.path(name), "\(route.name) needs a value of `\(name)`")
            }
        }
        var headers = success.headers
        if success.needsTag {
            let shown = try await served.ask("GET", "/api/v1/documents/\(things.document.id)", as: owner)
            headers.append(("If-Match", try #require(shown["ETag"])))
        }
        let request = route.request(
            try route.target(query: success.query?(things) ?? [], value), success.body?(things), owner, headers)
        let answer = try await served.ask(request)
        #expect((200..<400).contains(answer.status), "\(route.name): \(answer)")
        expectDeclared(answer, route, "success")
    }

    /// A request that succeeds, for a route whose examples cannot be one.
    private struct Success: Sendable {
        var query: (@Sendable (OwnersThings) -> [(String, String)])?
        var headers: [(name: String, value: String)] = []
        var body: (@Sendable (OwnersThings) -> Value)?
        var asAdmin = false
        var ofWhole = false
        var needsTag = false
        var run: (@Sendable (OwnersThings) -> String)?
    }

    /// They succeed only while a run or a batch goes on, or of what media stages have made: see `MediaTests`.
    private static let needingWork: Set<String> = [
        "cancelRun", "showBatch", "cancelBatch", "readRendition", "readLinkRendition",
    ]

    private static let tus = UploadTests.tus
    private static let successes: [String: Success] = [
        "editDocument": Success(
            body: { _ in ["title": "Another title", "description": "", "school": "ucla"] }, needsTag: true),
        "createDocument": Success(
            query: { _ in [("name", "a.txt"), ("type", "transcript")] }, body: { _ in "more words" }),
        "addVersion": Success(query: { _ in [("name", "a.txt")] }, body: { _ in "more words" }),
        "trashDocument": Success(), "restoreDocument": Success(body: { _ in ["with-shares": true] }),
        "deleteDocument": Success(), "trashVersion": Success(), "deleteVersion": Success(),
        "describeUploads": Success(),
        "createUpload": Success(headers: [tus, ("Upload-Length", "10"), UploadTests.metadata("a.txt")]),
        "measureUpload": Success(headers: [tus]), "showUpload": Success(ofWhole: true),
        "appendToUpload": Success(headers: [tus, ("Upload-Offset", "3")], body: { _ in "ab" }),
        "endUpload": Success(headers: [tus]),
        "callWebhook": Success(
            headers: [("Authorization", "Bearer \(ServedWorkspace.hookSecret)")], body: { _ in ["inputs": [:]] }),
        "sendToWebhook": Success(
            query: { _ in [("name", "a.txt")] }, headers: [HookFileTests.bearer], body: { _ in "more words" }),
        "startRun": Success(body: { _ in ["pipeline": "announce"] }, asAdmin: true),
        "listRunItems": Success(), "retryRun": Success(body: { _ in ["with-latest": true] }, run: { $0.entry }),
        "replayRun": Success(body: { _ in ["from": "notify"] }),
        "showNotification": Success(), "redeliverNotification": Success(), "exportPerson": Success(),
        "followEvents": Success(query: { [("run", $0.run)] }),
        "showQuarantineEntry": Success(),
        "releaseQuarantine": Success(body: { ["entries": [.string($0.entry)]] }),
        "discardQuarantine": Success(body: { ["entries": [.string($0.entry)]] }),
        "lintPipeline": Success(body: { _ in "version: 1\nname: x\nstages:\n  - uses: detect-mimes\n" }),
        "publishLegalDocument": Success(body: { _ in ["version": "9", "text": "# Policy\n"] }, asAdmin: true),
        "acceptLegalDocument": Success(body: { _ in
            [
                "version": .string(LegalDocuments.bundled.version), "sha256": .string(LegalDocuments.bundled.sha256),
            ]
        }),
        "showLink": Success(), "revokeLink": Success(), "readLinkContent": Success(),
        "signIn": Success(body: { _ in ["id": "u1", "password": .string(ServedWorkspace.password)] }),
        "showCurrentSession": Success(), "signOut": Success(), "endSession": Success(),
        "addPerson": Success(body: { _ in ["id": "kim", "name": "Kim"] }, asAdmin: true),
        "changePerson": Success(body: { _ in ["name": "Mia"] }),
        "changePassword": Success(
            body: { _ in ["password": "another long password", "current": .string(ServedWorkspace.password)] }),
        "removePerson": Success(asAdmin: true),
        "erasePerson": Success(body: { _ in ["confirm": "u1"] }, asAdmin: true),
        "createToken": Success(body: { _ in ["name": "backup", "scopes": ["documents:read"]] }),
        "revokeToken": Success(),
    ]

    @Test("operations: ids are unique, and summaries are sentences without a full stop")
    func operations() {
        #expect(Set(Routes.all.map(\.id)).count == Routes.all.count)
        #expect(Set(Routes.all.map(\.name)).count == Routes.all.count)
        for route in Routes.all {
            #expect(!route.summary.hasSuffix(".") && route.summary.first?.isUppercase == true, "\(route.name)")
            let declared = route.parameters.filter { $0.place == .path }.map(\.name)
            #expect(declared.sorted() == route.pathParameters.sorted(), "\(route.name)")
        }
    }

    // MARK: Support

    private func expectDeclared(_ answer: WebAnswer, _ route: Route, _ what: String) {
        let declared = route.answers.first { $0.status == answer.status }
        #expect(
            declared != nil || OpenAPIDocument.failures(of: route).contains { $0.0 == answer.status },
            "\(route.name): \(what): \(answer.status) is not declared: \(answer)")
        if answer.status >= 400, declared == nil || declared?.mediaType == ProblemAnswer.mediaType {
            #expect(answer["Content-Type"] == ProblemAnswer.mediaType, "\(route.name): \(what)")
            if let value = try? answer.json {
                #expect(SchemaCheck.problems(value, ProblemAnswer.schema).isEmpty, "\(route.name): \(what): \(answer)")
            } else if route.method != .head {
                Issue.record("\(route.name): \(what): no problem details: \(answer)")
            }
            return
        }
        guard let declared else {
            Issue.record("\(route.name): \(what): \(answer.status) is not declared: \(answer)")
            return
        }
        for header in declared.headers {
            #expect(answer[header.name] != nil, "\(route.name): \(what): `\(header.name)` is missing: \(answer)")
        }
        guard let mediaType = declared.mediaType else {
            #expect(answer.body.isEmpty, "\(route.name): \(what)")
            return
        }
        let essence = answer["Content-Type"]?.split(separator: ";").first.map(String.init)
        #expect(
            route.method == .head || ([mediaType] + declared.otherMediaTypes).contains(essence ?? ""),
            "\(route.name): \(what): \(essence ?? "no type") is not declared")
        guard mediaType == "application/json", let schema = declared.schema else { return }
        #expect(answer["Content-Type"] == mediaType, "\(route.name): \(what)")
        do {
            let problems = SchemaCheck.problems(try answer.json, schema)
            #expect(problems.isEmpty, "\(route.name): \(what): \(problems): \(answer)")
        } catch {
            Issue.record("\(route.name): \(what): \(error): \(answer)")
        }
    }

    private func words(_ served: ServedWorkspace) async throws -> [String: String] {
        let title = "Spring 2026"
        let admin = try await served.session("ada")
        if let found = try await served.findDocument(title) {
            return ["document": found.id, "run": found.run, "school": "stanford", "pipeline": "transcript"]
        }
        let document = try await served.addDocument(title, "grades", as: admin, of: "ada")
        return ["document": document.id, "run": document.run, "school": "stanford", "pipeline": "transcript"]
    }

    private func filled(_ text: String, _ words: [String: String]) -> String {
        words.reduce(text) { text, word in text == "{\(word.key)}" ? word.value : text }
    }

    private func filled(_ value: Value, _ words: [String: String]) -> Value {
        switch value {
        case .string(let text): .string(filled(text, words))
        case .list(let list): .list(list.map { filled($0, words) })
        case .record(let record): .record(Record(record.map { ($0.key, filled($0.value, words)) }))
        default: value
        }
    }
}
