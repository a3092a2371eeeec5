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
}
