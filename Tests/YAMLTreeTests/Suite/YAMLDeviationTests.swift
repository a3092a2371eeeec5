import Diagnostics
import Testing

/// One small text for each class of difference that `docs/yaml.md` has: YAML 1.2 allows it, or says nothing of it.
@Suite struct YAMLDeviationTests {
    @Test(
        "what YAML 1.2 allows and is not supported is refused at its place, in these words",
        arguments: [
            ("a: 1\n---\nb: 2\n", "2:1 several-documents", "a second document starts here, and a file holds one"),
            ("[a]: b\n", "1:1 yaml-key", "a key has to be a text or a number, and this is a list"),
            ("? {a: 1}\n: b\n", "1:3 yaml-key", "a key has to be a text or a number, and this is a mapping"),
            ("a: 1\na: 2\n", "2:1 duplicate-key", "the key `a` stands here a second time"),
            ("a: !thing 1\n", "1:4 unknown-tag", "the tag `!thing` means nothing here"),
            ("{\"a\"\n: 1}\n", "2:1 yaml-syntax", "this `:` is not on the line of its key"),
            ("{a:, b: 1}\n", "1:3 yaml-syntax", "a space must follow this `:`"),
            ("-\t- a\n", "1:2 yaml-tab", "a tab cannot stand here"),
            ("a: &é 1\n", "1:4 yaml-syntax", "`&` takes a name of letters, digits, `-` and `_`"),
            ("a: &b.c 1\n", "1:4 yaml-syntax", "`&` takes a name of letters, digits, `-` and `_`"),
            ("%FOO bar\n---\na: 1\n", "1:1 yaml-syntax", "only the directives `%YAML` and `%TAG` are known"),
            ("%YAML 1.3\n---\na: 1\n", "1:1 yaml-syntax", "only YAML 1.1 and 1.2 can be read"),
            ("a: b\u{2028}c\n", "1:5 yaml-character", "the line separator U+2028 may not stand in YAML"),
            ("a: &x [*x]\n", "1:8 alias-cycle", "the alias `*x` stands inside of the node that it names"),
        ])
    func refused(text: String, place: String, message: String) {
        let issue = Reading(text).issues.first
        #expect(issue?.message == message)
        #expect(issue.map { "\($0.span?.line ?? 0):\($0.span?.column ?? 0) \($0.kind)" } == place)
    }
}
