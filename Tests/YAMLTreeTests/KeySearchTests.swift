import Diagnostics
import Testing
import YAMLTree

@Suite struct KeySearchTests {
    @Test(
        "the scalar under a key at the top is found, whatever stands after it",
        arguments: [
            ("name: a\n", "a"), ("version: 1\nname: 'a b'\nstages: [", "a b"), ("name: \"\\x61\"\n\t", "a"),
            ("x: {name: b, y: [name, {name: c}]}\nname: a\n", "a"), ("{x: [1, 2], name: a}", "a"),
            ("---\nname: ~\n", "~"),
            ("name: !!str 1\n", "1"), ("&top\nname: &n a\n", "a"), ("name: |\n  a\n", "a\n"), ("'name': a", "a"),
            ("\u{FEFF}name: a", "a"), ("name:\n", ""),
        ])
    func found(text: String, expected: String) {
        #expect(YAMLParser.text(ofKey: "name", in: Array(text.utf8)) == expected)
    }

    @Test(
        "it is nil where there is none, or where it cannot be told",
        arguments: [
            "", "a", "- name: a", "[name, a]", "x: {name: a}", "name: [a]", "name: {a: b}", "x: &n a\nname: *n",
            "*n : a",
            "? [a]\n: b\nname: a", "x: [\nname: a", "x: name\n", "<<: {name: a}", "x: 1\n---\nname: a", "name",
            "\0name: a",
        ])
    func missing(text: String) {
        #expect(YAMLParser.text(ofKey: "name", in: Array(text.utf8)) == nil)
    }

    @Test("limits hold for it as for the whole file")
    func limits() {
        var limits = YAMLLimits.standard
        limits.bytes = 20
        #expect(YAMLParser.text(ofKey: "name", in: Array("x: 1\nname: a".utf8), limits: limits) == "a")
        #expect(YAMLParser.text(ofKey: "name", in: Array("x: 1234567890\nname: a".utf8), limits: limits) == nil)
        let deep = "x: \(String(repeating: "[", count: 70))\(String(repeating: "]", count: 70))\nname: a"
        #expect(YAMLParser.text(ofKey: "name", in: Array(deep.utf8)) == nil)
        let directives = String(repeating: "%TAG !a! tag:a,2000:\n", count: 40) + "---\nname: a"
        #expect(YAMLParser.text(ofKey: "name", in: Array(directives.utf8)) == nil)
    }

    @Test("what it finds is what the whole file says, in any file of one line more or less")
    func agrees() {
        let lines = [
            "name: a", "x: {name: b}", "y: [1, 2]", "z: &z c", "<<: {w: 1}", "? k\n: v", "name:", "# name: d",
            "\"name\": e",
        ]
        for first in lines {
            for second in lines {
                for third in lines {
                    let bytes = Array("\(first)\n\(second)\n\(third)\n".utf8)
                    var issues = IssueList()
                    guard let root = YAMLParser.parse(bytes, file: "", issues: &issues), !issues.hasErrors else {
                        continue
                    }
                    #expect(
                        YAMLParser.text(ofKey: "name", in: bytes) == root["name"]?.scalar?.text,
                        "\(first) \(second) \(third)")
                }
            }
        }
    }
}
