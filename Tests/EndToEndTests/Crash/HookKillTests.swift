import CompassTesting
import Glibc
import Platform
import Testing

/// Requests to webhooks while the program dies.
@Suite(.timeLimit(.minutes(4))) struct HookKillTests {
    @Test(
        "killed between a request's record and its run, or after the run: the run has happened exactly once",
        arguments: ["hook.taken", "hook.ended"])
    func once(place: String) async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "compass.yaml", "version: 1\nowner: { id: u1 }\nserver: { socket: .compass/http.sock }\n")
        try sandbox.write("secrets/HOOK", "open")
        try sandbox.write(
            "pipelines/say.yaml",
            """
            version: 1
            name: say
            on:
              webhook: { path: /hooks/say, secret: "${{ secrets.HOOK }}" }
            inputs:
              text: { type: string, required: true }
            stages:
              - uses: notify
                with: { channel: log, subject: "${{ inputs.text }}" }
            """)
        let request: [Path] = [
            "-sS", "--max-time", "60", "--unix-socket", ".compass/http.sock", "-H", "Authorization: Bearer open", "-H",
            "webhook-id: m1", "-H", "Content-Type: application/json", "-d", #"{"inputs":{"text":"Hello"}}"#,
            "http://localhost/hooks/say",
        ]
        let first = try await sandbox.up(environment: ["COMPASS_FAILPOINT=\(place)"])
        _ = try await sandbox.outcome(of: "/usr/bin/curl", request)
        #expect(try await first.end() == 137)
        let second = try await sandbox.up()
        if place == "hook.taken" {
            try await second.entry("run-finished")
            try await second.entry("delivered")
        }
        let again = try await sandbox.outcome(of: "/usr/bin/curl", request)
        let answer = try #require(try again.lines.first, "\(again)")
        #expect(try await second.end(after: SIGTERM) == 0)
        let runs = try await sandbox.list("runs", "list")
        #expect(runs.map { $0["status"] } == ["succeeded"])
        #expect(runs.first?["run"] == answer["run"], "\(again)")
        if place == "hook.taken" { #expect(try sandbox.announced().count == 1) }
    }

    @Test(
        "killed while a request's file comes: sent again, it is one document, by the run that is answered",
        arguments: Nightly.some(["upload.begun", "upload.written", "upload.complete", "hook.ended"]))
    func file(place: String) async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "compass.yaml", "version: 1\nowner: { id: u1 }\nserver: { socket: .compass/http.sock }\n")
        try sandbox.write("secrets/HOOK", "open")
        try sandbox.write("essay.txt", "essay\n")
        try sandbox.write(
            "pipelines/take.yaml",
            """
            version: 1
            name: take
            on:
              webhook: { path: /hooks/take, secret: "${{ secrets.HOOK }}" }
            inputs:
              user: { type: string, default: "${{ run.owner }}" }
              type: { type: document-type, default: transcript }
              title: { type: string, default: "${{ document.stem }}" }
            stages:
              - uses: detect-mime
              - uses: upload
              - uses: create-version
                with: { title: "${{ inputs.title }}" }
            """)
        let request: [Path] = [
            "-sS", "--max-time", "60", "--unix-socket", ".compass/http.sock", "-H", "Authorization: Bearer open", "-H",
            "webhook-id: m1", "-H", "Content-Type: application/octet-stream", "--data-binary", "@essay.txt",
            "http://localhost/hooks/take/file?name=essay.txt",
        ]
        let first = try await sandbox.up(environment: ["COMPASS_FAILPOINT=\(place)"])
        _ = try await sandbox.outcome(of: "/usr/bin/curl", request)
        #expect(try await first.end() == 137)
        let second = try await sandbox.up()
        let again = try await sandbox.outcome(of: "/usr/bin/curl", request)
        let answer = try #require(try again.lines.first, "\(again)")
        try await second.entry("run-finished")
        #expect(try await second.end(after: SIGTERM) == 0)
        let runs = try await sandbox.list("runs", "list")
        #expect(runs.map { $0["status"] } == ["succeeded"])
        #expect(runs.first?["run"] == answer["run"], "\(again)")
        #expect(try await sandbox.list("documents", "list").map { $0["version"] } == [1])
    }
}
