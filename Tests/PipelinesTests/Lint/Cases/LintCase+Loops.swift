extension LintCase {
    static let loops: [LintCase] = [
        LintCase(
            "a stage for every element of a list",
            #"""
            version: 1
            name: x
            inputs:
              words: { type: list, of: string, default: [] }
            stages:
              - id: each
                uses: sign
                for-each: "${{ inputs.words }}"
                as: word
                max-parallel: 2
                fail-fast: false
                irreversible: true
                with: { tags: ["${{ word }}"] }
              - id: fixed
                uses: sign
                for-each: [a, "${{ document.stem }}"]
                irreversible: true
                with: { key: "${{ item }}" }
              - uses: notify
                with: { subject: "${{ stages.each.outputs.failed }} of ${{ stages.each.outputs.count }}: ${{ stages.each.status }}" }
            """#,
            #"""
            """#),
        LintCase(
            "lists that are none, and elements of another type",
            #"""
            version: 1
            name: x
            inputs:
              words: { type: list, of: string, default: [] }
              more: { type: list, of: string }
              title: { type: string, default: a }
            stages:
              - id: a
                uses: detect-mime
                for-each: "${{ inputs.title }}"
              - id: b
                uses: detect-mime
                for-each: inputs.words
              - id: c
                uses: detect-mime
                for-each: words
              - id: d
                uses: detect-mime
                for-each: "${{ inputs.more }}"
              - id: e
                uses: detect-mime
                for-each: { a: b }
              - id: f
                uses: size-check
                for-each: "${{ inputs.words }}"
                with: { max: "${{ item }}", min: "${{ word }}" }
              - id: g
                uses: size-check
                for-each: [1, 2]
                if: item > 1
                with: { max: "${{ item }}" }
            """#,
            #"""
            p.yaml:10:20: error[type-mismatch]: this place needs list, not string ^^^^^^^^^^^^ write `[inputs.title]`
            p.yaml:13:15: error[wrong-type]: `for-each` must be a list, and is the string `inputs.words` ^^^^^^^^^^^^ write `${{ inputs.words }}`
            p.yaml:16:15: error[wrong-type]: `for-each` must be a list, and is the string `words` ^^^^^ write `[words]`
            p.yaml:19:20: error[may-be-null]: `inputs.more` may be null ^^^^^^^^^^^ write `inputs.more ?? []`
               = the input `more` of line 5 is optional; with `required: true` or a `default` it is never null
            p.yaml:22:15: error[wrong-type]: `for-each` must be a list, and is a mapping ^^^^^^^^
            p.yaml:26:23: error[type-mismatch]: this place needs size, not string ^^^^
            p.yaml:26:43: error[unknown-name]: unknown name `word` ^^^^ write texts as `'word'`
               = names here: document, inputs, stages, run, env, secrets, trigger, item
            p.yaml:30:9: error[not-available]: `if` decides once for all elements of `for-each`, so that it does not see `item` ^^^^
            p.yaml:31:23: error[type-mismatch]: this place needs size, not integer ^^^^ give a size its unit, as in `100MB`
            """#),
        LintCase(
            "names of elements that mean something already",
            #"""
            version: 1
            name: x
            stages:
              - { id: a, uses: detect-mime, for-each: [1], as: document }
              - { id: b, uses: detect-mime, for-each: [1], as: stages }
              - { id: c, uses: detect-mime, for-each: [1], as: in }
              - { id: d, uses: detect-mime, for-each: [1], as: The File }
              - { id: e, uses: detect-mime, for-each: [1], as: file, item: x }
            """#,
            #"""
            p.yaml:4:52: error[invalid-name]: `as` must not hide `document`, which expressions use already ^^^^^^^^ choose another name, such as `item`
            p.yaml:5:52: error[invalid-name]: `as` must not hide `stages`, which expressions use already ^^^^^^ choose another name, such as `item`
            p.yaml:6:52: error[invalid-name]: `as` must not be `in`, which is a word of expressions ^^ choose another name, such as `item`
            p.yaml:7:52: error[invalid-name]: `as` must be spelled `[a-z][a-z0-9_-]*`, and is `The File` ^^^^^^^^ write `the-file`
            p.yaml:8:58: error[unknown-key]: a stage has no key `item` ^^^^ did you mean `as`?
               = keys of a stage: uses, id, name, with, if, timeout, deadline, retry, continue-on-error, for-each, as, max-parallel, fail-fast, parallel, undo, irreversible
            """#),
        LintCase(
            "keys of a loop without a loop",
            #"""
            version: 1
            name: x
            stages:
              - { uses: detect-mime, as: file, max-parallel: 2, fail-fast: true }
              - { uses: size-check, for-each: [1], max-parallel: 0, fail-fast: no }
            """#,
            #"""
            p.yaml:4:26: error[contradiction]: `as` goes with `for-each` ^^ add `for-each: …`, or leave it out
            p.yaml:4:36: error[contradiction]: `max-parallel` goes with `for-each` or `parallel` ^^^^^^^^^^^^ add `for-each: …`, or leave it out
            p.yaml:4:53: error[contradiction]: `fail-fast` goes with `for-each` or `parallel` ^^^^^^^^^ add `for-each: …`, or leave it out
            p.yaml:5:54: error[invalid-value]: `max-parallel` must be a whole number from 1 to 1000, and is 0 ^
            p.yaml:5:68: error[wrong-type]: `fail-fast` must be `true` or `false`, and is the string `no` ^^ write `false`
            """#),
        LintCase(
            "what a loop gives is there for single elements only",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
                for-each: [1, 2]
              - uses: validate-extension
              - uses: upload
                for-each: [1, 2]
              - uses: notify
                with: { subject: "${{ stages.upload.outputs.sha256 }} ${{ stages.upload.outputs.cont }} ${{ document.sha256 }}" }
            """#,
            #"""
            p.yaml:8:11: warning[maybe-missing-fact]: stage `validate-extension` needs the fact `mime-type`, and stage `detect-mime` may not have given it ^^^^^^^^^^^^^^^^^^ an empty list gives none
            p.yaml:12:49: error[not-available]: stage `upload` gives one `sha256` for each element of `for-each`, and none as a whole ^^^^^^
            p.yaml:12:85: error[unknown-output]: stage `upload` has no output `cont` ^^^^ did you mean `count`?
               = outputs of a stage with for-each: count (integer), succeeded (integer), failed (integer), rejected (integer), skipped (integer)
            p.yaml:12:97: error[may-be-null]: `document.sha256` may be null, and is part of a text here ^^^^^^^^^^^^^^^ write `document.sha256 ?? ''`
            """#),
    ]
}
