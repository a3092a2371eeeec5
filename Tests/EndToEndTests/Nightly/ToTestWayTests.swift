import Platform
import Testing

/// Runs that become tests where something was undone or changed.
@Suite struct ToTestWayTests {
    private let base = ToTestTests()

    @Test("what a later stage took back is expected to be taken back")
    func undone() async throws {
        let sandbox = try Sandbox(["grades.pdf": Samples.pdf()])
        // Named by an input, the school would be refused before anything began.
        let closed = try base.pipeline(sandbox).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains("with: { schools:") ? "    with: { schools: [nowhere] }" : String(line)
        }.joined(separator: "\n")
        try #require(closed.contains("[nowhere]"))
        try sandbox.write("pipelines/transcript.yaml", closed)
        #expect(try await sandbox.compass("run", "transcript", "grades.pdf", "-i", "schools=ucla").status == 3)
        #expect(try await sandbox.compass("runs", "to-test", try await base.lastRun(sandbox)).status == 0)
        let text = try base.pipeline(sandbox)
        #expect(text.contains("undone: [upload, create-version]"), "\(text)")
        #expect(text.contains("rejected: \"There is no school"), "\(text)")
        try await sandbox.compass("test", "transcript", ending: 0)
    }

    @Test(
        "a document that changed is taken from quarantine; without any bytes the run is refused and nothing is written")
    func changed() async throws {
        let sandbox = try Sandbox(texts: ["notes.txt": "MZ"])
        try sandbox.write("pipelines/transcript.yaml", Sandbox.pipeline("transcript", type: "transcript", max: "1B"))
        #expect(try await sandbox.compass("run", "transcript", "notes.txt").status == 3)
        let run = try await base.lastRun(sandbox)
        let before = try base.pipeline(sandbox)
        try sandbox.write("notes.txt", "other bytes")
        if Files.exists(sandbox.folder.appending(".compass/quarantine")) {
            try await sandbox.compass("runs", "to-test", run, "-o", "-", ending: 0)
            #expect(!Files.exists(sandbox.folder.appending("pipelines/fixtures")))
            #expect(try await sandbox.compass("runs", "to-test", run, "-o", "case.yaml").status == 0)
            #expect(try sandbox.read("pipelines/fixtures/notes.txt") == Array("MZ".utf8))
        }
        _ = try await sandbox.run("/bin/sh", ["-c", "rm -rf .compass/quarantine pipelines/fixtures"])
        let output = try await sandbox.compass("runs", "to-test", run, ending: 2)
        #expect(output.errors.contains("notes.txt has changed since, and neither quarantine nor"), "\(output)")
        #expect(try base.pipeline(sandbox) == before)
        #expect(!Files.exists(sandbox.folder.appending("pipelines/fixtures")))
    }
}
