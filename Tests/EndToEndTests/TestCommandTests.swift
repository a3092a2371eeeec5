import Platform
import Testing

/// `compass test`: what people and machines see of it.
@Suite struct TestCommandTests {
    private static let cases = """
        tests:
          - name: a transcript goes through
            given: { file: fixtures/grades.pdf, inputs: { title: Grades } }
            expect: { status: succeeded, document: { title: Grades, version: 1 }, notifications: [{ channel: log, subject: "New: Grades" }] }
          - name: an executable is refused
            given: { file: fixtures/program.exe }
            expect: { status: rejected, failed-stage: validate-extension, not-called: [upload, notify] }

        """

    func sandbox(_ cases: String = cases) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/transcript.yaml", Sandbox.pipeline("transcript", type: "transcript") + cases)
        try sandbox.write("pipelines/fixtures/grades.pdf", Samples.pdf())
        try sandbox.write("pipelines/fixtures/program.exe", Array("MZ".utf8) + Array(repeating: 0, count: 100))
        return sandbox
    }

    /// The output without the times in it.
    func timeless(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasSuffix(" ms)") || line.hasSuffix(" s)")
                ? line.lastIndex(of: "(").map { String(line[..<$0]) + "(time)" } ?? String(line) : String(line)
        }.joined(separator: "\n")
    }

    @Test("cases that pass are listed in the order of the file, and the workspace is untouched")
    func passing() async throws {
        let sandbox = try sandbox()
        let output = try await sandbox.compass("test", ending: 0, errors: .equals(""))
        #expect(
            timeless(output.text) == """
                ok transcript: a transcript goes through (time)
                ok transcript: an executable is refused (time)
                2 cases, 2 passed, 0 failed (time)

                """)
        #expect(!Files.exists(sandbox.folder.appending(".compass")), "no state is made")
    }

    @Test("a failure shows the place, the line, what differs, and the run in short")
    func failing() async throws {
        let sandbox = try sandbox(
            """
            tests:
              - name: wrong in every way
                given: { file: fixtures/program.exe }
                expect:
                  status: succeeded
                  called: [upload]

            """)
        let output = try await sandbox.compass("test", "transcript", ending: 1)
        #expect(
            timeless(output.text) == """
                FAILED transcript: wrong in every way (time)
                pipelines/transcript.yaml:24:15: error[status]: the run is rejected, not succeeded
                   24 |       status: succeeded
                      |               ^^^^^^^^^
                   - succeeded
                   + rejected
                pipelines/transcript.yaml:25:16: error[called]: stage `upload` was not run
                   25 |       called: [upload]
                      |                ^^^^^^
                   stages: detect-mime succeeded, validate-extension rejected, size-check skipped, upload skipped, \
                create-version skipped, share skipped, notify skipped
                   error: validate-extension: Invalid file type. Transcript requires .pdf, .txt (wrong-extension)

                1 case, 0 passed, 1 failed (time)

                """)
    }

    @Test("a document that is missing is a failure at the line that names it")
    func missingFile() async throws {
        let sandbox = try sandbox(
            "tests:\n  - { name: gone, given: { file: fixtures/gone.pdf }, expect: { status: succeeded } }\n")
        try await sandbox.compass(
            "test", "transcript", ending: 1,
            text: .has("pipelines/transcript.yaml:21:34: error[file]: there is no file pipelines/fixtures/gone.pdf"))
    }

    @Test("--watch runs again when a pipeline changes, and names the file")
    func watching() async throws {
        let sandbox = try sandbox()
        // The reader waits for the result before each change: nothing depends on time.
        let script = """
            coproc run { exec "$1" test --watch transcript 2>&1; }
            await() { while IFS= read -r line <&"${run[0]}"; do echo "$line"; [[ $line == *"$1"* ]] && return; done; }
            await "2 passed"
            printf '' > pipelines/.hidden
            sed -i 's/an executable is refused/renamed/' pipelines/transcript.yaml
            await "2 passed"
            cp pipelines/fixtures/program.exe pipelines/fixtures/grades.pdf
            await "1 failed"
            kill -INT "$run_PID"; wait "$run_PID"; echo "status $?"
            """
        let output = try await sandbox.run("/bin/bash", ["-c", Path(script), "bash", Sandbox.program])
        let lines = output.text.split(separator: "\n")
        #expect(lines.contains("Changed: pipelines/transcript.yaml"), "\(output)")
        #expect(lines.contains { $0.hasPrefix("ok transcript: renamed") }, "\(output)")
        #expect(lines.contains("Changed: pipelines/fixtures/grades.pdf"), "\(output)")
        #expect(lines.last == "status 130", "\(output)")
        #expect(!output.text.contains("\u{1B}"), "a pipe is not cleared")
    }
}
