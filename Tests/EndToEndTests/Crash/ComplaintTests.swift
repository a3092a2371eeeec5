import Glibc
import Platform
import Testing

/// What users of other runners complain about most, as far as it concerns crashes.
@Suite struct ComplaintTests {
    /// Runs a document, dying at a place.
    private func die(
        _ crash: CrashSandbox, _ script: CrashScript, _ document: Path, at place: String
    ) async throws {
        let output = try await crash.sandbox.compass(
            ["run", Path(script.name), document], environment: ["COMPASS_FAILPOINT=\(place)"])
        try #require(output.status == 137, "\(output)")
    }

    private func statuses(_ crash: CrashSandbox) async throws -> [String: String] {
        var statuses: [String: String] = [:]
        for run in try await crash.sandbox.compass("runs", "list", "--json").lines {
            statuses[run["file"]?.string ?? ""] = run["status"]?.string
        }
        return statuses
    }

    @Test("prefect#8409, kestra#2281: a run is not left running after its process was killed; the next start ends it")
    func stuckRunning() async throws {
        let crash = try CrashSandbox()
        try await die(crash, .rich, try crash.document(1), at: "engine.effect-done")
        #expect(try await statuses(crash) == ["t1.pdf": "running"])
        let output = try await crash.sandbox.compass("run", "rich", try crash.document(2))
        #expect(output.status == 0, "\(output)")
        #expect(try await statuses(crash) == ["t1.pdf": "succeeded", "t2.pdf": "succeeded"])
        #expect(try await Audit.problems(of: crash) == [])
    }

    @Test("prefect#10141: a run whose process was killed does not block a pipeline with limit 1")
    func blockedGroup() async throws {
        let crash = try CrashSandbox()
        let name: Path = "pipelines/rich.yaml"
        let source = String(decoding: try crash.sandbox.read(name), as: UTF8.self)
        try crash.sandbox.write(
            name, source.replacing("stages:", with: "concurrency: { group: all, limit: 1 }\nstages:"))
        try await die(crash, .rich, try crash.document(1), at: "engine.intent-recorded")
        let output = try await crash.sandbox.compass("run", "rich", try crash.document(2))
        #expect(output.status == 0, "\(output)")
        #expect(try await statuses(crash) == ["t1.pdf": "succeeded", "t2.pdf": "succeeded"])
        #expect(try await Audit.problems(of: crash) == [])
    }

    @Test("dagster#19490: carrying on skips no stage that had not been done, and repeats none that had")
    func skippedStages() async throws {
        let crash = try CrashSandbox()
        try await die(crash, .rich, try crash.document(1), at: "engine.transaction-done")
        #expect(try await crash.sandbox.compass("runs", "resume").status == 0)
        let run = try #require(try await crash.sandbox.compass("runs", "list", "--json").lines.first?["run"]?.string)
        let shown = try #require(
            try await crash.sandbox.compass("runs", "show", Path(run), "--json").lines.first)
        let stages = try #require(shown["stages"]?.list)
        #expect(stages.count == 10)
        #expect(stages.allSatisfy { $0["status"] == "succeeded" }, "\(shown.json)")
        #expect(stages.first { $0["id"] == "upload" }?["attempts"] == 1, "\(shown.json)")
        #expect(try await Audit.problems(of: crash) == [])
    }

    @Test(
        "river#360: a document that its process dies of three times goes to quarantine, and the others go on",
        arguments: [
            // Nothing is there yet but half an object; then the object is, and nobody has recorded it.
            (["objects.bytes-synced", "objects.bytes-synced", "objects.bytes-synced"], "upload"),
            (["engine.effect-done", "engine.stage-ended", "engine.stage-ended"], "upload"),
        ])
    func poisonPill(places: [String], stage: String) async throws {
        let crash = try CrashSandbox()
        try await die(crash, .rich, try crash.document(1), at: places[0])
        for place in places[1...] {
            let output = try await crash.sandbox.compass(
                ["runs", "resume"], environment: ["COMPASS_FAILPOINT=\(place)"])
            #expect(output.status == 137, "\(output)")
        }
        // The place is armed still, and no stage comes to it.
        let last = try await crash.sandbox.compass(
            ["runs", "resume"], environment: ["COMPASS_FAILPOINT=\(places[0])"])
        #expect(last.status == 1, "\(last)")
        let held = try await crash.sandbox.compass("quarantine", "list", "--json").lines
        #expect(held.map { $0["kind"] } == ["crashed-repeatedly"], "\(held)")
        #expect(held.map { $0["stage"]?.string } == [stage])
        #expect(try await Audit.problems(of: crash, mayGiveUp: true) == [])
        #expect(try await crash.sandbox.compass("run", "rich", try crash.document(2)).status == 0)
        #expect(try await statuses(crash) == ["t1.pdf": "failed", "t2.pdf": "succeeded"])
        #expect(try await Audit.problems(of: crash, mayGiveUp: true) == [])
    }

    @Test("Hangfire#514, river#347: a long run is not taken over while its process lives, even one that stands still")
    func longRun() async throws {
        let crash = try CrashSandbox()
        let document = try crash.document(1)
        #expect(crash.sandbox.folder.appending(document).withCString { truncate($0, 20_000_000) } == 0)
        let child = try await crash.sandbox.start(stoppingAt: Sandbox.uploading, ["run", "rich", document])
        let other = try await crash.sandbox.compass("runs", "resume")
        #expect(other.status == 0, "\(other)")
        #expect(try await statuses(crash) == ["t1.pdf": "running"])
        child.signal(SIGCONT)
        #expect(try await crash.sandbox.end(of: child) == 0)
        #expect(try await Audit.problems(of: crash) == [])
    }

    @Test("dagu#2375: what a loss of power cuts off (a page of the log, half an object, half a line) blocks nothing")
    func lossOfPower() async throws {
        let crash = try CrashSandbox()
        #expect(try await crash.sandbox.compass("run", "rich", try crash.document(1)).status == 0)
        try await die(crash, .rich, try crash.document(2), at: "objects.bytes-written")
        // A write that had been begun and was not synced may be there in part.
        for (file, bytes) in [
            (".compass/compass.db-wal", [UInt8](repeating: 0x5A, count: 3_000)),
            (".compass/notifications.ndjson", Array("{\"id\":\"0".utf8)),
        ] as [(Path, [UInt8])] {
            let there = try crash.sandbox.read(file)
            try crash.sandbox.write(file, there + bytes)
        }
        let output = try await crash.sandbox.compass("runs", "resume")
        #expect(output.status == 0, "\(output)")
        #expect(try await crash.sandbox.compass("run", "rich", try crash.document(3)).status == 0)
        #expect(try await Audit.problems(of: crash) == [])
    }
}
