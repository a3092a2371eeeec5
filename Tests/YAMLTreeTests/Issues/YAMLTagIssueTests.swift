import Diagnostics
import Testing

/// Mistakes for which libyaml's own words used to be shown.
@Suite struct YAMLTagIssueTests {
    @Test(
        "tags, directives and colons on a line of their own are explained",
        arguments: [
            (
                "{\"foo\"\n: \"bar\"}\n",
                """
                t.yaml:2:1: error[yaml-syntax]: this `:` is not on the line of its key
                    2 | : "bar"}
                      | ^ write it after the key

                """
            ),
            (
                "a: !<tag:x 1\n",
                """
                t.yaml:1:4: error[yaml-syntax]: this is no tag
                    1 | a: !<tag:x 1
                      |    ^^^^^^^ put a text that starts with `!` into quotes
                   = known tags: !!str, !!null, !!bool, !!int, !!float, !!seq, !!map

                """
            ),
            (
                "%YAML 1\n---\na: 1\n",
                """
                t.yaml:1:1: error[yaml-syntax]: this is no version of YAML
                    1 | %YAML 1
                      | ^^^^^^^ write `%YAML 1.2`

                """
            ),
            (
                "%YAML 1.2\n%YAML 1.2\n---\na: 1\n",
                """
                t.yaml:2:1: error[yaml-syntax]: `%YAML` stands here a second time
                    2 | %YAML 1.2
                      | ^^^^^^^^^ leave out one of them

                """
            ),
            (
                "%TAG !e!\n---\na: 1\n",
                """
                t.yaml:1:1: error[yaml-syntax]: this directive cannot be read
                    1 | %TAG !e!
                      | ^^^^^^^^ write `%TAG !e! tag:example.com,2000:`, or put a text that starts with `%` into quotes

                """
            ),
        ])
    func explained(text: String, expected: String) {
        #expect(Reading(text).rendered == expected)
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
