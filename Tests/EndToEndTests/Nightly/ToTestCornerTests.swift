import Platform
import Testing

/// Runs that become tests: of a broken store, and of files with one name.
@Suite struct ToTestCornerTests {
    private let base = ToTestTests()

    @Test("a broken object store becomes mocked failures, and the case passes where the store is whole")
    func failed() async throws {
        let sandbox = try Sandbox(["grades.pdf": Samples.pdf()], texts: [".compass/objects/u1": "in the way"])
        #expect(try await sandbox.compass("run", "transcript", "grades.pdf").status == 1)
        try await sandbox.compass(
            "runs", "to-test", try await base.lastRun(sandbox), "--name", "a broken store", ending: 0)
        let text = try base.pipeline(sandbox)
        #expect(text.contains("mocks: { upload: { error: "), "\(text)")
        #expect(
            text.contains(
                "expect: { status: failed, failed-stage: upload, not-called: [create-version, share, notify] }"))
        try await sandbox.compass("test", "transcript", ending: 0)
    }

    @Test("other bytes with the same name get a folder of their own; the same bytes are kept once")
    func names() async throws {
        let sandbox = try Sandbox(texts: ["pipelines/fixtures/a.exe": "MZ other", "a.exe": "MZ this one"])
        #expect(try await sandbox.compass("run", "transcript", "a.exe").status == 3)
        let first = try await base.lastRun(sandbox)
        #expect(try await sandbox.compass("runs", "to-test", first).status == 0)
        #expect(try sandbox.read("pipelines/fixtures/a.exe") == Array("MZ other".utf8))
        let own = Path("pipelines/fixtures").appending(first).appending("a.exe")
        #expect(try sandbox.read(own) == Array("MZ this one".utf8))
        try sandbox.write("b/a.exe", "MZ other")
        #expect(try await sandbox.compass("run", "transcript", "b/a.exe").status == 3)
        try await sandbox.compass("runs", "to-test", try await base.lastRun(sandbox), errors: .equals(""))
        #expect(try base.pipeline(sandbox).contains("given: { file: fixtures/a.exe }"))
        #expect(try await sandbox.compass("test", "transcript").status == 0)
    }
}
