extension LintCase {
    static let groups: [LintCase] = [
        LintCase(
            "stages that go on at the same time",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - parallel:
                  - uses: detect-mime
                  - uses: upload
                    if: document.stem != 'x'
                    for-each: [1]
                id: both
                name: Look and store
                if: document.name != 'y'
                max-parallel: 1
                fail-fast: true
                continue-on-error: false
                deadline: 1h
              - parallel:
                  - uses: size-check
                  - id: third
                    uses: notify
                    with: { subject: "${{ stages.both.status }} ${{ stages.detect-mime.status }}" }
              - uses: notify
                with: { subject: "${{ stages.parallel.status }} ${{ document.size }} ${{ stages.third.outputs.delivery }}" }
            """#,
            #"""
            """#),
        LintCase(
            "what the others of a group give is not there yet",
            #"""
            version: 1
            name: x
            stages:
              - parallel:
                  - uses: detect-mime
                  - uses: validate-extension
                  - uses: notify
                    with: { subject: "${{ stages.detect-mime.outputs.mime-type }} ${{ document.mime-type }}" }
                  - id: again
                    uses: notify
                    with: { subject: "${{ stages.parallel.status }} ${{ stages.last.status }}" }
              - id: last
                uses: notify
                with: { subject: "${{ document.mime-type }} ${{ stages.parallel.outputs.x }}" }
            """#,
            #"""
            p.yaml:6:15: error[missing-fact]: stage `validate-extension` needs the fact `mime-type`, and stage `detect-mime`, which gives it, runs at the same time ^^^^^^^^^^^^^^^^^^ move `detect-mime` before the group
            p.yaml:8:38: error[not-available]: stage `detect-mime` runs at the same time ^^^^^^^^^^^
            p.yaml:8:84: error[not-available]: stage `detect-mime`, which gives the fact `mime-type`, runs at the same time ^^^^^^^^^
            p.yaml:11:38: error[not-available]: stage `parallel` is the group that this stage is in ^^^^^^^^
            p.yaml:11:68: error[not-available]: stage `last` runs later ^^^^
            p.yaml:14:77: error[unknown-output]: stage `parallel` has no output `x` ^
               = outputs of parallel: none
            """#),
        LintCase(
            "what a group under a condition gives",
            #"""
            version: 1
            name: x
            stages:
              - if: document.extension == '.pdf'
                parallel:
                  - uses: detect-mime
              - uses: validate-extension
              - uses: validate-extension
                id: same
                if: document.extension == '.pdf'
              - parallel:
                  - uses: validate-extension
                    id: inside
                    if: document.stem != 'x'
                if: document.extension == '.pdf'
            """#,
            #"""
            p.yaml:7:11: warning[maybe-missing-fact]: stage `validate-extension` needs the fact `mime-type`, and stage `detect-mime` may not have given it ^^^^^^^^^^^^^^^^^^ give this stage the same `if`
            """#),
        LintCase(
            "keys that a group does not have",
            #"""
            version: 1
            name: x
            stages:
              - parallel: [{ uses: detect-mime }]
                uses: size-check
                with: { max: 1MB }
                for-each: [1]
                as: file
                timeout: 5s
                retry: { max-attempts: 2 }
                undo: { uses: sign }
                irreversible: true
                oops: true
              - parallel: []
              - parallel: { uses: sign }
              - parallel:
                  - parallel:
                      - uses: size-check
                  - uses: size-chek
            """#,
            #"""
            p.yaml:5:5: error[contradiction]: a stage has either `uses` or `parallel` ^^^^ make it one of the stages under `parallel`
            p.yaml:6:5: error[contradiction]: `with` does not go with `parallel`: a group has no work of its own ^^^^ give it to the stages of the group
            p.yaml:7:5: error[contradiction]: `for-each` does not go with `parallel`: a group has no work of its own ^^^^^^^^ give each stage of the group a `for-each`
            p.yaml:8:5: error[contradiction]: `as` does not go with `parallel`: a group has no work of its own ^^ give each stage of the group a `for-each`
            p.yaml:9:5: error[contradiction]: `timeout` does not go with `parallel`: a group has no work of its own ^^^^^^^ write `deadline`, or give the stages of the group a `timeout`
            p.yaml:10:5: error[contradiction]: `retry` does not go with `parallel`: a group has no work of its own ^^^^^ give it to the stages of the group
            p.yaml:11:5: error[contradiction]: `undo` does not go with `parallel`: a group has no work of its own ^^^^ give it to the stages of the group
            p.yaml:12:5: error[contradiction]: `irreversible` does not go with `parallel`: a group has no work of its own ^^^^^^^^^^^^ give it to the stages of the group
            p.yaml:13:5: error[unknown-key]: a stage has no key `oops` ^^^^
               = keys of a stage: uses, id, name, with, if, timeout, deadline, retry, continue-on-error, for-each, as, max-parallel, fail-fast, parallel, undo, irreversible
            p.yaml:14:5: error[missing-stages]: a `parallel` group needs at least one stage ^^^^^^^^ add `- uses: …`
            p.yaml:15:15: error[wrong-type]: `parallel` must be a list of stages, and is a mapping ^^^^^^^^^^^^^^ put `- ` before it
            p.yaml:17:9: error[contradiction]: a `parallel` group cannot stand inside of another ^^^^^^^^ put its stages into the outer group, or the group after it
            p.yaml:19:15: error[unknown-stage-type]: there is no stage type `size-chek` ^^^^^^^^^ did you mean `size-check`?
               = stage types: create-version, detect-mime, notify, share, sign, size-check, trash, upload, validate-extension, verify-object
            """#),
        LintCase(
            "groups that are named alike",
            #"""
            version: 1
            name: x
            stages:
              - parallel: [{ uses: detect-mime }]
              - parallel: [{ uses: size-check }]
                id: parallel
              - parallel: [{ uses: notify, with: { subject: "${{ stages.parallel-2.status }}" } }]
            """#,
            #"""
            p.yaml:6:9: error[duplicate-id]: two stages have the id `parallel` ^^^^^^^^ give it another `id`
               = the other stands in line 4 and has no `id`
            p.yaml:7:61: error[not-available]: stage `parallel-2` is the group that this stage is in ^^^^^^^^^^
            """#),
    ]
}
