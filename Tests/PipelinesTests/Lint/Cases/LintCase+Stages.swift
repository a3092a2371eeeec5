extension LintCase {
    static let stages: [LintCase] = [
        LintCase(
            "a type that does not exist",
            #"""
            version: 1
            name: x
            stages:
              - uses: detectmime
              - uses: Detect Mime
            """#,
            #"""
            p.yaml:4:11: error[unknown-stage-type]: there is no stage type `detectmime` ^^^^^^^^^^ did you mean `detect-mime`?
               = stage types: create-version, detect-mime, notify, share, sign, size-check, trash, upload, validate-extension, verify-object
            p.yaml:5:11: error[invalid-name]: `uses` must be spelled `[a-z][a-z0-9-]*`, and is `Detect Mime` ^^^^^^^^^^^ write `detect-mime`
            """#),
        LintCase(
            "a type as key, as text and in a list",
            #"""
            version: 1
            name: x
            stages:
              - detect-mime: {}
              - detect-mime
              - - uses: detect-mime
            """#,
            #"""
            p.yaml:4:5: error[unknown-key]: a stage has no key `detect-mime` ^^^^^^^^^^^ write `uses: detect-mime`, and its options under `with`
               = keys of a stage: uses, id, name, with, if, timeout, deadline, retry, continue-on-error, for-each, as, max-parallel, fail-fast, parallel, undo, irreversible
            p.yaml:5:5: error[wrong-type]: a stage must be a mapping, and is the string `detect-mime` ^^^^^^^^^^^ write `uses: detect-mime`
            p.yaml:6:5: error[wrong-type]: a stage must be a mapping, and is a list ^ leave out the list
            """#),
        LintCase(
            "type for uses",
            #"""
            version: 1
            name: x
            stages:
              - type: detect-mime
            """#,
            #"""
            p.yaml:4:5: error[unknown-key]: a stage has no key `type` ^^^^ did you mean `uses`?
               = keys of a stage: uses, id, name, with, if, timeout, deadline, retry, continue-on-error, for-each, as, max-parallel, fail-fast, parallel, undo, irreversible
            """#),
        LintCase(
            "two stages of a type without ids",
            #"""
            version: 1
            name: x
            stages:
              - uses: detect-mime
              - uses: detect-mime
            """#,
            #"""
            p.yaml:5:11: error[duplicate-id]: two stages have the id `detect-mime` ^^^^^^^^^^^ give one of them an `id`, such as `id: detect-mime-2`
               = the other stands in line 4 and has its type's name as id
            """#),
        LintCase(
            "an id that is taken, spelled wrongly or a type's",
            #"""
            version: 1
            name: x
            stages:
              - uses: detect-mime
                id: a
              - uses: size-check
                id: a
              - uses: sign
                id: Sign It
              - uses: sign
                id: notify
            """#,
            #"""
            p.yaml:7:9: error[duplicate-id]: two stages have the id `a` ^ give it another `id`
               = the other stands in line 4
            p.yaml:8:11: warning[effect-without-undo]: what stage `Sign It` does stays when a later stage, such as `notify`, fails ^^^^ add `undo: { uses: … }`, or `irreversible: true` if it is meant to stay
            p.yaml:9:9: error[invalid-name]: `id` must be spelled `[a-z][a-z0-9-]*`, and is `Sign It` ^^^^^^^ write `sign-it`
            p.yaml:11:9: warning[shadowed-type]: stage `notify` is named like the stage type `notify` and is of type `sign` ^^^^^^ give it another `id`
            """#),
        LintCase(
            "a handler's stage gives way to a stage of the same type",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
                with: { subject: a }
            on-success:
              - uses: notify
                with: { subject: "${{ stages.notify.status }}" }
            finally:
              - uses: notify
                with: { subject: "${{ stages.on-success-notify.status }}" }
              - uses: notify
                with: { subject: c }
            """#,
            #"""
            p.yaml:11:34: error[not-available]: stage `on-success-notify` runs in `on-success` ^^^^^^^^^^^^^^^^^
            p.yaml:12:11: error[duplicate-id]: two stages have the id `finally-notify` ^^^^^^ give one of them an `id`, such as `id: notify-2`
               = the other stands in line 10 and has its type's name as id
            """#),
        LintCase(
            "limits and retries",
            #"""
            version: 1
            name: x
            stages:
              - uses: detect-mime
                timeout: 5
                deadline: 1x
                retry: { max-attempts: 0, initial: 1s, factor: 0.5, jitter: ful, errors: [netwrk] }
                continue-on-error: yes
              - uses: size-check
                retry: { initial: 1s }
            """#,
            #"""
            p.yaml:5:14: error[invalid-literal]: `timeout` must be a duration such as `30s`: `5` has no unit ^ write `5s` or `5m`
            p.yaml:6:15: error[invalid-literal]: `deadline` must be a duration such as `30s`: `x` is not a unit of duration ^^ units are ms s m h d
            p.yaml:7:28: error[invalid-value]: `max-attempts` must be a whole number from 1 to 1000, and is 0 ^
            p.yaml:7:52: error[invalid-value]: `factor` must be a number of at least 1, and is 0.5 ^^^
            p.yaml:7:65: error[invalid-value]: `jitter` must be `none` or `full`, and is `ful` ^^^ did you mean `full`?
            p.yaml:7:79: error[invalid-value]: `errors[0]` must be `network`, `timeout`, `throttled`, `server`, `storage`, `other` or `any`, and is `netwrk` ^^^^^^ did you mean `network`?
            p.yaml:8:24: error[wrong-type]: `continue-on-error` must be `true` or `false`, and is the string `yes` ^^^ write `true`
            p.yaml:10:12: error[missing-key]: `retry` needs the key `max-attempts` ^^^^^^^^^^^^^^^ add `max-attempts: 5`
            """#),
    ]
}
