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
}
