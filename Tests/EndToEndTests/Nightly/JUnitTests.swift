import Platform
import Testing

/// JUnit XML of odd names.
@Suite struct JUnitTests {
    private let base = TestCommandTests()

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
