extension LintCase {
    static let admission: [LintCase] = [
        LintCase(
            "queues and repeated documents",
            #"""
            version: 1
            name: x
            inputs: { user: { type: string, required: true } }
            env: { LEVEL: high }
            concurrency: { group: "${{ inputs.user }}", limit: 2, when-full: queue, queue-size: 50 }
            dedup:
              key: "${{ document.sha256 }} ${{ document.size }} ${{ document.stem }} ${{ inputs.user }} ${{ env.LEVEL }} ${{ run.owner }}"
              on-duplicate: reject
            stages:
              - uses: detect-mime
            """#,
            #"""
            """#),
        LintCase(
            "a queue without its length, and a digest by itself",
            #"""
            version: 1
            name: x
            concurrency: { group: a, when-full: cancel-oldest }
            dedup: {}
            stages:
              - uses: detect-mime
            """#,
            #"""
            """#),
        LintCase(
            "queues that are none",
            #"""
            version: 1
            name: x
            concurrency: { group: "${{ run.id }}", limit: 0, when-full: skp, queue-size: 0 }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:3:32: error[unknown-name]: `run` has no `id` ^^
               = names of run: owner (string)
            p.yaml:3:47: error[invalid-value]: `limit` must be a whole number from 1 to 10000, and is 0 ^
            p.yaml:3:61: error[invalid-value]: `when-full` must be `queue`, `skip` or `cancel-oldest`, and is `skp` ^^^ did you mean `skip`?
            p.yaml:3:78: error[invalid-value]: `queue-size` must be a whole number from 1 to 1000000, and is 0 ^
            """#),
        LintCase(
            "a queue's length where nothing waits",
            #"""
            version: 1
            name: x
            concurrency: { group: a, when-full: skip, queue-size: 5 }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:3:43: error[contradiction]: `queue-size` goes with `when-full: queue` ^^^^^^^^^^ write `when-full: queue`, or leave it out
            """#),
        LintCase(
            "keys of repeated documents that are not known before the run",
            #"""
            version: 1
            name: x
            inputs: { school: { type: string } }
            dedup:
              key: "${{ document.mime-type }} ${{ stages.detect-mime.status }} ${{ run.id }} ${{ inputs.school }} ${{ document.sha265 }}"
              on-duplicate: atach
              within: 5d
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:5:22: error[not-available]: the fact `mime-type` is known only once stages have run ^^^^^^^^^
            p.yaml:5:39: error[not-available]: what stages gave is known only once stages have run ^^^^^^
            p.yaml:5:76: error[unknown-name]: `run` has no `id` ^^
               = names of run: owner (string)
            p.yaml:5:86: error[may-be-null]: `inputs.school` may be null, and is part of a text here ^^^^^^^^^^^^^ write `inputs.school ?? ''`
               = the input `school` of line 3 is optional; with `required: true` or a `default` it is never null
            p.yaml:5:116: error[unknown-fact]: the document has no fact `sha265` ^^^^^^ did you mean `sha256`?
               = facts known here: name (string), stem (string), extension (string), path (string), size (size), sha256 (string)
            p.yaml:6:17: error[invalid-value]: `on-duplicate` must be `attach`, `skip`, `reject` or `version`, and is `atach` ^^^^^ did you mean `attach`?
            p.yaml:7:3: error[unknown-key]: `dedup` has no key `within` ^^^^^^
               = keys of `dedup`: key, on-duplicate
            """#),
        LintCase(
            "a repeated document as a word",
            #"""
            version: 1
            name: x
            dedup: attach
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:3:8: error[wrong-type]: `dedup` must be a mapping, and is the string `attach` ^^^^^^ write `{ key: … }`
            """#),
    ]
}
