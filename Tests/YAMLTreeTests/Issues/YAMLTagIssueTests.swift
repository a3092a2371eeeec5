import Diagnostics
import Testing

/// Mistakes for which libyaml's own words used to be shown.
@Suite struct YAMLTagIssueTests {
    private static let known = "= known tags: !!str, !!null, !!bool, !!int, !!float, !!seq, !!map"

    @Test(
        "tags, directives and colons on a line of their own are explained",
        arguments: [
            (
                "{\"foo\"\n: \"bar\"}\n", "2:1+1 yaml-syntax", "this `:` is not on the line of its key",
                "write it after the key"
            ),
            (
                "a: !<tag:x 1\n", "1:4+7 yaml-syntax", "this is no tag",
                "put a text that starts with `!` into quotes " + known
            ),
            ("%YAML 1\n---\na: 1\n", "1:1+7 yaml-syntax", "this is no version of YAML", "write `%YAML 1.2`"),
            (
                "%YAML 1.2\n%YAML 1.2\n---\na: 1\n", "2:1+9 yaml-syntax", "`%YAML` stands here a second time",
                "leave out one of them"
            ),
            (
                "%TAG !e!\n---\na: 1\n", "1:1+8 yaml-syntax", "this directive cannot be read",
                "write `%TAG !e! tag:example.com,2000:`, or put a text that starts with `%` into quotes"
            ),
        ] as [(String, String, String, String)])
    func explained(text: String, place: String, message: String, rest: String) {
        #expect(Reading(text).told == [[place, message, rest]])
    }

    @Test("no message has libyaml's words")
    func words() {
        let texts = [
            "a: !<", "a: !!", "a: !e!b 1", "a: !%zz 1", "a: !%C3%28 1", "%", "%a", "%YAML", "%YAML 1.2.3\n---\n",
            "%YAML 99999999999.1\n",
            "%TAG", "%TAG a b\n", "%TAG !a! %zz\n---\n", "%TAG !a! b\n%TAG !a! c\n---\n", "a: |\n\tb\n", "a: >9x\n",
            "a: 'b\n---\n", "- \t- a",
            "a: &\n", "a: *\n", "[a]: b", "? a\n? b\n: : c", "a: b\n  \tc: d\n", "@a", "`a", "a: \"\\q\"",
            "a: \"\\uD800\"",
        ]
        for text in texts {
            for issue in Reading(text).issues {
                for words in ["did not find", "found ", "could not find", "while scanning", "while parsing", "libyaml"]
                {
                    #expect(!(issue.message + issue.notes.joined()).contains(words), "\(text): \(issue)")
                }
            }
        }
    }
}
