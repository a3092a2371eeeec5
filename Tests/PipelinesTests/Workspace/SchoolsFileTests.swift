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

    @Test(
        "A CSV file says the same, with further columns, quotes, blanks, empty lines, any line end and a byte order mark",
        arguments: [
            "id,name\nstanford,Stanford University\nucla,UCLA\n",
            "\u{FEFF}name,city,id\r\n\"Stanford University\",\"Stanford, CA\",stanford\r\n\r\nUCLA,,ucla",
            "Id;Name\r\nstanford;Stanford University\r\nucla;\"UCLA\"\r\n",
            "ID\tName\rstanford\tStanford University\rucla\tUCLA\r",
            "id, name\n stanford , \"Stanford University\" \n\u{A0}ucla, UCLA \n",
            " id \t\t \"name\"\nstanford\t\tStanford University\n\t\t\n \nucla\t\tUCLA\n\t\t",
            "id,name,,\n,,,\nstanford,Stanford University,,\n\"\",,,\nucla,UCLA,,\n,\n,,,\n",
            "sep=;\r\nid;name\r\nstanford;Stanford University\r\nucla;UCLA\r\n",
            "\u{FEFF}SEP=|\nid|name\nstanford|Stanford University\nucla|UCLA\n",
        ])
    func csv(_ text: String) throws {
        let (schools, issues) = SchoolsFile.load(Array(text.utf8), file: "schools.CSV")
        #expect(!issues.hasErrors)
        #expect(
            try schools == [School(id: "stanford", name: "Stanford University"), School(id: "ucla", name: "UCLA")])
    }

    @Test(
        "What is wrong in a CSV file is told with its line",
        arguments: [
            ("", ["1: the file is empty; its first line must name the columns `id` and `name`"]),
            ("\u{FEFF}", ["1: the file is empty; its first line must name the columns `id` and `name`"]),
            (" \n,,\n", ["1: the file is empty; its first line must name the columns `id` and `name`"]),
            ("sep=;\n", ["1: the file is empty; its first line must name the columns `id` and `name`"]),
            ("sep=;\nid;title\n", ["2: the first line must name the columns `id` and `name`"]),
            ("id,name,Name\na,A,B\n", ["1: the first line names the column `name` more than once"]),
            ("id,name\na, \n", ["2: School `a` needs a name of 1 to 200 characters"]),
            ("id,name\na,A\na,\"B \"\"x\"\"\"\n", ["3: two schools have the id `a`"]),
            (
                "id,name\na\nb,B,C\n",
                [
                    "2: the first line has 2 fields, and this one has 1",
                    "3: the first line has 2 fields, and this one has 3",
                ]
            ),
            ("id,name\na,\"A\nA\nb,B", ["2: the quote that opens a field has no other one that closes it"]),
            ("id,name\na,\"A\"x\n", ["2: text stands behind the closing quote of a field"]),
            (
                "id,name\nDuke U,D\n",
                [
                    "2: `Duke U` cannot be a school's id: use up to 100 lower-case letters, digits, `.`, `_` and `-`, a letter or digit first"
                ]
            ),
        ] as [(String, [String])])
    func csvMessages(_ text: String, _ messages: [String]) {
        let (schools, issues) = SchoolsFile.load(Array(text.utf8), file: "s.csv")
        #expect(schools.isEmpty)
        #expect(issues.sorted.map { "\($0.span?.line ?? 0): \($0.message)" } == messages)
    }

    @Test(
        "A CSV file may be any text: UTF-8, Windows-1252, or UTF-16 with a mark",
        arguments: [
            Array("id,name\neth,École “É”\n".utf8),
            Array("id,name\neth,".utf8) + [0xC9] + Array("cole ".utf8) + [0x93, 0xC9, 0x94, 0x0A],
            [0xFF, 0xFE] + "id\tname\r\neth\tÉcole “É”\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        ] as [[UInt8]])
    func csvCharsets(_ bytes: [UInt8]) throws {
        let (schools, issues) = SchoolsFile.load(bytes, file: "s.csv")
        #expect(!issues.hasErrors)
        #expect(try schools == [School(id: "eth", name: "École “É”")])
    }

    @Test(
        "A CSV file whose charset is a guess, or which has further columns, is read with a warning",
        arguments: [
            (
                Array("id,name\nmit,MIT\neth,".utf8) + [0xC9] + Array("cole\n".utf8),
                [
                    "3: the file is read as Windows-1252, since this line is not UTF-8: if it is wrong here, save the file as CSV in UTF-8"
                ]
            ),
            (Array("id,name,city,,nam\nmit,MIT,,,\n".utf8), ["1: columns are passed over: `city`, `nam`"]),
            (Array("id,name,ids\nmit,MIT,\n".utf8), ["1: a column is passed over: `ids`"]),
            (Array("id,name\nmit,MIT\n".utf8), []),
        ] as [([UInt8], [String])])
    func csvWarnings(_ bytes: [UInt8], _ messages: [String]) {
        let (schools, issues) = SchoolsFile.load(bytes, file: "s.csv")
        #expect(schools.contains { $0.id == "mit" } && issues.sorted.allSatisfy { $0.severity == .warning })
        #expect(
            issues.sorted.map { "\($0.span?.line ?? 0): \($0.message)" + ($0.hint.map { ": \($0)" } ?? "") } == messages
        )
    }

    @Test(
        "A CSV file that is neither UTF-8 nor Windows-1252 is refused with the line that shows it",
        arguments: [
            (
                Array("id,name\na,Jos".utf8) + [0xC3, 0xA9] + Array("\nb,Jos".utf8) + [0xE9, 0x0A],
                "3: the line is not UTF-8, as the rest of the file is; save the file as CSV in UTF-8"
            ),
            (
                [0xEF, 0xBB, 0xBF] + Array("id,name\na,Jos".utf8) + [0xE9, 0x0A],
                "2: the line is not UTF-8, as the rest of the file is; save the file as CSV in UTF-8"
            ),
            // GBK, and Windows-1250.
            (
                Array("id,name\na,A\nb,".utf8) + [0xCD, 0xF5, 0xD0, 0xA1, 0xC3, 0xF7, 0x0A],
                "3: the line is neither UTF-8 nor Windows-1252; save the file as CSV in UTF-8"
            ),
            (
                Array("id,name\na,".utf8) + [0x8D] + Array("uba\n".utf8),
                "2: the line is neither UTF-8 nor Windows-1252; save the file as CSV in UTF-8"
            ),
        ] as [([UInt8], String)])
    func otherCharsets(_ bytes: [UInt8], _ message: String) {
        let (schools, issues) = SchoolsFile.load(bytes, file: "s.csv")
        #expect(schools.isEmpty)
        #expect(issues.sorted.map { "\($0.span?.line ?? 0): \($0.message)" } == [message])
    }

    @Test("A CSV file that is no text is told, and after 100 mistakes the rest is not read")
    func csvLimits() {
        let workbook = SchoolsFile.load([0xD0, 0xCF, 0x11, 0xE0, 0, 0], file: "s.csv").issues
        #expect(workbook.sorted.map(\.message) == ["the file is no text; save it as CSV in UTF-8"])
        let many = "id,name\n" + String(repeating: "x\n", count: 1_000)
        #expect(SchoolsFile.load(Array(many.utf8), file: "s.csv").issues.sorted.count == 100)
    }

    @Test("What is no list and no mapping is said to be none")
    func scalar() {
        let (_, issues) = SchoolsFile.load(Array("hello".utf8), file: "s")
        #expect(issues.sorted.map(\.message) == ["a file of schools must be a list, and is the string `hello`"])
    }
}
