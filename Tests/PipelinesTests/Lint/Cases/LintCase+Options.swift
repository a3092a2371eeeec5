extension LintCase {
    static let options: [LintCase] = [
        LintCase(
            "an option that the type does not have",
            #"""
            version: 1
            name: x
            stages:
              - uses: size-check
                with: { maximum: 5MB }
              - uses: detect-mime
                with: { x: 1 }
              - uses: sign
                rounds: 3
            """#,
            #"""
            p.yaml:5:13: error[unknown-option]: stage type `size-check` has no option `maximum` ^^^^^^^
               = options of size-check: max (size), min (size?)
            p.yaml:7:13: error[unknown-option]: stage type `detect-mime` has no option `x` ^
               = detect-mime has no options
            p.yaml:9:5: error[unknown-key]: a stage has no key `rounds` ^^^^^^ write `with: { rounds: … }`
               = keys of a stage: uses, id, name, with, if, timeout, deadline, retry, continue-on-error, for-each, as, max-parallel, fail-fast, parallel, undo, irreversible
            """#),
        LintCase(
            "an option that has to be given",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
              - uses: notify
                id: second
                with:
            """#,
            #"""
            p.yaml:4:11: error[missing-option]: stage `notify` needs the option `subject` ^^^^^^ add `with: { subject: … }`
            p.yaml:5:11: error[missing-option]: stage `second` needs the option `subject` ^^^^^^ add `with: { subject: … }`
            """#),
        LintCase(
            "options that are no mapping",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
                with: hello
            """#,
            #"""
            p.yaml:5:11: error[wrong-type]: `with` must be a mapping, and is the string `hello` ^^^^^ write `with: { subject: … }`
            """#),
        LintCase(
            "numbers without their unit",
            #"""
            version: 1
            name: x
            stages:
              - uses: size-check
                with: { max: 100, min: 10XB }
              - uses: sign
                with: { wait: 30 }
            """#,
            #"""
            p.yaml:5:18: error[invalid-literal]: `max` must be a size such as `100MB`: `100` has no unit ^^^ write `100MB` or `100B`
            p.yaml:5:28: error[invalid-literal]: `min` must be a size such as `100MB`: `XB` is not a unit of size ^^^^ units are B kB KiB MB MiB GB GiB TB TiB
            p.yaml:7:19: error[invalid-literal]: `wait` must be a duration such as `30s`: `30` has no unit ^^ write `30s` or `30m`
            """#),
        LintCase(
            "values of the wrong type",
            #"""
            version: 1
            name: x
            stages:
              - uses: sign
                with: { mode: fst, rounds: "3", strict: yes, tags: a, key: 5 }
              - uses: notify
                with: { subject: 5, body: [a] }
            """#,
            #"""
            p.yaml:4:11: warning[effect-without-undo]: what stage `sign` does stays when a later stage, such as `notify`, fails ^^^^ add `undo: { uses: … }`, or `irreversible: true` if it is meant to stay
            p.yaml:5:19: error[invalid-value]: `mode` must be `fast` or `thorough`, and is `fst` ^^^ did you mean `fast`?
            p.yaml:5:32: error[wrong-type]: `rounds` must be a whole number, and is the string `3` ^^^ write it without quotes
            p.yaml:5:45: error[wrong-type]: `strict` must be `true` or `false`, and is the string `yes` ^^^ write `true`
            p.yaml:5:56: error[wrong-type]: `tags` must be a list of strings, and is the string `a` ^ write `[a]`
            p.yaml:5:64: error[wrong-type]: `key` must be a string, and is the number 5 ^ quote it: `"5"`
            p.yaml:7:22: error[wrong-type]: `subject` must be a string, and is the number 5 ^ quote it: `"5"`
            p.yaml:7:31: error[wrong-type]: `body` must be a string, and is a list ^^^
            """#),
        LintCase(
            "optional inputs where a value is needed, and one value where a list is",
            #"""
            version: 1
            name: x
            inputs:
              subject: { type: string }
              note: { type: string, required: true }
            stages:
              - uses: detect-mime
                if: always
              - uses: notify
                with: { subject: "${{ inputs.subject }}", body: "About ${{ inputs.subject }}" }
              - uses: sign
                irreversible: true
                with: { tags: "${{ inputs.note }}" }
            """#,
            #"""
            p.yaml:8:9: error[unknown-name]: `always` is a function ^^^^^^ write `always()`
            p.yaml:10:27: error[may-be-null]: `inputs.subject` may be null ^^^^^^^^^^^^^^ write `inputs.subject ?? ''`
               = the input `subject` of line 4 is optional; with `required: true` or a `default` it is never null
            p.yaml:10:64: error[may-be-null]: `inputs.subject` may be null, and is part of a text here ^^^^^^^^^^^^^^ write `inputs.subject ?? ''`
               = the input `subject` of line 4 is optional; with `required: true` or a `default` it is never null
            p.yaml:13:24: error[type-mismatch]: this place needs list of string, not string ^^^^^^^^^^^ write `[inputs.note]`
            """#),
        LintCase(
            "expressions of the wrong type",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: sign
                with: { rounds: "${{ inputs.type }}", tags: [a, "${{ run.attempt }}"], strict: "a ${{ true }}" }
            """#,
            #"""
            p.yaml:7:26: error[type-mismatch]: this place needs integer, not string ^^^^^^^^^^^
            p.yaml:7:58: error[type-mismatch]: this place needs string, not integer ^^^^^^^^^^^ write `format('{0}', run.attempt)`
            p.yaml:7:91: error[type-mismatch]: this place needs boolean, and text around an expression makes it string ^^^^ leave only the expression
            """#),
        LintCase(
            "a secret goes only where one is accepted",
            #"""
            version: 1
            name: x
            stages:
              - uses: sign
                with: { key: "${{ secrets.KEY }}", tags: ["${{ secrets.TAG }}"] }
              - uses: notify
                with: { subject: "key ${{ secrets.KEY }}" }
            """#,
            #"""
            p.yaml:4:11: warning[effect-without-undo]: what stage `sign` does stays when a later stage, such as `notify`, fails ^^^^ add `undo: { uses: … }`, or `irreversible: true` if it is meant to stay
            p.yaml:5:52: error[secret-exposed]: a secret cannot be used here, where it could be shown or stored ^^^^^^^^^^^
            p.yaml:7:31: error[secret-exposed]: a secret cannot be used here, where it could be shown or stored ^^^^^^^^^^^
            """#),
        LintCase(
            "a channel that the workspace does not have",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
                with: { channel: coach, subject: a }
            """#,
            #"""
            p.yaml:5:22: error[unknown-channel]: the workspace has no channel `coach` ^^^^^ did you mean `coaches`?
               = channels: coaches, log, me
            """#),
        LintCase(
            "a default that needs an input",
            #"""
            version: 1
            name: x
            stages:
              - uses: upload
            """#,
            #"""
            p.yaml:4:11: error[missing-input]: stage `upload` needs `inputs.type` ^^^^^^ declare the input `type` or give `with: { type: … }`
            """#),
        LintCase(
            "a default that needs an input of another type",
            #"""
            version: 1
            name: x
            inputs: { type: { type: document-type } }
            stages:
              - uses: upload
              - uses: upload
                id: b
                with: { type: resume }
            """#,
            #"""
            p.yaml:5:11: error[missing-input]: stage `upload` needs `inputs.type` as string, and the input is string? ^^^^^^ make the input required or give it a default, or give `with: { type: … }`
            """#),
    ]
}
