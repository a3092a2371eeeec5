import CompassTesting
import Documents
import Engine
import HTTPMessages
import Pipelines
import Platform
import Testing

@testable import ExternalStages

/// Requests that a pipeline makes, to a real server.
@Suite struct HTTPRequestStageTests {
    private let bench: ExternalBench
    private let server: PythonServer

    init() async throws {
        bench = try await ExternalBench()
        server = try PythonServer(Path(#filePath).folder.appending("../HTTPClientTests/Servers/server.py"))
    }

    private func run(_ path: String, _ options: String = "") async throws -> RunResult {
        try await bench.run(
            "uses: http-request\nwith: { url: \"\(server.url(path))\"\(options.isEmpty ? "" : ", ")\(options) }")
    }

    private func header(_ result: RunResult, _ name: String) -> String? {
        let headers = result.stages[0].outputs["json"]?.record?["headers"]?.list ?? []
        return headers.first { $0.list?.first?.string == name }?.list?.last?.string
    }

    @Test("a mapping is sent as JSON, in which a document's name changes nothing, and a text as it is")
    func bodies() async throws {
        let file = try bench.folder.write("\"], \"x.txt", Array("x".utf8))
        let json = try await bench.run(
            """
            uses: http-request
            with:
              url: \(server.url("echo"))
              method: POST
              body: { name: "${{ document.stem }}", tags: [video, 7, true, null] }
            """, on: file)
        let echoed = json.stages[0].outputs["json"]?.record
        #expect(echoed?["method"] == "POST")
        #expect(echoed?["body"]?.string == #"{"name":"\"], \"x","tags":["video",7,true,null]}"#)
        #expect(header(json, "content-type") == "application/json")
        #expect(header(json, "idempotency-key") == "\"\(json.run.id)/http-request\"")
        let text = try await run("echo", "method: PUT, body: plain, headers: { X-Team: blue }")
        #expect(text.stages[0].outputs["json"]?.record?["body"] == "plain")
        #expect(header(text, "x-team") == "blue")
        #expect(header(text, "content-type") == nil && header(text, "idempotency-key") == nil)
        let get = try await run("echo")
        #expect(get.stages[0].outputs["json"]?.record?["method"] == "GET")
    }

    private static let table: [(status: String, options: String, ended: String, errorClass: ErrorClass?)] = [
        ("204", "", "succeeded", nil), ("404", "success-on: [200-299, \"404\"]", "succeeded", nil),
        ("422", "reject-on: [\"400\", 420-429]", "rejected", nil), ("200", "reject-on: [\"200\"]", "rejected", nil),
        ("404", "", "failed", .permanent), ("302", "", "failed", .permanent),
        ("408", "", "failed", .timeout), ("429", "", "failed", .throttled), ("503", "", "failed", .server),
    ]

    @Test("a status succeeds, rejects or fails with its class")
    func statuses() async throws {
        for (status, options, ended, errorClass) in Self.table {
            try await check(status, options, ended, errorClass)
        }
    }

    private func check(_ status: String, _ options: String, _ ended: String, _ errorClass: ErrorClass?) async throws {
        let result = try await run("status/\(status)", options)
        #expect(result.run.status.rawValue == ended, "\(status) \(options)")
        #expect(result.run.error?.errorClass == errorClass)
        if ended == "succeeded" {
            #expect(result.stages[0].outputs["status"]?.integer == Int64(status))
        } else {
            #expect(
                result.run.error?.message
                    == "http://127.0.0.1:\(server.port) answered \(status): status \(status)")
        }
    }

    @Test("no answer, one that is too large, and one that takes too long are failures that say so")
    func failures() async throws {
        let large = try await run("bytes/70000")
        #expect(large.run.error?.errorClass == .permanent && large.run.error?.kind == "http-too-large")
        let slow = try await run("slow", "timeout: 200ms")
        #expect(slow.run.error?.errorClass == .timeout)
        let away = try await run("unanswered", "method: POST")
        #expect(away.run.error?.errorClass == .network)
        let binary = try await run("bytes/10", "max-response: 10B")
        #expect(binary.stages[0].outputs["body"] == "xxxxxxxxxx" && binary.stages[0].outputs["json"] == .null)
    }

    @Test("a secret reaches the server, and neither outputs nor messages")
    func secrets() async throws {
        let good = try await run("echo", "headers: { X-Key: \"${{ secrets.TOKEN }}\" }")
        #expect(header(good, "x-key") == "***")
        #expect(good.stages[0].outputs["body"]?.string?.contains("hush") == false)
        let bad = try await bench.run(
            """
            uses: http-request
            with:
              url: "\(server.url("status/500"))/${{ secrets.TOKEN }}"
              body: "${{ secrets.TOKEN }}"
              method: POST
            """)
        #expect(bad.run.status == .failed)
        #expect(bad.run.error?.message.contains("hush") == false)
    }

    @Test("what could never work is told before the run")
    func lint() {
        for (options, message) in [
            ("url: ftp://x", "`url` must start with `https://` or `http://`, followed by a host"),
            ("url: \"http:///x\"", "`url` must start with `https://` or `http://`, followed by a host"),
            ("url: \"http://a b\"", "`url` must have no blanks and control characters"),
            ("url: http://a, method: get", "`method` must be"),
            ("url: http://a, success-on: [\"2xx\"]", "`success-on` must have statuses of 100 to 599 such as"),
            (
                "url: http://a, headers: { Content-Length: \"1\" }",
                "a name in `headers` must be none that the request itself sets"
            ),
            ("url: http://a, max-response: 2MB", "`max-response` must be 1B to 1MB"),
            ("url: http://a, timeout: 0s", "`timeout` must be more than 0"),
        ] {
            let issues = bench.load("uses: http-request\nwith: { \(options) }").issues
            #expect(issues.count == 1 && issues[0].hasPrefix(message), "\(issues)")
        }
    }

    @Test("an address of this machine is not asked, however it is written, unless the workspace allows it")
    func reach() async throws {
        let (bare, port) = (try await ExternalBench(reach: .public(and: [])), server.port)
        for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "0.0.0.0"] {
            let refused = try await bare.run("uses: http-request\nwith: { url: \"http://\(host):\(port)/echo\" }")
            #expect(refused.run.error?.kind == "http-forbidden", "\(host): \(refused.run.error?.message ?? "nothing")")
            #expect(refused.run.error?.errorClass == .permanent)
        }
        let range = try #require(AddressRange("127.0.0.1"))
        let allowing = try await ExternalBench(reach: .public(and: [range]))
        let answered = try await allowing.run("uses: http-request\nwith: { url: \"\(server.url("echo"))\" }")
        #expect(answered.run.error == nil)
    }

    @Test("an address that is computed is looked at in the run, and a rehearsal asks nobody")
    func computed() async throws {
        let wrong = try await bench.run("uses: http-request\nwith: { url: \"${{ document.stem }}\" }")
        #expect(
            wrong.run.error?.message
                == "The `url` of stage `http-request` must start with `https://` or `http://`, followed by a host.")
        let rehearsal = try await ExternalBench(isRehearsal: true)
        let refused = try await rehearsal.run("uses: http-request\nwith: { url: \"\(server.url("echo"))\" }")
        #expect(refused.run.error?.kind == "rehearsal")
        let (scheme, server) = ("https://a.example:8", HTTPAddress.server)
        #expect(server(scheme) == scheme && server("https://user:key@a.example:8/x?y") == scheme)
        #expect(server("https://@") == nil && server("x") == nil)
    }
}
