extension LintCase {
    static let effects: [LintCase] = [
        LintCase(
            "an effect that nothing undoes",
            #"""
            version: 1
            name: x
            stages:
              - uses: sign
              - uses: detect-mime
              - id: meant
                uses: sign
                irreversible: true
              - id: undone
                uses: sign
                undo: { uses: notify, with: { subject: "${{ stages.undone.status }}" } }
              - parallel:
                  - id: left
                    uses: sign
                  - uses: size-check
              - id: each
                uses: sign
                for-each: [1]
            on-failure:
              - id: handled
                uses: sign
            """#,
            #"""
            p.yaml:4:11: warning[effect-without-undo]: what stage `sign` does stays when a later stage, such as `detect-mime`, fails ^^^^ add `undo: { uses: … }`, or `irreversible: true` if it is meant to stay
            p.yaml:14:15: warning[effect-without-undo]: what stage `left` does stays when stage `size-check`, which runs at the same time, fails ^^^^ add `undo: { uses: … }`, or `irreversible: true` if it is meant to stay
            p.yaml:17:11: warning[effect-without-undo]: what stage `each` does stays when it fails for another element ^^^^ add `undo: { uses: … }`, or `irreversible: true` if it is meant to stay
            """#),
        LintCase(
            "the last stage need not be undone",
            #"""
            version: 1
            name: x
            stages:
              - uses: sign
            on-success:
              - uses: notify
                with: { subject: a }
            """#,
            #"""
            """#),
        LintCase(
            "an undo sees what its stage gave",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
              - uses: upload
                for-each: [a, b]
                as: word
                undo:
                  uses: notify
                  with: { subject: "${{ word }} ${{ stages.upload.outputs.object-key }} ${{ run.error.message ?? '' }}" }
              - id: again
                uses: upload
                with: { type: "${{ stages.again.outputs.object-key }}" }
                undo: { uses: create-version, with: { title: "${{ document.object-key }} ${{ stages.later.status }}" } }
              - id: later
                uses: create-version
                undo: { uses: share, with: { schools: ["${{ stages.later.outputs.id }}"] } }
            """#,
            #"""
            p.yaml:15:31: error[not-available]: stage `again` is this stage itself ^^^^^
            p.yaml:16:89: error[not-available]: stage `later` runs later ^^^^^
            """#),
        LintCase(
            "undos that mean nothing",
            #"""
            version: 1
            name: x
            stages:
              - uses: detect-mime
                undo: { uses: notify, with: { subject: a } }
              - uses: size-check
                irreversible: true
              - id: both
                uses: sign
                irreversible: true
                undo: { uses: notify, with: { subject: a } }
              - id: wrong
                uses: sign
                undo: { uses: notfy }
              - id: short
                uses: sign
                undo: { uses: notify, if: true }
              - id: needy
                uses: sign
                undo: { uses: create-version }
            on-failure:
              - id: handled
                uses: sign
                undo: { uses: notify, with: { subject: a } }
            """#,
            #"""
            p.yaml:5:5: error[contradiction]: stage type `detect-mime` has no effect to undo ^^^^ leave out `undo`
            p.yaml:7:5: error[contradiction]: stage type `size-check` has no effect that could stay ^^^^^^^^^^^^ leave out `irreversible`
            p.yaml:11:5: error[contradiction]: stage `both` has `undo` and is `irreversible` ^^^^ leave out one of them
            p.yaml:14:19: error[unknown-stage-type]: there is no stage type `notfy` ^^^^^ did you mean `notify`?
               = stage types: create-version, detect-mime, notify, share, sign, size-check, trash, upload, validate-extension, verify-object
            p.yaml:17:19: error[missing-option]: stage `notify` needs the option `subject` ^^^^^^ add `with: { subject: … }`
            p.yaml:17:27: error[unknown-key]: `undo` has no key `if` ^^
               = keys of `undo`: uses, with
            p.yaml:20:19: error[missing-fact]: stage `create-version` needs the fact `file-url` ^^^^^^^^^^^^^^ add `uses: upload` before it
            p.yaml:20:19: error[missing-fact]: stage `create-version` needs the fact `sha256` ^^^^^^^^^^^^^^ add `uses: upload` before it
            p.yaml:24:5: error[contradiction]: what a stage of `on-failure` does is not undone ^^^^ leave out `undo`, or move the stage to `stages`
            """#),
        LintCase(
            "limits that leave nothing",
            #"""
            version: 1
            name: x
            stages:
              - uses: detect-mime
                timeout: 10m
                deadline: 5m
              - uses: size-check
                with: { min: 2MB, max: 1MB }
              - id: fine
                uses: size-check
                timeout: 5m
                deadline: 5m
                with: { min: 1MB, max: 1MB }
            """#,
            #"""
            p.yaml:5:14: warning[contradiction]: `timeout` is longer than `deadline`, which ends the first attempt after 5m ^^^ one attempt takes at most as long as all of them
            p.yaml:8:18: warning[contradiction]: `min` is more than `max`, which is 1MB: nothing passes ^^^ swap them
            """#),
    ]
}
