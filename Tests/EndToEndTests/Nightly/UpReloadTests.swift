import Glibc
import Platform
import Testing

/// What SIGHUP reads anew, and what is left at the end; `ReloadedDefinitionsTests` is its lower floor.
@Suite(.timeLimit(.minutes(4))) struct UpReloadTests {
    @Test("SIGHUP reads everything anew: new pipelines, their watches and schedules, and the channels of compass.yaml")
    func reloadBySignal() async throws {
        let sandbox = try UpTests.watching()
        let process = try await sandbox.up()
        process.signal(SIGHUP)
        try await process.entry("reloaded") { $0["changed"] == "" }
        try sandbox.write(
            "compass.yaml",
            """
            version: 1
            owner: { id: u1, name: Jordan Reyes }
            schools: schools.yaml
            workers: 3
            channels: { extra: { type: log, file: extra.ndjson } }

            """)
        try sandbox.write(
            "pipelines/tick.yaml",
            UpTests.everySecond.split(separator: "channel: log").joined(separator: "channel: extra")
        )
        try await process.entry("restart-needed") { $0["keys"] == "workers" }
        let run = try await process.entry("run-finished") { $0["pipeline"] == "tick" }
        #expect(run["status"] == "succeeded", "\(process.text)")
        try await process.entry("delivered")
        #expect(Files.exists(sandbox.folder.appending("extra.ndjson")), "\(process.text)")
        // Nothing of it begins any more.
        #expect(sandbox.folder.appending("pipelines/tick.yaml").withCString { unlink($0) } == 0)
        try await process.entry("reloaded") { $0["changed"] == "tick" && $0["pipelines"] == "2" }
        #expect(try await process.end(after: SIGTERM) == 0)
    }

    @Test("what is not finished in `shutdown-grace` is left for the next start, and the end is graceful all the same")
    func grace() async throws {
        let sandbox = try Sandbox()
        try Files.createFolders(sandbox.folder.appending("in"))
        try sandbox.write(
            "compass.yaml", "version: 1\nowner: { id: u1 }\nschools: schools.yaml\nshutdown-grace: 100ms\n")
        // Waits for its next try, for an hour.
        let waiting = Sandbox.waiting.split(separator: "inputs:")
        try sandbox.write(
            "pipelines/slow.yaml",
            "\(waiting[0])on:\n  watch: { path: in, settle: 200ms, patience: 200ms }\ninputs:\(waiting[1])")
        let process = try await sandbox.up()
        try sandbox.drop("in/clip.mp4", Samples.mp4(payload: 60_000_000))
        try await process.entry("stage-retry")
        #expect(try await process.end(after: SIGTERM) == 0, "\(process.text)")
        let runs = try await sandbox.list("runs", "list")
        #expect(runs.map { $0["status"] } == ["running"])
        let next = try await sandbox.up()
        try await next.entry("recovery")
        #expect(try await next.end(after: SIGTERM) == 0, "\(next.text)")
    }
}
