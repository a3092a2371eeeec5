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

    private func sandbox(_ cases: String = cases) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/transcript.yaml", Sandbox.pipeline("transcript", type: "transcript") + cases)
        try sandbox.write("pipelines/fixtures/grades.pdf", Samples.pdf())
        try sandbox.write("pipelines/fixtures/program.exe", Array("MZ".utf8) + Array(repeating: 0, count: 100))
        return sandbox
    }

    /// The output without the times in it.
    private func timeless(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasSuffix(" ms)") || line.hasSuffix(" s)")
                ? line.lastIndex(of: "(").map { String(line[..<$0]) + "(time)" } ?? String(line) : String(line)
        }.joined(separator: "\n")
    }

    @Test("cases that pass are listed in the order of the file, and the workspace is untouched")
    func passing() async throws {
        let sandbox = try sandbox()
        let output = try await sandbox.compass("test")
        #expect(output.status == 0, "\(output)")
        #expect(output.errors == "")
        #expect(
            timeless(output.text) == """
                ok transcript: a transcript goes through (time)
                ok transcript: an executable is refused (time)
                2 cases, 2 passed, 0 failed (time)

                """)
        #expect(!Files.exists(sandbox.folder.appending(".compass")), "no state is made")
    }

    @Test("the run of a case leaves nothing in the folder for temporary files")
    func temporaryFiles() async throws {
        let sandbox = try sandbox()
        try Files.createFolders(sandbox.folder.appending("scratch"))
        let output = try await sandbox.compass(
            ["test"], environment: ["TMPDIR=\(sandbox.folder.appending("scratch"))"])
        #expect(output.status == 0, "\(output)")
        #expect(try Files.list(sandbox.folder.appending("scratch")).isEmpty)
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
        let output = try await sandbox.compass("test", "transcript")
        #expect(output.status == 1)
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
        let output = try await sandbox.compass("test", "transcript")
        #expect(output.status == 1)
        #expect(
            output.text.contains(
                "pipelines/transcript.yaml:21:34: error[file]: there is no file pipelines/fixtures/gone.pdf"),
            "\(output)")
    }

    @Test("mocks fail, recover and give outputs; undo of a mocked effect counts; waits take no time")
    func mocks() async throws {
        let sandbox = try sandbox(
            """
            tests:
              - name: recovers after two network errors
                given: { file: fixtures/grades.pdf }
                mocks: { upload: { error: network, times: 2 } }
                expect: { status: succeeded, called: [upload], outputs: { upload: { size: 0 } } }
              - name: fails for good
                given: { file: fixtures/grades.pdf }
                mocks:
                  upload: { outputs: { file-url: "file:///x", object-key: a/b, sha256: "0", size: 1 } }
                  create-version: { error: storage }
                expect: { status: failed, failed-stage: create-version, undone: [upload], notifications: 0 }

            """)
        let slow = Sandbox.pipeline("transcript", type: "transcript").replacing(
            "  - uses: upload\n",
            with: "  - uses: upload\n    retry: { max-attempts: 3, initial: 1h, max: 1h, jitter: none }\n")
        let text = String(decoding: try sandbox.read("pipelines/transcript.yaml"), as: UTF8.self)
        try sandbox.write(
            "pipelines/transcript.yaml", slow + text.dropFirst(Sandbox.pipeline("transcript", type: "transcript").count)
        )
        let lines = try await sandbox.compass("test", "transcript", "--json").lines
        #expect(lines.map { $0["name"] } == ["recovers after two network errors", "fails for good"])
        #expect(lines.last?["status"] == "passed", "\(lines)")
        // The size is there to be wrong: it shows that the real upload came after the mocked failures.
        let failure = try #require(lines.first?["failures"]?.list?.first)
        #expect(failure["kind"] == "outputs")
        #expect(failure["expected"] == 0)
        #expect(failure["actual"] == .integer(Int64(Samples.pdf().count)))
        let upload = lines.first?["run"]?["stages"]?.list?.first { $0["id"] == "upload" }
        #expect(upload?["attempts"] == 3)
    }

    @Test("stages of for-each and of parallel groups are mocked, called, not called and undone like others")
    func loopsAndGroups() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/fixtures/grades.pdf", Samples.pdf())
        try sandbox.write(
            "pipelines/many.yaml",
            """
            version: 1
            name: many
            inputs:
              type: { type: document-type, default: transcript }
              schools: { type: list, of: string, default: [a, b] }
            stages:
              - uses: detect-mime
              - uses: validate-extension
              - uses: upload
              - id: tell
                uses: notify
                for-each: "${{ inputs.schools }}"
                as: school
                with: { subject: "For ${{ school }}" }
              - id: both
                parallel:
                  - { id: one, uses: notify, with: { subject: One } }
                  - { id: two, uses: notify, with: { subject: Two } }
            tests:
              - name: all goes well
                given: { file: fixtures/grades.pdf }
                expect: { status: succeeded, called: [tell, one, two], outputs: { tell: { count: 2, succeeded: 2 } } }
              - name: no element is no call
                given: { file: fixtures/grades.pdf, inputs: { schools: [] } }
                expect: { status: succeeded, not-called: [tell] }
              - name: elements fail
                given: { file: fixtures/grades.pdf }
                mocks: { tell: { error: server } }
                expect: { status: failed, failed-stage: tell, undone: [upload], not-called: [one, two], notifications: 0 }
              - name: a part of the group fails
                given: { file: fixtures/grades.pdf }
                mocks: { two: { error: server } }
                expect: { status: failed, failed-stage: two, undone: [tell, upload], notifications: 0 }

            """)
        let output = try await sandbox.compass("test", "many")
        #expect(output.status == 0, "\(output)")
    }

    @Test("a case sees the environment that it is given and no other")
    func environment() async throws {
        let sandbox = try sandbox()
        let text = Sandbox.pipeline("transcript", type: "transcript").replacing(
            "\"${{ document.stem }}\"", with: "\"${{ env.TITLE ?? 'none' }}\"")
        try sandbox.write(
            "pipelines/transcript.yaml",
            text + """
                tests:
                  - name: given
                    given: { file: fixtures/grades.pdf, env: { TITLE: Mine } }
                    expect: { document: { title: Mine }, notifications: [{ subject: "New: Mine" }] }
                  - name: not given
                    given: { file: fixtures/grades.pdf }
                    expect: { document: { title: none } }

                """)
        let output = try await sandbox.compass(["test", "transcript"], environment: ["TITLE=The shell's"])
        #expect(output.status == 0, "\(output)")
    }

    @Test("--filter chooses cases; one that fits none, and a pipeline without tests, are told and are no failure")
    func choosing() async throws {
        let sandbox = try sandbox()
        let one = try await sandbox.compass("test", "--filter", "executable")
        #expect(timeless(one.text).hasPrefix("ok transcript: an executable is refused (time)\n1 case, "), "\(one)")
        let none = try await sandbox.compass("test", "--filter", "nothing like it")
        #expect(none.status == 0)
        #expect(none.errors == "No case has `nothing like it` in its name.\n")
        let empty = try await sandbox.compass("test", "video")
        #expect(empty.status == 0)
        #expect(
            empty.errors == """
                compass: pipelines/video.yaml has no tests; `compass runs to-test RUN` makes one of a run
                No pipeline has test cases.

                """)
    }

    @Test("a pipeline that does not lint ends with 2, and nothing is run")
    func lint() async throws {
        let sandbox = try sandbox("tests:\n  - { name: a, expect: { failed-stage: uplod } }\n")
        let output = try await sandbox.compass("test")
        #expect(output.status == 2)
        #expect(output.text == "")
        #expect(output.errors.contains("error[unknown-stage]: the pipeline has no stage `uplod`"), "\(output)")
    }

    @Test("JUnit XML is well-formed whatever names have in them, and counts failures and errors")
    func junit() async throws {
        let sandbox = try sandbox(
            #"""
            tests:
              - { name: "a <b> & \"c\" 'd' ]]> \u0007 é", given: { file: fixtures/grades.pdf }, expect: { status: failed } }
              - { name: gone, given: { file: fixtures/gone.pdf }, expect: { status: succeeded } }
              - { name: fine, given: { file: fixtures/grades.pdf }, expect: { status: succeeded } }

            """#)
        let output = try await sandbox.compass("test", "transcript", "--junit", "out.xml")
        #expect(output.status == 1, "\(output)")
        let script = """
            import json, xml.etree.ElementTree as tree
            root = tree.parse("out.xml").getroot()
            print(json.dumps([root.tag, root.attrib["tests"], root.attrib["failures"], root.attrib["errors"],
                [[s.attrib["name"], s.attrib["file"]] for s in root],
                [[c.attrib["name"], c.attrib["classname"], [f.tag for f in c]] for c in root.iter("testcase")],
                [f.attrib["message"] for f in root.iter("failure")]]))
            """
        let parsed = try await sandbox.run("/usr/bin/env", ["python3", "-c", Path(script)])
        #expect(parsed.status == 0, "\(parsed)")
        #expect(
            try parsed.lines == [
                [
                    "testsuites", "3", "1", "1", [["transcript", "pipelines/transcript.yaml"]],
                    [
                        ["a <b> & \"c\" 'd' ]]> \u{FFFD} é", "transcript", ["failure"]],
                        ["gone", "transcript", ["error"]], ["fine", "transcript", []],
                    ], ["pipelines/transcript.yaml:21: the run is succeeded, not failed"],
                ]
            ])
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
