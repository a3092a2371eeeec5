import Testing

@Suite struct YAMLMeaningIssueTests {
    private static let known = "= known tags: !!str, !!null, !!bool, !!int, !!float, !!seq, !!map"

    @Test(
        "keys, aliases, merges and tags that mean nothing are reported at their place",
        arguments: [
            (
                "a: 1\nb: 2\na: 3\n", "3:1+1 duplicate-key", "the key `a` stands here a second time",
                "= the first one is in line 1"
            ),
            (
                "{a: 1, \"a\": 2}\n", "1:8+3 duplicate-key", "the key `a` stands here a second time",
                "= the first one is in line 1"
            ),
            (
                "16: a\n0x10: b\n", "2:1+4 duplicate-key", "the key `0x10` stands here a second time",
                "= the first one, `16`, is in line 1"
            ),
            (
                "1: a\n\"1\": b\n", "2:1+3 duplicate-key", "the key `1` stands here a second time",
                "= the first one is in line 1"
            ),
            ("a: *nme\nb: &name 1\n", "1:4+4 unknown-alias", "no anchor `&nme` stands before this alias", ""),
            (
                "b: &name 1\na: *nam\n", "2:4+4 unknown-alias", "no anchor `&nam` stands before this alias",
                "did you mean `name`?"
            ),
            (
                "a: &x [1, {b: *x}]\n", "1:15+2 alias-cycle", "the alias `*x` stands inside of the node that it names",
                ""
            ),
            ("a: &x {<<: *x}\n", "1:12+2 alias-cycle", "the alias `*x` stands inside of the node that it names", ""),
            ("a:\n  <<: 5\n", "2:7+1 yaml-merge", "`<<` takes a mapping or a list of mappings", ""),
            ("<<: [{a: 1}, 2]\n", "1:14+1 yaml-merge", "`<<` takes a mapping or a list of mappings", ""),
            ("a: &a 1\nb:\n  <<: *a\n", "3:3+2 yaml-merge", "`<<` takes a mapping or a list of mappings", ""),
            (
                "<<: {a: 1}\n<<: {b: 1}\n", "2:1+2 duplicate-key", "the key `<<` stands here a second time",
                "merge several with a list: `<<: [*a, *b]` = the first one is in line 1"
            ),
            (
                "a: !thing x\n", "1:4+6 unknown-tag", "the tag `!thing` means nothing here",
                known
            ),
            (
                "a: &x !!in 1\n", "1:7+4 unknown-tag", "the tag `!!in` means nothing here",
                "did you mean `!!int`? " + known
            ),
            (
                "a: !foo!bar x\n", "1:4+8 unknown-tag", "the tag `!foo!bar` means nothing here",
                known
            ),
            ("é: !!int abc\n", "1:10+3 wrong-tag", "`abc` is no `!!int`", ""),
            ("a: !!int\n", "1:4+5 wrong-tag", "an empty value is no `!!int`", ""),
            ("a: !!bool yes\n", "1:11+3 wrong-tag", "`yes` is no `!!bool`", ""),
            ("a: !!null x\n", "1:11+1 wrong-tag", "`x` is no `!!null`", ""),
            ("a: !!seq {}\n", "1:4+5 wrong-tag", "a mapping is no `!!seq`", ""),
            ("!!map [a]\n", "1:1+5 wrong-tag", "a list is no `!!map`", ""),
            ("a: !!str [b]\n", "1:4+5 wrong-tag", "a list is no `!!str`", ""),
            ("a: !!int 1.0\n", "1:10+3 wrong-tag", "`1.0` is no `!!int`", ""),
            (
                "a: &x b\n*y : c\n", "2:1+2 unknown-alias", "no anchor `&y` stands before this alias",
                "did you mean `x`?"
            ),
        ] as [(String, String, String, String)])
    func meaning(text: String, place: String, message: String, rest: String) {
        #expect(Reading(text).told == [[place, message, rest]])
    }
}
