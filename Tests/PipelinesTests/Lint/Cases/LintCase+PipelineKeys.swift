extension LintCase {
    static let pipelineKeys: [LintCase] = [
        LintCase(
            "a file that has nothing right reports everything in order",
            #"""
            version: 2
            nme: Foo
            steps:
              - uses: notify
            env: { A-B: x }
            defaults: { timeout: 30, retry: 5 }
            """#,
            #"""
            p.yaml:1:10: error[invalid-value]: `version` must be 1, and is 2 ^
            p.yaml:2:1: error[unknown-key]: a pipeline has no key `nme` ^^^ did you mean `name`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:3:1: error[unknown-key]: a pipeline has no key `steps` ^^^^^ did you mean `stages`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:5:8: error[invalid-name]: a name in `env` must be spelled `[A-Za-z_][A-Za-z0-9_]*`, and is `A-B` ^^^ write `A_B`
            p.yaml:6:22: error[invalid-literal]: `timeout` must be a duration such as `30s`: `30` has no unit ^^ write `30s` or `30m`
            p.yaml:6:33: error[wrong-type]: `retry` must be a mapping, and is the number 5 ^ write `{ max-attempts: … }`
            """#),
        LintCase(
            "words of other tools are understood",
            #"""
            version: 1
            id: a
            triggers: {}
            params: {}
            tasks: []
            """#,
            #"""
            p.yaml:2:1: error[unknown-key]: a pipeline has no key `id` ^^ did you mean `name`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:3:1: error[unknown-key]: a pipeline has no key `triggers` ^^^^^^^^ did you mean `on`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:4:1: error[unknown-key]: a pipeline has no key `params` ^^^^^^ did you mean `inputs`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:5:1: error[unknown-key]: a pipeline has no key `tasks` ^^^^^ did you mean `stages`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            """#),
        LintCase(
            "a file that says nothing but a description",
            #"""
            description: nothing
            """#,
            #"""
            p.yaml:1:1: error[missing-key]: a pipeline needs the key `name` ^^^^^^^^^^^ add `name: …`
            p.yaml:1:1: error[missing-key]: a pipeline needs the key `stages` ^^^^^^^^^^^ add `stages: …`
            p.yaml:1:1: error[missing-key]: a pipeline needs the key `version` ^^^^^^^^^^^ add `version: 1`
            """#),
        LintCase(
            "a file that is no mapping",
            #"""
            - version: 1
            """#,
            #"""
            p.yaml:1:1: error[wrong-type]: a pipeline must be a mapping, and is a list ^ leave out the list
            """#),
        LintCase(
            "a name and a version of the wrong type",
            #"""
            version: "1"
            name: 5
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:1:10: error[wrong-type]: `version` must be 1, and is the string `1` ^^^ write it without quotes
            p.yaml:2:7: error[wrong-type]: `name` must be a string, and is the number 5 ^ quote it: `"5"`
            """#),
        LintCase(
            "a name that is spelled wrongly",
            #"""
            version: 1
            name: Highlight_Video
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:2:7: error[invalid-name]: `name` must be spelled `[a-z][a-z0-9-]*`, and is `Highlight_Video` ^^^^^^^^^^^^^^^ write `highlight-video`
            """#),
        LintCase(
            "an expression where a fixed text is due",
            #"""
            version: 1
            name: x
            description: "${{ run.id }}"
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:3:14: error[expression-not-allowed]: `description` takes no expression ^^^^^^^^^^^^^^^ write a string as it is
            """#),
        LintCase(
            "no stage",
            #"""
            version: 1
            name: x
            stages: []
            """#,
            #"""
            p.yaml:3:1: error[missing-stages]: a pipeline needs at least one stage ^^^^^^ add `- uses: …`
            """#),
        LintCase(
            "stages as a mapping",
            #"""
            version: 1
            name: x
            stages:
              detect-mime: {}
            """#,
            #"""
            p.yaml:4:3: error[wrong-type]: `stages` must be a list of stages, and is a mapping ^^^^^^^^^^^ write `- uses: detect-mime`
            """#),
        LintCase(
            "free keys hold anything",
            #"""
            version: 1
            name: x
            x-note: { any: [thing, 5] }
            stages:
              - uses: detect-mime
            """#,
            #"""
            """#),
        LintCase(
            "a group without its key",
            #"""
            version: 1
            name: x
            concurrency: { limit: 2 }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:3:14: error[missing-key]: `concurrency` needs the key `group` ^^^^^^^^^^^^ add `group: …`
            """#),
        LintCase(
            "inputs that do not hold together",
            #"""
            version: 1
            name: x
            inputs:
              Title: { type: strng }
              count: { type: integer, default: "5" }
              words: { type: list }
              max: { type: size, default: 100, required: true }
              kind: { type: string, of: string, allowed: [x, 5], default: z }
              doc: { type: document-type, default: resum }
              late: { type: string, default: "${{ inputs.later }}" }
              later: { type: string, required: yes }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:4:3: error[invalid-name]: a name in `inputs` must be spelled `[a-z][a-z0-9_-]*`, and is `Title` ^^^^^ write `title`
            p.yaml:4:18: error[invalid-value]: `type` must be `string`, `integer`, `number`, `boolean`, `size`, `duration`, `document-type` or `list`, and is `strng` ^^^^^ did you mean `string`?
            p.yaml:5:36: error[wrong-type]: `default` must be a whole number, and is the string `5` ^^^ write it without quotes
            p.yaml:6:18: error[missing-key]: a list needs the key `of` ^^^^ add `of: string`
            p.yaml:7:22: error[contradiction]: input `max` is required and has a default ^^^^^^^ leave out one of them
            p.yaml:7:31: error[invalid-literal]: `default` must be a size such as `100MB`: `100` has no unit ^^^ write `100MB` or `100B`
            p.yaml:8:29: error[contradiction]: `of` is for lists, and this is of type string ^^^^^^ write `type: list`, or leave out `of`
            p.yaml:8:50: error[wrong-type]: `allowed` must be a string, and is the number 5 ^ quote it: `"5"`
            p.yaml:8:63: error[invalid-value]: the default of input `kind` is not among its allowed values ^ allowed are x
            p.yaml:9:40: error[invalid-value]: `default` must be `highlight_video`, `transcript`, `resume`, `rec_letter`, `questionnaire` or `stats_sheet`, and is `resum` ^^^^^ did you mean `resume`?
            p.yaml:10:46: error[unknown-input]: the pipeline has no input `later` ^^^^^
               = inputs: Title, count (integer), words ((list of any)?), max (size), kind (string), doc (string)
            p.yaml:11:36: error[wrong-type]: `required` must be `true` or `false`, and is the string `yes` ^^^ write `true`
            """#),
        LintCase(
            "values of the environment",
            #"""
            version: 1
            name: x
            env:
              LEVEL: 5
              HOME_DIR: "${{ env.HOME }}"
              BOTH: "${{ env.LEVEL }}${{ env.HOME ?? '/' }}"
              TOKEN: "${{ secrets.NAME }}"
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:4:10: error[wrong-type]: `LEVEL` must be a string, and is the number 5 ^ quote it: `"5"`
            p.yaml:5:18: error[unset-variable]: `env.HOME` has no default: an unset environment variable would end the run ^^^^^^^^ write `${{ env.HOME ?? 'x' }}`
            p.yaml:7:15: error[secret-exposed]: a secret cannot be used here, where it could be shown or stored ^^^^^^^^^^^^
            """#),
        LintCase(
            "test cases that name what is not there",
            #"""
            version: 1
            name: x
            stages:
              - uses: detect-mime
            tests:
              - name: one
                given: { fil: x }
                mocks: { detect-mime: { error: netwrk } }
                expect: { status: reject, failed-stage: detct-mime }
              - expect: { status: failed }
            """#,
            #"""
            p.yaml:7:14: error[unknown-key]: `given` has no key `fil` ^^^ did you mean `file`?
               = keys of `given`: file, document, inputs, env, trigger
            p.yaml:8:36: error[invalid-value]: `error` must be `network`, `timeout`, `throttled`, `server`, `storage` or `other`, and is `netwrk` ^^^^^^ did you mean `network`?
            p.yaml:9:23: error[invalid-value]: `status` must be `succeeded`, `rejected`, `failed`, `cancelled` or `skipped`, and is `reject` ^^^^^^ did you mean `rejected`?
            p.yaml:9:45: error[unknown-stage]: the pipeline has no stage `detct-mime` ^^^^^^^^^^ did you mean `detect-mime`?
               = stages: detect-mime
            p.yaml:10:5: error[missing-key]: an entry of `tests` needs the key `name` ^^^^^^ add `name: …`
            """#),
    ]
}
