import Accounts
import Documents
import HTTPServer
import Pipelines
import Platform
import Service
import Testing
import Workspaces

@testable import WebServer

/// Files that are sent to webhooks of pipelines.
@Suite(.timeLimit(.minutes(4))) struct HookFileTests {
    private typealias Headers = ServedWorkspace.Headers

    static let type = (name: "Content-Type", value: "application/octet-stream")
    static let bearer = (name: "Authorization", value: "Bearer \(ServedWorkspace.hookSecret)")

    /// With a server that waits for no more of a file once it has answered.
    private static var quick: HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        limits.surplusTime = .milliseconds(50)
        return limits
    }

    @Test("a file is run once for the owner that the webhook names, however often its message comes")
    func once() async throws {
        try await withServedWorkspace { served in
            let following = served.service.events.follow(after: served.service.events.last) { $0.kind == .runEnded }
            var runs: Set<String> = []
            for _ in 1...3 {
                let answer = try await served.ask(
                    "POST", "/hooks/file/file?name=a.txt&input=title=My%20essay&input=schools=ucla",
                    as: nil, [Self.type, Self.bearer, ("webhook-id", "m1")], body: "essay\n", status: 202)
                let run = try #require(try answer.json["run"]?.string)
                #expect(answer["Location"] == "/api/v1/runs/\(run)")
                runs.insert(run)
            }
            let run = try #require(runs.count == 1 ? runs.first : nil, "\(runs)")
            _ = try #require(await following.next(atMost: .seconds(60)))
            let detail = try #require(try await served.workspace.journal.run(run))
            #expect(detail.run.status == .succeeded && detail.run.owner == "u1" && detail.run.file == "a.txt")
            #expect(Trigger(detail.run.trigger) == .webhook(path: "/hooks/file", id: "m1"))
            #expect(detail.run.inputs["schools"] == ["ucla"])
            let document = try await served.document("My essay")
            #expect(document.size == 6 && document.owner == "u1")
            let audit = try await served.workspace.accounts.entries(AuditQuery(), limit: 100, after: nil).items
            let own = audit.filter { $0.by.name == "webhook:file" }
            #expect(own.map(\.action) == ["runs.start"] && own.map(\.subject.id) == [run])
            let other = try await served.ask(
                "POST", "/hooks/file", json: ["file": ["url": "https://example.org/a.txt"]], as: nil,
                [Self.bearer, ("webhook-id", "m1")], status: 409)
            #expect(
                other.detail == "Message `m1` came before with another body. A new message needs an id of its own.")
        }
    }

    @Test("who does not send the secret is refused before the file is read, as by a webhook that there is not")
    func unproven() async throws {
        try await withServedWorkspace(limits: Self.quick) { served in
            let key = try #require(WebhookSecret(ServedWorkspace.hookSecret))
            let time = Timestamp.now().milliseconds / 1_000
            let signed: Headers = [
                ("webhook-id", "m"), ("webhook-timestamp", "\(time)"),
                ("webhook-signature", key.signature(id: "m", timestamp: time, body: [])),
            ]
            // The file never comes.
            let promised: Headers = [Self.type, ("Content-Length", "1000000")]
            for headers in [[], [("Authorization", "Bearer wrong")], signed] as [Headers] {
                let known = try await served.ask(
                    "POST", "/hooks/file/file?name=a.txt", as: nil, promised + headers, status: 401)
                let unknown = try await served.ask(
                    "POST", "/hooks/nothing/file?name=a.txt", as: nil, promised + headers, status: 401)
                #expect(known.body == unknown.body)
                #expect(
                    known.detail
                        == "There is no such webhook, or the request does not prove that it may use it. A file comes with the "
                        + "secret as `Authorization: Bearer`; a signature does not count.")
            }
            try await served.ask(
                "POST", "/hooks/nothing/file?name=a.txt", as: nil, promised + [Self.bearer], status: 401)
        }
    }

    @Test("a file that cannot be taken is refused before it is read with what is wrong, and nothing is on record of it")
    func refused() async throws {
        let rows: [(target: String, headers: Headers, status: Int, detail: String)] = [
            ("file/file?name=a.mp4", [], 400, "`a.mp4` is no Transcript: its name has to end in .pdf or .txt."),
            ("file/file?name=a.txt&input=user=ada", [], 400, "The webhook decides the input `user`: leave it out."),
            ("file/file?name=a.txt&input=titel=A", [], 400, "Pipeline `transcript` has no input `titel`; "),
            (
                "file/file?name=a.txt&input=title=A&input=title=B", [], 400,
                "Input `title` is given 2 times; only a list may be given more than once."
            ),
            (
                "file/file?name=a.txt", [("Content-Type", "text/plain")], 415,
                "The body must be `application/octet-stream`."
            ),
            (
                "file/file?name=a.txt", [("Transfer-Encoding", "chunked")], 411,
                "The length of the file must be sent as `Content-Length`."
            ),
            (
                "file/file?name=a.txt", [("Content-Length", "9000000000000")], 413,
                "`a.txt` has 9000000000000 bytes. A Transcript may have up to "
            ),
            (
                "announce/file?name=a.txt", [], 409,
                "Pipeline `announce` does not say what kind of document the file is. Give its webhook a `type`."
            ),
        ]
        try await withServedWorkspace(limits: Self.quick) { served in
            for row in rows {
                var headers: Headers = [Self.bearer, ("webhook-id", "m1")] + row.headers
                if !headers.contains(where: { $0.name == Self.type.name }) { headers.append(Self.type) }
                if !headers.contains(where: { ["Content-Length", "Transfer-Encoding"].contains($0.name) }) {
                    headers.append(("Content-Length", "1000000"))
                }
                let answer = try await served.ask("POST", "/hooks/\(row.target)", as: nil, headers, status: row.status)
                #expect(answer.detail.hasPrefix(row.detail), "\(answer)")
            }
            let stores = served.workspace.stores
            for hook in ["file", "announce"] {
                #expect(try await stores.webhooks.webhookRequest("m1", of: "/hooks/\(hook)") == nil)
            }
            #expect(try await stores.uploads.uploads(UploadQuery(), limit: 1, after: nil).items.isEmpty)
        }
    }

    @Test(
        "a message whose file is coming: another request of it is told to wait, and when the first is cut it is taken")
    func cut() async throws {
        try await withServedWorkspace(limits: Self.quick) { served in
            let following = served.service.events.follow(after: served.service.events.last) { $0.kind == .runEnded }
            let connection = try await Self.beginning(served)
            func again() async throws -> WebAnswer {
                try await served.ask(
                    "POST", "/hooks/file/file?name=a.txt", as: nil, [Self.type, Self.bearer, ("webhook-id", "m1")],
                    body: "essay\n")
            }
            let early = try await again()
            #expect(early.status == 423 && early["Retry-After"] == "1", "\(early)")
            connection.close()
            let uploadStore = served.workspace.stores.uploads
            // Until the server has found out; then it removes what has come.
            while try await !uploadStore.uploads(UploadQuery(), limit: 1, after: nil).items.isEmpty {
                try await served.ask("GET", "/healthz")
            }
            var taken: WebAnswer
            repeat { taken = try await again() } while taken.status == 423
            #expect(taken.status == 202, "\(taken)")
            _ = try #require(await following.next(atMost: .seconds(60)))
            #expect(try await served.document("a").size == 6)
            let uploads = try await uploadStore.uploads(UploadQuery(), limit: 10, after: nil).items
            #expect(uploads.map(\.id) == [try taken.json["run"]?.string])
        }
    }

    @Test(
        "whoever owns the file that a webhook is sent, or administers: there is nothing to look at, to resume or to end"
    )
    func closed() async throws {
        try await withServedWorkspace(limits: Self.quick) { served in
            let connection = try await Self.beginning(served)
            let id = try #require(
                try await served.service.uploads.list(UploadQuery(), limit: 1, after: nil).items.first?.upload.id)
            for person in ["u1", "ada"] {
                let session = try await served.session(person)
                let list = try await served.ask("GET", "/api/v1/uploads", as: session, status: 200)
                #expect(try list.json["uploads"]?.list == [], "\(list)")
                let target = "/api/v1/uploads/\(id)"
                try await served.ask("GET", target, as: session, status: 404)
                for method in ["HEAD", "DELETE"] {
                    try await served.ask(method, target, as: session, [UploadTests.tus], status: 404)
                }
                let forged = try await UploadTests.append(served, session, target, at: 3, "forged")
                #expect(forged.status == 404, "\(forged)")
            }
            connection.close()
        }
    }

    /// A request of message `m1` to the webhook of `u1`, or another one, that has promised a file and sent the beginning of it.
    static func beginning(
        _ served: ServedWorkspace, _ target: String = "/hooks/file/file?name=a.txt",
        _ headers: [(name: String, value: String)] = [type, bearer, ("webhook-id", "m1")]
    ) async throws -> WebConnection {
        let address = served.address
        let connection = try await WebConnection.pool.run {
            let connection = try WebConnection(address)
            try connection.send(
                WebRequest("POST", target, headers + [("Content-Length", "1000000")], body: Array("abc".utf8)))
            return connection
        }
        while try await served.service.uploads.list(UploadQuery(), limit: 1, after: nil).items.first?.offset != 3 {
            try await served.ask("GET", "/healthz")
        }
        return connection
    }
}
