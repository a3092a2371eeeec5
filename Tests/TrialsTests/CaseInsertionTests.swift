import Testing

@testable import Trials

/// A case that is added to a file which people have written.
@Suite struct CaseInsertionTests {
    static let added = ["name: new", "expect: {}"]

    @Test(
        "the case stands after the others, indented like them, and nothing else changes",
        arguments: [
            ("a: 1\n", "a: 1\n\ntests:\n  - name: new\n    expect: {}\n", 4),
            ("a: 1", "a: 1\n\ntests:\n  - name: new\n    expect: {}\n", 4),
            ("a: 1\n\n", "a: 1\n\ntests:\n  - name: new\n    expect: {}\n", 4),
            ("tests:\nz: 1\n", "tests:\n  - name: new\n    expect: {}\nz: 1\n", 2),
            ("tests: [] # none\n", "tests: # none\n  - name: new\n    expect: {}\n", 2),
            (
                "tests:\n- name: old\n  expect: {}\n# about z\nz: 1\n",
                "tests:\n- name: old\n  expect: {}\n- name: new\n  expect: {}\n# about z\nz: 1\n", 4
            ),
            (
                "tests: # all\n    - name: old\n      expect:\n        message: |\n          # no comment\n\n# end\n",
                "tests: # all\n    - name: old\n      expect:\n        message: |\n          # no comment\n"
                    + "    - name: new\n      expect: {}\n\n# end\n", 6
            ),
            (
                "tests:\n  - name: a\n\n  - name: b\n",
                "tests:\n  - name: a\n\n  - name: b\n\n  - name: new\n    expect: {}\n", 6
            ),
            ("a: 1\r\ntests:\r\n  - b: 1\r\n", "a: 1\r\ntests:\r\n  - b: 1\r\n  - name: new\r\n    expect: {}\r\n", 4),
        ])
    func places(source: String, expected: String, line: Int) throws {
        let (text, place) = try CaseInsertion(source: source).adding(Self.added)
        #expect(text == expected)
        #expect(place == line)
    }

    @Test("a list in brackets is left alone")
    func brackets() {
        #expect(throws: CaseInsertion.NoPlace.self) {
            try CaseInsertion(source: "tests: [{ name: old }]\n").adding(Self.added)
        }
    }

    @Test("cases do not count when two versions of a pipeline are compared")
    func withoutCases() {
        let before = CaseInsertion(source: "a: 1\n\nz: 1\n").withoutCases
        #expect(CaseInsertion(source: "a: 1\ntests:\n  - name: old\nz: 1\n").withoutCases == before)
        #expect(CaseInsertion(source: "a: 2\nz: 1\n").withoutCases != before)
    }
}
