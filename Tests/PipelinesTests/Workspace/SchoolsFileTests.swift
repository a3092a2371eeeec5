import Diagnostics
import Documents
import Pipelines
import Testing

@Suite("Files of schools")
struct SchoolsFileTests {
    @Test(
        "A list and a mapping say the same",
        arguments: [
            "- { id: stanford, name: Stanford University }\n- { id: ucla, name: UCLA }\n",
            "stanford: Stanford University\nucla: UCLA\n",
        ])
    func forms(_ text: String) throws {
        let (schools, issues) = SchoolsFile.load(Array(text.utf8), file: "schools.yaml")
        #expect(issues.isEmpty)
        #expect(
            try schools == [School(id: "stanford", name: "Stanford University"), School(id: "ucla", name: "UCLA")])
    }

    @Test("An empty file has no schools and no issue", arguments: ["", "[]", "{}"])
    func empty(_ text: String) {
        let (schools, issues) = SchoolsFile.load(Array(text.utf8), file: "schools.yaml")
        #expect(schools.isEmpty)
        #expect(issues.isEmpty)
    }

    @Test("Every issue comes at once")
    func messages() {
        let text = "- { id: a, name: A }\n- { id: a, name: B }\n- { id: Duke U, name: D }\n- { id: 5, nam: E }\n- x\n"
        let (schools, issues) = SchoolsFile.load(Array(text.utf8), file: "schools.yaml")
        #expect(schools.isEmpty)
        #expect(
            IssueText(sources: ["schools.yaml": text]).render(issues.sorted) == #"""
                schools.yaml:2:9: error[duplicate-id]: two schools have the id `a`
                    2 | - { id: a, name: B }
                      |         ^
                   = the other stands in line 1
                schools.yaml:3:9: error[invalid-school]: `Duke U` cannot be a school's id: use up to 100 lower-case letters, digits, `.`, `_` and `-`, a letter or digit first
                    3 | - { id: Duke U, name: D }
                      |         ^^^^^^
                schools.yaml:4:9: error[wrong-type]: `id` must be a string, and is the number 5
                    4 | - { id: 5, nam: E }
                      |         ^ quote it: `"5"`
                schools.yaml:4:12: error[unknown-key]: a school has no key `nam`
                    4 | - { id: 5, nam: E }
                      |            ^^^ did you mean `name`?
                   = keys of a school: id, name
                schools.yaml:5:3: error[wrong-type]: a school must be a mapping, and is the string `x`
                    5 | - x
                      |   ^ write `{ id: …, name: … }`

                """#)
    }

    @Test("What is no list and no mapping is said to be none")
    func scalar() {
        let (_, issues) = SchoolsFile.load(Array("hello".utf8), file: "s")
        #expect(issues.sorted.map(\.message) == ["a file of schools must be a list, and is the string `hello`"])
    }
}
