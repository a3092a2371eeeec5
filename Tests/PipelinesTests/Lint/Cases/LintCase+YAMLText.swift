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
            p.yaml:3:28: error[invalid-literal]: `initial` must be a duration such as `30s`: `5` has no unit ^ write `5s` or `5m`
            p.yaml:4:17: error[unknown-option]: stage type `size-check` has no option `maximum` ^^^^^^^
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
            p.yaml:5:22: error[yaml-syntax]: an expression between brackets needs quotes, or YAML takes its braces for its own ^^^^^^^^^^^^^^^^^^^^ write `"${{ document.name }}"`
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
            p.yaml:6:17: error[yaml-syntax]: an expression between brackets needs quotes, or YAML takes its braces for its own ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write `"of ${{ document.name ?? 'a, b' }} and ${{ run.id }} too"`
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
            p.yaml:5:22: error[yaml-syntax]: an expression between brackets needs quotes, or YAML takes its braces for its own ^^^^^^^^^^^^^^^^ put the whole value into quotes
            """#),
        LintCase(
            "an empty file",
            #"""
            # nothing
            """#,
            #"""
            p.yaml:1:1: error[empty-file]: the file is empty ^ start with `version: 1`
            """#),
    ]
}
