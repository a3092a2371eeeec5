import Accounts
import Diagnostics
import Documents
import Pipelines
import Platform
import Service
import Testing
import Workspaces

@testable import WebServer

/// Requests to webhooks of pipelines.
@Suite(.timeLimit(.minutes(4))) struct HookTests {
    private typealias Headers = ServedWorkspace.Headers

    private static let bearer: Headers = [("Authorization", "Bearer \(ServedWorkspace.hookSecret)")]

    private static let noInputs = "`inputs` must be an object of texts, numbers, booleans and lists of texts."

    private static func signed(
        _ body: String, id: String, by secret: String = ServedWorkspace.hookSecret, age: Int64 = 0
    ) throws -> Headers {
        let time = Timestamp.now().milliseconds / 1_000 - age
        let key = try #require(WebhookSecret(secret))
        return [
            ("webhook-id", id), ("webhook-timestamp", "\(time)"),
            ("webhook-signature", key.signature(id: id, timestamp: time, body: Array(body.utf8))),
        ]
    }

    private static func post(
        _ served: ServedWorkspace, _ hook: String, _ body: String, _ headers: Headers, status: Int
    ) async throws -> WebAnswer {
        try await served.ask(
            WebRequest(
                "POST", "/hooks/\(hook)", [("Content-Type", "application/json")] + headers, body: Array(body.utf8)),
            status: status)
    }

    @Test("a signed message starts one run with its inputs, however often it comes; another body under its id is 409")
    func once() async throws {
        try await withServedWorkspace { served in
            let following = served.service.events.follow(after: served.service.events.last) { $0.kind == .runEnded }
            let body = #"{"inputs":{"word":"Good morning"}}"#
            var runs: Set<String> = []
            for _ in 1...3 {
                let answer = try await Self.post(
                    served, "announce", body, try Self.signed(body, id: "msg_1"), status: 202)
                let run = try #require(try answer.json["run"]?.string)
                #expect(answer["Location"] == "/api/v1/runs/\(run)")
                runs.insert(run)
            }
            let run = try #require(runs.count == 1 ? runs.first : nil, "\(runs)")
            _ = try #require(await following.next(atMost: .seconds(60)))
            let detail = try #require(try await served.workspace.journal.run(run))
            #expect(detail.run.status == .succeeded && detail.run.owner == "u2")
            #expect(Trigger(detail.run.trigger) == .webhook(path: "/hooks/announce", id: "msg_1"))
            #expect(detail.run.inputs["word"] == "Good morning")
            let answer = try await Self.post(
                served, "announce", "{}", try Self.signed("{}", id: "msg_1"), status: 409)
            #expect(
                try answer.json["detail"]
                    == "Message `msg_1` came before with another body. A new message needs an id of its own.")
            let audit = try await served.workspace.accounts.entries(AuditQuery(), limit: 100, after: nil).items
            #expect(audit.filter { $0.by.name == "webhook:announce" }.map(\.subject.id) == [run])
        }
    }

    @Test("who proves nothing gets the answer that a webhook gives that there is not")
    func unproven() async throws {
        try await withServedWorkspace { served in
            let wrong: [Headers] = [
                [], [("Authorization", "Bearer wrong")], [("Authorization", "Bearer ")],
                [("Authorization", "Basic \(ServedWorkspace.hookSecret)")],
                try Self.signed("{}", id: "m", by: "wrong"), try Self.signed("{}", id: "m", age: 400),
                try Self.signed("{ }", id: "m"), Array(try Self.signed("{}", id: "m").dropFirst()),
            ]
            for headers in wrong {
                let known = try await Self.post(served, "announce", "{}", headers, status: 401)
                let unknown = try await Self.post(served, "nothing", "{}", headers, status: 401)
                #expect(known.body == unknown.body)
            }
            _ = try await Self.post(served, "nothing", "{}", Self.bearer, status: 401)
            #expect(try await served.workspace.journal.runs(RunQuery(), limit: 1, after: nil).items.isEmpty)
        }
    }

    @Test(
        "a request that cannot be carried out is refused with what is wrong, and nothing begins",
        arguments: [
            ("announce", #"{"inputs":{"user":"ada"}}"#, 400, "The webhook decides the input `user`: leave it out."),
            ("announce", #"{"input":{}}"#, 400, "`input` is no field of this request"),
            ("announce", "[]", 400, "The body must be a JSON object."),
            ("announce", #"{"inputs":{"word":null}}"#, 400, noInputs),
            ("announce", #"{"inputs":{"word":{"a":1}}}"#, 400, noInputs),
            ("announce", #"{"inputs":{"word":["a",1]}}"#, 400, noInputs),
            ("announce", #"{"inputs":null}"#, 400, noInputs),
            ("announce", #"{"inputs":[]}"#, 400, noInputs),
            ("file", #"{"file":"x"}"#, 400, "`file` must be an object with `url` and perhaps `name`."),
            ("file", #"{"file":null}"#, 400, "`file` must be an object with `url` and perhaps `name`."),
            (
                "file", "{}", 400,
                "Pipeline `transcript` needs a file, which its stage `detect-mime` reads: send `file` with its `url`, "
                    + "or the file itself to `/hooks/file/file`."
            ),
            (
                "file", #"{"file":{"url":"http://example.org/a.txt"}}"#, 400,
                "`url` of `file` must start with `https://`"
            ),
            ("file", #"{"file":{"url":"https://example.org/"}}"#, 400, "The address of `file` ends with no name"),
            ("file", #"{"file":{"url":"https://example.org/a.txt","name":"../a.txt"}}"#, 400, "has a `/`"),
            ("file", #"{"file":{"url":"https://example.org/a.mp4"}}"#, 400, "`a.mp4` is no"),
        ] as [(String, String, Int, String)])
    func refused(hook: String, body: String, status: Int, detail: String) async throws {
        try await withServedWorkspace { served in
            let answer = try await Self.post(served, hook, body, Self.bearer, status: status)
            let said = try answer.json["detail"]?.string ?? ""
            #expect(said.lowercased().contains(detail.lowercased().trimmingSuffix(".")), "\(answer)")
            #expect(try await served.workspace.stores.webhooks.pendingWebhookRequests(limit: 10) == [])
        }
    }

    @Test("a message's id that is no UTF-8 is refused: different ones would be one message")
    func bytesAsID() async throws {
        try await withServedWorkspace { served in
            let body = #"{"inputs":{"word":"Hello"}}"#
            let head =
                "POST /hooks/announce HTTP/1.1\r\nHost: \(served.address.host)\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Authorization: Bearer \(ServedWorkspace.hookSecret)\r\nContent-Length: \(body.utf8.count)\r\nwebhook-id: id"
            let bytes = Array(head.utf8) + [0xFF] + Array("\r\n\r\n\(body)".utf8)
            let address = served.address
            let answer = try await WebConnection.pool.run {
                let connection = try WebConnection(address)
                try connection.send(bytes)
                var received: [UInt8] = []
                while true {
                    let more = try connection.receive()
                    if more.isEmpty { break }
                    received += more
                }
                return WebAnswerReader(received)?.whole
            }
            #expect(
                answer?.status == 400 && answer?.detail == "`webhook-id` must be UTF-8.",
                "\(String(describing: answer))")
            #expect(try await served.workspace.stores.webhooks.pendingWebhookRequests(limit: 10) == [])
        }
    }

    @Test("a webhook whose owner is gone takes nothing: its sender is told to come again, and the log tells why")
    func noOwner() async throws {
        try await withServedWorkspace { served in
            _ = try await People(of: served.workspace).remove("u2", by: ServedWorkspace.root)
            let answer = try await Self.post(served, "announce", "{}", Self.bearer, status: 503)
            #expect(
                answer.detail
                    == "The webhook takes nothing before its administrator has corrected it. Send the message again later."
            )
            let entry = try #require(await served.log.first("webhook-fault"))
            #expect(entry.level == .error)
            #expect(entry.message.hasPrefix("A webhook refuses all requests: There is no owner `u2`."), "\(entry)")
        }
    }

    @Test("the page of a run whose pipeline is gone tells that it waits for that, and its JSON that it is queued")
    func waiting() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let request = WebhookRequest(
                hook: "/hooks/a", message: "m1", digest: String(repeating: "0", count: 64), run: "01GONE",
                pipeline: "gone", owner: "u1", inputs: [:], file: nil, createdAt: .now())
            _ = try await served.workspace.stores.webhooks.addWebhookRequest(request)
            let page = try await served.ask("GET", "/runs/01GONE", as: session, status: 200)
            #expect(page.text.contains("Its pipeline is missing"), "\(page)")
            let answer = try await served.ask("GET", "/api/v1/runs/01GONE", as: session, status: 200)
            #expect(try answer.json == ["run": "01GONE", "pipeline": "gone", "status": "queued"])
        }
    }

    @Test("a file at an address of this machine is not got: its run fails and says why")
    func privateFile() async throws {
        try await withServedWorkspace { served in
            let following = served.service.events.follow(after: served.service.events.last) { $0.kind == .runEnded }
            let answer = try await Self.post(
                served, "file", #"{"file":{"url":"https://127.0.0.1:1/notes.txt"}}"#, Self.bearer, status: 202)
            let run = try #require(try answer.json["run"]?.string)
            _ = try #require(await following.next(atMost: .seconds(60)))
            let detail = try #require(try await served.workspace.journal.run(run))
            #expect(detail.run.status == .failed && detail.run.file == "notes.txt" && detail.run.owner == "u1")
            #expect(
                detail.run.error?.message.contains(
                    "it leads to 127.0.0.1, which is no public address, and not allowed.") == true,
                "\(String(describing: detail.run.error))")
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
