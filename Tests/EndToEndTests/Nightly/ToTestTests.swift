import Platform
import Testing

/// `compass runs to-test`: what went wrong once is a test from then on.
@Suite struct ToTestTests {
    /// The last run's id.
    func lastRun(_ sandbox: Sandbox) async throws -> Path {
        let runs = try await sandbox.compass("runs", "list", "--limit", "1", "--json").lines
        return Path(try #require(runs.first?["run"]?.string))
    }

    func pipeline(_ sandbox: Sandbox) throws -> String {
        String(decoding: try sandbox.read("pipelines/transcript.yaml"), as: UTF8.self)
    }

    @Test("a rejected file becomes a case that passes, beside the comments that were there")
    func rejected() async throws {
        let sandbox = try Sandbox()
        let before = Sandbox.pipeline("transcript", type: "transcript") + "# Mind the gap.\n"
        try sandbox.write("pipelines/transcript.yaml", before)
        try sandbox.write("drop/program.exe", Array("MZ".utf8) + Array(repeating: 0, count: 100))
        #expect(try await sandbox.compass("run", "transcript", "drop/program.exe", "-i", "schools=ucla").status == 3)
        let run = try await lastRun(sandbox)
        let output = try await sandbox.compass("runs", "to-test", run, ending: 0)
        #expect(output.text == "Added the case to pipelines/transcript.yaml:23\n")
        #expect(output.errors == "compass: copied the document to pipelines/fixtures/program.exe\n")
        #expect(
            try pipeline(sandbox) == before + """

                tests:
                  - name: "program.exe is rejected by validate-extension (run \(run))"
                    given: { file: fixtures/program.exe, inputs: { schools: [ucla] } }
                    expect:
                      status: rejected
                      failed-stage: validate-extension
                      message: "Invalid file type. Transcript requires .pdf, .txt"
                      not-called: [size-check, upload, create-version, share, notify]

                """)
        try await sandbox.compass("test", "transcript", ending: 0)
        #expect(try await sandbox.compass("runs", "to-test", run).status == 2, "a name is taken once")
    }

    @Test("--output - prints the case and leaves the pipeline as it is; an existing file is not replaced")
    func output() async throws {
        let sandbox = try Sandbox(texts: ["a.exe": "MZ"])
        #expect(try await sandbox.compass("run", "transcript", "a.exe").status == 3)
        let (run, before) = (try await lastRun(sandbox), try pipeline(sandbox))
        let printed = try await sandbox.compass("runs", "to-test", run, "--name", "mine", "-o", "-")
        #expect(printed.text.hasPrefix("- name: mine\n  given: { file: fixtures/a.exe }\n  expect:\n"), "\(printed)")
        #expect(try pipeline(sandbox) == before)
        #expect(
            printed.errors == "compass: nothing was written; the case needs the document at pipelines/fixtures/a.exe\n")
        #expect(!Files.exists(sandbox.folder.appending("pipelines/fixtures")))
        #expect(try await sandbox.compass("runs", "to-test", run, "-o", "compass.yaml").status == 2)
        #expect(try await sandbox.compass("runs", "to-test", "nothing").status == 2)
    }

    @Test("a broken object store becomes mocked failures, and the case passes where the store is whole")
    func failed() async throws {
        let sandbox = try Sandbox(["grades.pdf": Samples.pdf()], texts: [".compass/objects/u1": "in the way"])
        #expect(try await sandbox.compass("run", "transcript", "grades.pdf").status == 1)
        try await sandbox.compass("runs", "to-test", try await lastRun(sandbox), "--name", "a broken store", ending: 0)
        let text = try pipeline(sandbox)
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
        let first = try await lastRun(sandbox)
        #expect(try await sandbox.compass("runs", "to-test", first).status == 0)
        #expect(try sandbox.read("pipelines/fixtures/a.exe") == Array("MZ other".utf8))
        let own = Path("pipelines/fixtures").appending(first).appending("a.exe")
        #expect(try sandbox.read(own) == Array("MZ this one".utf8))
        try sandbox.write("b/a.exe", "MZ other")
        #expect(try await sandbox.compass("run", "transcript", "b/a.exe").status == 3)
        try await sandbox.compass("runs", "to-test", try await lastRun(sandbox), errors: .equals(""))
        #expect(try pipeline(sandbox).contains("given: { file: fixtures/a.exe }"))
        #expect(try await sandbox.compass("test", "transcript").status == 0)
    }

    @Test("what a later stage took back is expected to be taken back")
    func undone() async throws {
        let sandbox = try Sandbox(["grades.pdf": Samples.pdf()])
        // Named by an input, the school would be refused before anything began.
        let closed = try pipeline(sandbox).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains("with: { schools:") ? "    with: { schools: [nowhere] }" : String(line)
        }.joined(separator: "\n")
        try #require(closed.contains("[nowhere]"))
        try sandbox.write("pipelines/transcript.yaml", closed)
        #expect(try await sandbox.compass("run", "transcript", "grades.pdf", "-i", "schools=ucla").status == 3)
        #expect(try await sandbox.compass("runs", "to-test", try await lastRun(sandbox)).status == 0)
        let text = try pipeline(sandbox)
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
        let run = try await lastRun(sandbox)
        let before = try pipeline(sandbox)
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
        #expect(try pipeline(sandbox) == before)
        #expect(!Files.exists(sandbox.folder.appending("pipelines/fixtures")))
    }
}
