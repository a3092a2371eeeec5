import Testing

@Suite struct YAMLMeaningIssueTests {
    @Test(
        "keys, aliases, merges and tags that mean nothing are reported at their place",
        arguments: [
            (
                "a: 1\nb: 2\na: 3\n",
                """
                t.yaml:3:1: error[duplicate-key]: the key `a` stands here a second time
                    3 | a: 3
                      | ^
                   = the first one is in line 1

                """
            ),
            (
                "{a: 1, \"a\": 2, 'a': 3}\n",
                """
                t.yaml:1:8: error[duplicate-key]: the key `a` stands here a second time
                    1 | {a: 1, "a": 2, 'a': 3}
                      |        ^^^
                   = the first one is in line 1
                t.yaml:1:16: error[duplicate-key]: the key `a` stands here a second time
                    1 | {a: 1, "a": 2, 'a': 3}
                      |                ^^^
                   = the first one is in line 1

                """
            ),
            (
                "16: a\n0x10: b\n",
                """
                t.yaml:2:1: error[duplicate-key]: the key `0x10` stands here a second time
                    2 | 0x10: b
                      | ^^^^
                   = the first one, `16`, is in line 1

                """
            ),
            (
                "1: a\n\"1\": b\n",
                """
                t.yaml:2:1: error[duplicate-key]: the key `1` stands here a second time
                    2 | "1": b
                      | ^^^
                   = the first one is in line 1

                """
            ),
            (
                "a: *nme\nb: &name 1\n",
                """
                t.yaml:1:4: error[unknown-alias]: no anchor `&nme` stands before this alias
                    1 | a: *nme
                      |    ^^^^

                """
            ),
            (
                "b: &name 1\na: *nam\n",
                """
                t.yaml:2:4: error[unknown-alias]: no anchor `&nam` stands before this alias
                    2 | a: *nam
                      |    ^^^^ did you mean `name`?

                """
            ),
            (
                "a: &x [1, {b: *x}]\n",
                """
                t.yaml:1:15: error[alias-cycle]: the alias `*x` stands inside of the node that it names
                    1 | a: &x [1, {b: *x}]
                      |               ^^

                """
            ),
            (
                "a: &x {<<: *x}\n",
                """
                t.yaml:1:12: error[alias-cycle]: the alias `*x` stands inside of the node that it names
                    1 | a: &x {<<: *x}
                      |            ^^

                """
            ),
            (
                "a:\n  <<: 5\n",
                """
                t.yaml:2:7: error[yaml-merge]: `<<` takes a mapping or a list of mappings
                    2 |   <<: 5
                      |       ^

                """
            ),
            (
                "<<: [{a: 1}, 2]\n",
                """
                t.yaml:1:14: error[yaml-merge]: `<<` takes a mapping or a list of mappings
                    1 | <<: [{a: 1}, 2]
                      |              ^

                """
            ),
            (
                "a: &a 1\nb:\n  <<: *a\n",
                """
                t.yaml:3:3: error[yaml-merge]: `<<` takes a mapping or a list of mappings
                    3 |   <<: *a
                      |   ^^

                """
            ),
            (
                "<<: {a: 1}\n<<: {b: 1}\n",
                """
                t.yaml:2:1: error[duplicate-key]: the key `<<` stands here a second time
                    2 | <<: {b: 1}
                      | ^^ merge several with a list: `<<: [*a, *b]`
                   = the first one is in line 1

                """
            ),
            (
                "[a]: b\n",
                """
                t.yaml:1:1: error[yaml-key]: a key has to be a text or a number, and this is a list
                    1 | [a]: b
                      | ^^^

                """
            ),
            (
                "? {a: b}\n: c\n",
                """
                t.yaml:1:3: error[yaml-key]: a key has to be a text or a number, and this is a mapping
                    1 | ? {a: b}
                      |   ^^^^^^

                """
            ),
            (
                "a: !thing x\n",
                """
                t.yaml:1:4: error[unknown-tag]: the tag `!thing` means nothing here
                    1 | a: !thing x
                      |    ^^^^^^
                   = known tags: !!str, !!null, !!bool, !!int, !!float, !!seq, !!map

                """
            ),
            (
                "a: &x !!in 1\n",
                """
                t.yaml:1:7: error[unknown-tag]: the tag `!!in` means nothing here
                    1 | a: &x !!in 1
                      |       ^^^^ did you mean `!!int`?
                   = known tags: !!str, !!null, !!bool, !!int, !!float, !!seq, !!map

                """
            ),
            (
                "a: !foo!bar x\n",
                """
                t.yaml:1:4: error[unknown-tag]: the tag `!foo!bar` means nothing here
                    1 | a: !foo!bar x
                      |    ^^^^^^^^
                   = known tags: !!str, !!null, !!bool, !!int, !!float, !!seq, !!map

                """
            ),
            (
                "é: !!int abc\n",
                """
                t.yaml:1:10: error[wrong-tag]: `abc` is no `!!int`
                    1 | é: !!int abc
                      |          ^^^

                """
            ),
            (
                "a: !!int\n",
                """
                t.yaml:1:4: error[wrong-tag]: an empty value is no `!!int`
                    1 | a: !!int
                      |    ^^^^^

                """
            ),
            (
                "a: !!bool yes\n",
                """
                t.yaml:1:11: error[wrong-tag]: `yes` is no `!!bool`
                    1 | a: !!bool yes
                      |           ^^^

                """
            ),
            (
                "a: !!null x\n",
                """
                t.yaml:1:11: error[wrong-tag]: `x` is no `!!null`
                    1 | a: !!null x
                      |           ^

                """
            ),
            (
                "a: !!seq {}\n",
                """
                t.yaml:1:4: error[wrong-tag]: a mapping is no `!!seq`
                    1 | a: !!seq {}
                      |    ^^^^^

                """
            ),
            (
                "!!map [a]\n",
                """
                t.yaml:1:1: error[wrong-tag]: a list is no `!!map`
                    1 | !!map [a]
                      | ^^^^^

                """
            ),
            (
                "a: !!str [b]\n",
                """
                t.yaml:1:4: error[wrong-tag]: a list is no `!!str`
                    1 | a: !!str [b]
                      |    ^^^^^

                """
            ),
            (
                "a: !!int 1.0\n",
                """
                t.yaml:1:10: error[wrong-tag]: `1.0` is no `!!int`
                    1 | a: !!int 1.0
                      |          ^^^

                """
            ),
            (
                "a: &x b\n*y : c\n",
                """
                t.yaml:2:1: error[unknown-alias]: no anchor `&y` stands before this alias
                    2 | *y : c
                      | ^^ did you mean `x`?

                """
            ),
        ])
    func meaning(text: String, expected: String) {
        #expect(Reading(text).rendered == expected)
    }
}
