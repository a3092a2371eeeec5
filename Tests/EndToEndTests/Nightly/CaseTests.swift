import Platform
import Testing

/// What cases of `compass test` may have: mocks, loops, environments, odd names. `TrialsTests` has the same on a lower floor.
@Suite struct CaseTests {
    private let base = TestCommandTests()

    @Test("the run of a case leaves nothing in the folder for temporary files")
    func temporaryFiles() async throws {
        let sandbox = try base.sandbox()
        try Files.createFolders(sandbox.folder.appending("scratch"))
        try await sandbox.compass(["test"], environment: ["TMPDIR=\(sandbox.folder.appending("scratch"))"], ending: 0)
        #expect(try Files.list(sandbox.folder.appending("scratch")).isEmpty)
    }

    @Test("mocks fail, recover and give outputs; undo of a mocked effect counts; waits take no time")
    func mocks() async throws {
        let sandbox = try base.sandbox(
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
        let sandbox = try Sandbox(["pipelines/fixtures/grades.pdf": Samples.pdf()])
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
        try await sandbox.compass("test", "many", ending: 0)
    }

    @Test("a case sees the environment that it is given and no other")
    func environment() async throws {
        let sandbox = try base.sandbox()
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
        try await sandbox.compass(["test", "transcript"], environment: ["TITLE=The shell's"], ending: 0)
    }

    @Test("--filter chooses cases; one that fits none, and a pipeline without tests, are told and are no failure")
    func choosing() async throws {
        let sandbox = try base.sandbox()
        let one = try await sandbox.compass("test", "--filter", "executable")
        #expect(base.timeless(one.text).hasPrefix("ok transcript: an executable is refused (time)\n1 case, "), "\(one)")
        let none = try await sandbox.compass("test", "--filter", "nothing like it", ending: 0)
        #expect(none.errors == "No case has `nothing like it` in its name.\n")
        let empty = try await sandbox.compass("test", "video", ending: 0)
        #expect(
            empty.errors == """
                compass: pipelines/video.yaml has no tests; `compass runs to-test RUN` makes one of a run
                No pipeline has test cases.

                """)
    }

    @Test("JUnit XML is well-formed whatever names have in them, and counts failures and errors")
    func junit() async throws {
        let sandbox = try base.sandbox(
            #"""
            tests:
              - { name: "a <b> & \"c\" 'd' ]]> \u0007 é", given: { file: fixtures/grades.pdf }, expect: { status: failed } }
              - { name: gone, given: { file: fixtures/gone.pdf }, expect: { status: succeeded } }
              - { name: fine, given: { file: fixtures/grades.pdf }, expect: { status: succeeded } }

            """#)
        try await sandbox.compass("test", "transcript", "--junit", "out.xml", ending: 1)
        let script = """
            import json, xml.etree.ElementTree as tree
            root = tree.parse("out.xml").getroot()
            print(json.dumps([root.tag, root.attrib["tests"], root.attrib["failures"], root.attrib["errors"],
                [[s.attrib["name"], s.attrib["file"]] for s in root],
                [[c.attrib["name"], c.attrib["classname"], [f.tag for f in c]] for c in root.iter("testcase")],
                [f.attrib["message"] for f in root.iter("failure")]]))
            """
        let parsed = try await sandbox.run("/usr/bin/env", ["python3", "-c", Path(script)], ending: 0)
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
}
