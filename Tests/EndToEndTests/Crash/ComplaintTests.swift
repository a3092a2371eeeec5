import CompassTesting
import Glibc
import Platform
import Testing

/// What users of other runners complain about most, as far as it concerns crashes.
@Suite struct ComplaintTests {
    /// Runs a document, dying at a place.
    private func die(
        _ crash: CrashSandbox, _ script: CrashScript, _ document: Path, at place: String
    ) async throws {
        try await crash.sandbox.compass(
            ["run", Path(script.name), document], environment: ["COMPASS_FAILPOINT=\(place)"], ending: 137)
    }

    private func statuses(_ crash: CrashSandbox) async throws -> [String: String] {
        var statuses: [String: String] = [:]
        for run in try await crash.sandbox.compass("runs", "list", "--json").lines {
            statuses[run["file"]?.string ?? ""] = run["status"]?.string
        }
        return statuses
    }

    @Test(
        "river#360: a document that its process dies of three times goes to quarantine, and the others go on",
        arguments: [
            // Nothing is there yet but half an object; then the object is, and nobody has recorded it.
            (["objects.bytes-synced", "objects.bytes-synced", "objects.bytes-synced"], "upload"),
            (["engine.effect-done", "engine.stage-ended", "engine.stage-ended"], "upload"),
        ].prefix(Nightly.isOn ? 2 : 1))
    func poisonPill(places: [String], stage: String) async throws {
        let crash = try CrashSandbox()
        try await die(crash, .rich, try crash.document(1), at: places[0])
        for place in places[1...] {
            try await crash.sandbox.compass(
                ["runs", "resume"], environment: ["COMPASS_FAILPOINT=\(place)"], ending: 137)
        }
        // The place is armed still, and no stage comes to it.
        try await crash.sandbox.compass(["runs", "resume"], environment: ["COMPASS_FAILPOINT=\(places[0])"], ending: 1)
        let held = try await crash.sandbox.compass("quarantine", "list", "--json").lines
        #expect(held.map { $0["kind"] } == ["crashed-repeatedly"], "\(held)")
        #expect(held.map { $0["stage"]?.string } == [stage])
        #expect(try await Audit.problems(of: crash, mayGiveUp: true) == [])
        #expect(try await crash.sandbox.compass("run", "rich", try crash.document(2)).status == 0)
        #expect(try await statuses(crash) == ["t1.pdf": "failed", "t2.pdf": "succeeded"])
        #expect(try await Audit.problems(of: crash, mayGiveUp: true) == [])
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
        try await crash.sandbox.compass("runs", "resume", ending: 0)
        #expect(try await crash.sandbox.compass("run", "rich", try crash.document(3)).status == 0)
        #expect(try await Audit.problems(of: crash) == [])
    }
}
