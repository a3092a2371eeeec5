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
            p.yaml:1:10: error[invalid-value]: `version` must be 1, and is 2
                1 | version: 2
                  |          ^
            p.yaml:2:1: error[unknown-key]: a pipeline has no key `nme`
                2 | nme: Foo
                  | ^^^ did you mean `name`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:3:1: error[unknown-key]: a pipeline has no key `steps`
                3 | steps:
                  | ^^^^^ did you mean `stages`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:5:8: error[invalid-name]: a name in `env` must be spelled `[A-Za-z_][A-Za-z0-9_]*`, and is `A-B`
                5 | env: { A-B: x }
                  |        ^^^ write `A_B`
            p.yaml:6:22: error[invalid-literal]: `timeout` must be a duration such as `30s`: `30` has no unit
                6 | defaults: { timeout: 30, retry: 5 }
                  |                      ^^ write `30s` or `30m`
            p.yaml:6:33: error[wrong-type]: `retry` must be a mapping, and is the number 5
                6 | defaults: { timeout: 30, retry: 5 }
                  |                                 ^ write `{ max-attempts: … }`
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
            p.yaml:2:1: error[unknown-key]: a pipeline has no key `id`
                2 | id: a
                  | ^^ did you mean `name`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:3:1: error[unknown-key]: a pipeline has no key `triggers`
                3 | triggers: {}
                  | ^^^^^^^^ did you mean `on`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:4:1: error[unknown-key]: a pipeline has no key `params`
                4 | params: {}
                  | ^^^^^^ did you mean `inputs`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            p.yaml:5:1: error[unknown-key]: a pipeline has no key `tasks`
                5 | tasks: []
                  | ^^^^^ did you mean `stages`?
               = keys of a pipeline: version, name, description, on, source, inputs, env, concurrency, defaults, stages, on-success, on-failure, on-rejected, finally, dedup, tests
            """#),
        LintCase(
            "a file that says nothing but a description",
            #"""
            description: nothing
            """#,
            #"""
            p.yaml:1:1: error[missing-key]: a pipeline needs the key `name`
                1 | description: nothing
                  | ^^^^^^^^^^^ add `name: …`
            p.yaml:1:1: error[missing-key]: a pipeline needs the key `stages`
                1 | description: nothing
                  | ^^^^^^^^^^^ add `stages: …`
            p.yaml:1:1: error[missing-key]: a pipeline needs the key `version`
                1 | description: nothing
                  | ^^^^^^^^^^^ add `version: 1`
            """#),
        LintCase(
            "a file that is no mapping",
            #"""
            - version: 1
            """#,
            #"""
            p.yaml:1:1: error[wrong-type]: a pipeline must be a mapping, and is a list
                1 | - version: 1
                  | ^ leave out the list
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
            p.yaml:1:10: error[wrong-type]: `version` must be 1, and is the string `1`
                1 | version: "1"
                  |          ^^^ write it without quotes
            p.yaml:2:7: error[wrong-type]: `name` must be a string, and is the number 5
                2 | name: 5
                  |       ^ quote it: `"5"`
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
            p.yaml:2:7: error[invalid-name]: `name` must be spelled `[a-z][a-z0-9-]*`, and is `Highlight_Video`
                2 | name: Highlight_Video
                  |       ^^^^^^^^^^^^^^^ write `highlight-video`
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
            p.yaml:3:14: error[expression-not-allowed]: `description` takes no expression
                3 | description: "${{ run.id }}"
                  |              ^^^^^^^^^^^^^^^ write a string as it is
            """#),
        LintCase(
            "no stage",
            #"""
            version: 1
            name: x
            stages: []
            """#,
            #"""
            p.yaml:3:1: error[missing-stages]: a pipeline needs at least one stage
                3 | stages: []
                  | ^^^^^^ add `- uses: …`
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
            p.yaml:4:3: error[wrong-type]: `stages` must be a list of stages, and is a mapping
                4 |   detect-mime: {}
                  |   ^^^^^^^^^^^ write `- uses: detect-mime`
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
            p.yaml:3:14: error[missing-key]: `concurrency` needs the key `group`
                3 | concurrency: { limit: 2 }
                  |              ^^^^^^^^^^^^ add `group: …`
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
            p.yaml:4:3: error[invalid-name]: a name in `inputs` must be spelled `[a-z][a-z0-9_-]*`, and is `Title`
                4 |   Title: { type: strng }
                  |   ^^^^^ write `title`
            p.yaml:4:18: error[invalid-value]: `type` must be `string`, `integer`, `number`, `boolean`, `size`, `duration`, `document-type` or `list`, and is `strng`
                4 |   Title: { type: strng }
                  |                  ^^^^^ did you mean `string`?
            p.yaml:5:36: error[wrong-type]: `default` must be a whole number, and is the string `5`
                5 |   count: { type: integer, default: "5" }
                  |                                    ^^^ write it without quotes
            p.yaml:6:18: error[missing-key]: a list needs the key `of`
                6 |   words: { type: list }
                  |                  ^^^^ add `of: string`
            p.yaml:7:22: error[contradiction]: input `max` is required and has a default
                7 |   max: { type: size, default: 100, required: true }
                  |                      ^^^^^^^ leave out one of them
            p.yaml:7:31: error[invalid-literal]: `default` must be a size such as `100MB`: `100` has no unit
                7 |   max: { type: size, default: 100, required: true }
                  |                               ^^^ write `100MB` or `100B`
            p.yaml:8:29: error[contradiction]: `of` is for lists, and this is of type string
                8 |   kind: { type: string, of: string, allowed: [x, 5], default: z }
                  |                             ^^^^^^ write `type: list`, or leave out `of`
            p.yaml:8:50: error[wrong-type]: `allowed` must be a string, and is the number 5
                8 |   kind: { type: string, of: string, allowed: [x, 5], default: z }
                  |                                                  ^ quote it: `"5"`
            p.yaml:8:63: error[invalid-value]: the default of input `kind` is not among its allowed values
                8 |   kind: { type: string, of: string, allowed: [x, 5], default: z }
                  |                                                               ^ allowed are x
            p.yaml:9:40: error[invalid-value]: `default` must be `highlight_video`, `transcript`, `resume`, `rec_letter`, `questionnaire` or `stats_sheet`, and is `resum`
                9 |   doc: { type: document-type, default: resum }
                  |                                        ^^^^^ did you mean `resume`?
            p.yaml:10:46: error[unknown-input]: the pipeline has no input `later`
               10 |   late: { type: string, default: "${{ inputs.later }}" }
                  |                                              ^^^^^
               = inputs: Title, count (integer), words ((list of any)?), max (size), kind (string), doc (string)
            p.yaml:11:36: error[wrong-type]: `required` must be `true` or `false`, and is the string `yes`
               11 |   later: { type: string, required: yes }
                  |                                    ^^^ write `true`
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
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:4:10: error[wrong-type]: `LEVEL` must be a string, and is the number 5
                4 |   LEVEL: 5
                  |          ^ quote it: `"5"`
            p.yaml:5:18: error[unset-variable]: `env.HOME` has no default: an unset environment variable would end the run
                5 |   HOME_DIR: "${{ env.HOME }}"
                  |                  ^^^^^^^^ write `${{ env.HOME ?? 'x' }}`
            """#),
        LintCase(
            "test cases that name what is not there",
            #"""
            version: 1
            name: x
            inputs: { user: { type: string, required: true } }
            stages:
              - uses: detect-mime
            tests:
              - name: one
                given: { inputs: { usr: u1 }, fil: x }
                mocks: { detect: { error: netwrk } }
                expect: { status: reject, failed-stage: detct-mime, not-called: [nobody] }
              - expect: {}
            """#,
            #"""
            p.yaml:8:24: error[unknown-input]: the pipeline has no input `usr`
                8 |     given: { inputs: { usr: u1 }, fil: x }
                  |                        ^^^ did you mean `user`?
               = inputs: user
            p.yaml:8:35: error[unknown-key]: `given` has no key `fil`
                8 |     given: { inputs: { usr: u1 }, fil: x }
                  |                                   ^^^ did you mean `file`?
               = keys of `given`: file, document, inputs, env, trigger
            p.yaml:9:14: error[unknown-stage]: the pipeline has no stage `detect`
                9 |     mocks: { detect: { error: netwrk } }
                  |              ^^^^^^
               = stages: detect-mime
            p.yaml:9:31: error[invalid-value]: `error` must be `network`, `timeout`, `throttled`, `server`, `storage` or `other`, and is `netwrk`
                9 |     mocks: { detect: { error: netwrk } }
                  |                               ^^^^^^ did you mean `network`?
            p.yaml:10:23: error[invalid-value]: `status` must be `succeeded`, `rejected`, `failed`, `cancelled` or `skipped`, and is `reject`
               10 |     expect: { status: reject, failed-stage: detct-mime, not-called: [nobody] }
                  |                       ^^^^^^ did you mean `rejected`?
            p.yaml:10:45: error[unknown-stage]: the pipeline has no stage `detct-mime`
               10 |     expect: { status: reject, failed-stage: detct-mime, not-called: [nobody] }
                  |                                             ^^^^^^^^^^ did you mean `detect-mime`?
               = stages: detect-mime
            p.yaml:10:70: error[unknown-stage]: the pipeline has no stage `nobody`
               10 |     expect: { status: reject, failed-stage: detct-mime, not-called: [nobody] }
                  |                                                                      ^^^^^^
               = stages: detect-mime
            p.yaml:11:5: error[missing-key]: an entry of `tests` needs the key `name`
               11 |   - expect: {}
                  |     ^^^^^^ add `name: …`
            p.yaml:11:13: error[missing-key]: `expect` is empty, so that the case could not fail
               11 |   - expect: {}
                  |             ^^ add `status: succeeded`
            """#),
    ]
}
