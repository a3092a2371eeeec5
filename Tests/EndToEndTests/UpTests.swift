import Glibc
import Platform
import Testing

/// `compass up`: one process that does everything, from its start to its end.
@Suite(.timeLimit(.minutes(4))) struct UpTests {
    /// A pipeline without a document, started every second.
    static let everySecond = """
        version: 1
        name: tick
        on:
          schedule: { cron: "* * * * * *", overlap: skip }
        stages:
          - uses: notify
            with: { channel: log, subject: tick }

        """

    static func watching(_ more: String = "") throws -> Sandbox {
        let sandbox = try Sandbox()
        try Files.createFolders(sandbox.folder.appending("in"))
        try sandbox.write("pipelines/video.yaml", Sandbox.watching("video", more: more))
        return sandbox
    }

    @Test("a file that is dropped is stored and announced; SIGTERM ends with 0, and nothing is half-done")
    func dropped() async throws {
        let sandbox = try Self.watching()
        let process = try await sandbox.up()
        try sandbox.drop("in/clip.mp4", Samples.mp4())
        let entry = try await process.entry("run-finished")
        #expect(entry["status"] == "succeeded", "\(process.text)")
        #expect(entry["pipeline"] == "video")
        try await process.entry("delivered")
        #expect(try await process.end(after: SIGTERM) == 0)
        #expect(process.count("ended") == 1, "\(process.text)")
        let runs = try await sandbox.list("runs", "list")
        #expect(runs.map { $0["status"] } == ["succeeded"])
        #expect(try await sandbox.list("documents", "list").map { $0["title"] } == ["clip"])
        #expect(try sandbox.announced().count == 1)
        #expect(try sandbox.objects().count == 1)
    }

    @Test("a file that was there before the start is taken once, also by a second start")
    func existing() async throws {
        let sandbox = try Self.watching()
        try sandbox.drop("in/clip.mp4", Samples.mp4())
        let first = try await sandbox.up()
        try await first.entry("run-finished")
        #expect(try await first.end(after: SIGTERM) == 0)
        let second = try await sandbox.up()
        try sandbox.drop("in/other.mp4", Samples.mp4(1))
        let entry = try await second.entry("run-finished")
        #expect(entry["file"]?.string?.hasSuffix("other.mp4") == true, "\(second.text)")
        #expect(try await second.end(after: SIGINT) == 0)
        #expect(try await sandbox.list("runs", "list").count == 2)
    }

    @Test("one that starts right after another was killed waits for the end of that one")
    func afterKill() async throws {
        let sandbox = try Sandbox()
        for _ in 0..<3 {
            let process = try await sandbox.up()
            process.signal(SIGKILL)
            // `up` fails when it is refused.
            let next = try await sandbox.up()
            #expect(try await next.end(after: SIGTERM) == 0)
            #expect(try await process.end() == 137)
        }
    }

    @Test("a workspace with a file that lint refuses is not begun with: exit 2 and the text of lint")
    func wrongAtTheStart() async throws {
        let sandbox = try Sandbox(texts: ["pipelines/bad.yaml": "version: 1\nname: bad\nstages:\n  - uses: uplaod\n"])
        let output = try await sandbox.compass("up", ending: 2)
        let lint = try await sandbox.compass("lint")
        #expect(output.errors == lint.text, "\(output)")
    }

    @Test("an unknown part is refused, and the words that there are are named")
    func unknownPart() async throws {
        let output = try await Sandbox().compass("up", "--only", "watch,wacht", ending: 2)
        #expect(output.errors.contains("watch, schedule, server, worker"), "\(output)")
    }

    @Test("a changed file is read anew: a good one is used, a bad one keeps the former definition with lint's text")
    func changedFile() async throws {
        let sandbox = try Self.watching()
        let process = try await sandbox.up()
        try sandbox.write("pipelines/video.yaml", Sandbox.watching("video", more: "nonsense: 1"))
        let refused = try await process.entry("reload-refused")
        #expect(refused["kept"] == "video")
        #expect(
            refused["lint"]?.string?.contains("pipelines/video.yaml:8:1: error[unknown-key]") == true,
            "\(process.text)")
        try sandbox.drop("in/a.mp4", Samples.mp4())
        let former = try await process.entry("run-finished")
        #expect(former["status"] == "succeeded")
        // The same pipeline, which announces nothing any more.
        let good = Sandbox.watching("video").split(separator: "  - uses: notify")[0]
        try sandbox.write("pipelines/video.yaml", String(good))
        try await process.entry("reloaded") { $0["changed"] == "video" }
        try sandbox.drop("in/b.mp4", Samples.mp4(1))
        let run = try await process.entry("run-finished") { $0["file"]?.string?.hasSuffix("b.mp4") == true }
        let stages = try await sandbox.list("runs", "show", Path(run["run"]?.string ?? ""))
        #expect(stages[0]["stages"]?.list?.count == 4, "\(stages)")
        #expect(try await process.end(after: SIGTERM) == 0)
    }

    @Test("a schedule of every second fires, each slot once")
    func schedule() async throws {
        let sandbox = try Sandbox(texts: ["pipelines/tick.yaml": Self.everySecond])
        let process = try await sandbox.up()
        try await process.entry("run-finished") { $0["pipeline"] == "tick" && $0["status"] == "succeeded" }
        #expect(try await process.end(after: SIGTERM) == 0)
        let slots = try await sandbox.list("schedule", "history", "--limit", "100")
        let times = Set(slots.map { $0["at"]?.text ?? "" })
        #expect(!slots.isEmpty && times.count == slots.count, "\(slots)")
        #expect(slots.allSatisfy { $0["state"] == "succeeded" || $0["state"] == "claimed" }, "\(slots)")
        let runs = try await sandbox.list("runs", "list", "--limit", "100")
        let claimed = Set(slots.map { $0["run"]?.text ?? "" })
        #expect(runs.allSatisfy { claimed.contains($0["run"]?.text ?? "none") }, "\(runs)")
    }

    @Test("a file for figures that no collector would read is refused")
    func metricsFile() async throws {
        let output = try await Sandbox().compass("up", "--metrics-file", "foo", ending: 2)
        #expect(
            output.errors.hasPrefix(
                "compass: --metrics-file foo: the name must end in .prom, since collectors read no other; write foo.prom"
            ),
            "\(output)")
    }
}
