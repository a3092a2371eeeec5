extension LintCase {
    static let yamlText: [LintCase] = [
        LintCase(
            "an issue behind aliases and merges comes once, where the text stands",
            #"""
            version: 1
            name: x
            x-retry: &retry { initial: 5, max-attempts: 3 }
            x-with: &with { maximum: 5MB }
            stages:
              - uses: size-check
                retry: *retry
                with: *with
              - uses: size-check
                id: b
                retry: { <<: *retry, jitter: none }
                with: { <<: *with }
            """#,
            #"""
            p.yaml:3:28: error[invalid-literal]: `initial` must be a duration such as `30s`: `5` has no unit
                3 | x-retry: &retry { initial: 5, max-attempts: 3 }
                  |                            ^ write `5s` or `5m`
            p.yaml:4:17: error[unknown-option]: stage type `size-check` has no option `maximum`
                4 | x-with: &with { maximum: 5MB }
                  |                 ^^^^^^^
               = options of size-check: max (size), min (size?)
            """#),
        LintCase(
            "an expression in braces without quotes",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
                with: { subject: ${{ document.name }} }
            """#,
            #"""
            p.yaml:5:22: error[yaml-syntax]: an expression between brackets needs quotes, or YAML takes its braces for its own
                5 |     with: { subject: ${{ document.name }} }
                  |                      ^^^^^^^^^^^^^^^^^^^^ write `"${{ document.name }}"`
            """#),
        LintCase(
            "an expression in a list without quotes, with text around it",
            #"""
            version: 1
            name: x
            stages:
              - uses: sign
                with: {
                  tags: [a, of ${{ document.name ?? 'a, b' }} and ${{ run.id }} too , b] }
            """#,
            #"""
            p.yaml:6:17: error[yaml-syntax]: an expression between brackets needs quotes, or YAML takes its braces for its own
                6 |       tags: [a, of ${{ document.name ?? 'a, b' }} and ${{ run.id }} too , b] }
                  |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write `"of ${{ document.name ?? 'a, b' }} and ${{ run.id }} too"`
            """#),
        LintCase(
            "an expression in braces without quotes, with both quotes in it and no end",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
                with: { subject: ${{ "a" ?? 'b' }
            """#,
            #"""
            p.yaml:5:22: error[yaml-syntax]: an expression between brackets needs quotes, or YAML takes its braces for its own
                5 |     with: { subject: ${{ "a" ?? 'b' }
                  |                      ^^^^^^^^^^^^^^^^ put the whole value into quotes
            """#),
        LintCase(
            "aliases that lead nowhere or to themselves",
            #"""
            version: 1
            name: x
            x-a: &a [*a]
            stages:
              - uses: *usess
            """#,
            #"""
            p.yaml:3:10: error[alias-cycle]: the alias `*a` stands inside of the node that it names
                3 | x-a: &a [*a]
                  |          ^^
            p.yaml:5:11: error[unknown-alias]: no anchor `&usess` stands before this alias
                5 |   - uses: *usess
                  |           ^^^^^^
            """#),
        LintCase(
            "keys that stand twice, keys that are lists, bad tags and merges",
            #"""
            version: 1
            name: x
            name: y
            ? [a]
            : b
            x-a: !!int b
            x-b: !foo c
            x-c: { <<: d }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:3:1: error[duplicate-key]: the key `name` stands here a second time
                3 | name: y
                  | ^^^^
               = the first one is in line 2
            p.yaml:4:3: error[yaml-key]: a key has to be a text or a number, and this is a list
                4 | ? [a]
                  |   ^^^
            p.yaml:6:12: error[wrong-tag]: `b` is no `!!int`
                6 | x-a: !!int b
                  |            ^
            p.yaml:7:6: error[unknown-tag]: the tag `!foo` means nothing here
                7 | x-b: !foo c
                  |      ^^^^
               = known tags: !!str, !!null, !!bool, !!int, !!float, !!seq, !!map
            p.yaml:8:12: error[yaml-merge]: `<<` takes a mapping or a list of mappings
                8 | x-c: { <<: d }
                  |            ^
            """#),
        LintCase(
            "a tab",
            #"""
            version: 1
            name: x
            stages:
            \#t- uses: detect-mime
            """#,
            #"""
            p.yaml:4:1: error[yaml-tab]: a tab cannot indent
                4 | \#t- uses: detect-mime
                  | ^ use spaces
            """#),
        LintCase(
            "no YAML",
            #"""
            version: 1
            name: [x
            stages:
            """#,
            #"""
            p.yaml:2:7: error[yaml-syntax]: this `[` is never closed
                2 | name: [x
                  |       ^
               = a `]` is missing before line 3
            """#),
        LintCase(
            "a second document",
            #"""
            version: 1
            name: x
            stages:
              - uses: detect-mime
            ---
            version: 1
            """#,
            #"""
            p.yaml:5:1: error[several-documents]: a second document starts here, and a file holds one
                5 | ---
                  | ^^^ put it into a file of its own
            """#),
        LintCase(
            "an empty file",
            #"""
            # nothing
            """#,
            #"""
            p.yaml:1:1: error[empty-file]: the file is empty
                1 | # nothing
                  | ^ start with `version: 1`
            """#),
        LintCase(
            "too many levels",
            #"""
            version: 1
            name: x
            x-a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
            """#,
            #"""
            p.yaml:3:69: error[yaml-too-deep]: more than 64 lists and mappings are inside of one another here
                3 | x-a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
                  |                                                                     ^
            """#),
    ]
}
