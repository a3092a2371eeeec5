extension LintCase {
    static let tests: [LintCase] = [
        LintCase(
            "whole test cases",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
              max: { type: size, default: 1MB }
              words: { type: list, of: string, default: [] }
            stages:
              - uses: detect-mime
              - uses: upload
              - uses: notify
                for-each: "${{ inputs.words }}"
                with: { subject: "${{ item }}" }
            tests:
              - name: one
                given:
                  file: fixtures/a.pdf
                  inputs: { type: resume, max: 5MB, words: [a, b] }
                  env: { LEVEL: high }
                  trigger: { kind: watch, count: 3 }
                mocks:
                  upload: { error: network, times: 2, outputs: { file-url: "file:///a", size: 1024 } }
                  detect-mime: { outputs: {} }
                expect:
                  status: succeeded
                  outputs: { upload: { size: 1kB, object-key: null }, notify: { count: 2 } }
                  document: { size: 1024, name: a.pdf, charset: null }
                  called: upload
                  not-called: []
                  undone: [upload]
                  notifications: [{ channel: log, subject: a }, {}]
              - { name: two, mocks: { upload: { rejected: no }, notify: { error: other } }, expect: { notifications: 0 } }
              - { name: three, mocks: { notify: { error: other, times: 1, rejected: x } }, expect: { notifications: [] } }
              - { name: four, mocks: { notify: { error: other, times: 1 } }, expect: { notifications: { body: x } } }
            """#,
            #"""
            """#),
        LintCase(
            "inputs of test cases that do not fit",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
              max: { type: size, default: 1MB }
              mode: { type: string, allowed: [fast, slow], default: fast }
              words: { type: list, of: string, default: [] }
            stages:
              - uses: detect-mime
            tests:
              - name: one
                given: { inputs: { type: resum, max: 5, mode: fst, words: a, usr: b } }
                expect: { status: succeeded }
              - name: two
                given: { inputs: { mode: "${{ document.stem }}", words: [1] }, env: { LEVEL: 5 } }
                expect: {}
              - name: one
                expect: { notifications: -1 }
            """#,
            #"""
            p.yaml:12:30: error[invalid-value]: `type` must be `highlight_video`, `transcript`, `resume`, `rec_letter`, `questionnaire` or `stats_sheet`, and is `resum` ^^^^^ did you mean `resume`?
            p.yaml:12:42: error[invalid-literal]: `max` must be a size such as `100MB`: `5` has no unit ^ write `5MB` or `5B`
            p.yaml:12:51: error[invalid-value]: input `mode` is not among its allowed values ^^^ allowed are fast, slow
            p.yaml:12:63: error[wrong-type]: `words` must be a list of strings, and is the string `a` ^ write `[a]`
            p.yaml:12:66: error[unknown-input]: the pipeline has no input `usr` ^^^
               = inputs: type, max, mode, words
            p.yaml:15:30: error[expression-not-allowed]: `mode` takes no expression ^^^^^^^^^^^^^^^^^^^^^^ write a string as it is
            p.yaml:15:62: error[wrong-type]: `words[0]` must be a string, and is the number 1 ^ quote it: `"1"`
            p.yaml:15:82: error[wrong-type]: `LEVEL` must be a string, and is the number 5 ^ quote it: `"5"`
            p.yaml:16:13: error[missing-key]: `expect` is empty, so that the case could not fail ^^ add `status: succeeded`
            p.yaml:17:11: error[duplicate-name]: two test cases are named `one` ^^^ give one of them another name
               = the other stands in line 11
            p.yaml:18:30: error[wrong-type]: `notifications` must be a list of mappings, or how many there are, and is the number -1 ^^
            """#),
        LintCase(
            "mocks that do not fit their stages",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - parallel:
                  - uses: detect-mime
              - uses: upload
              - uses: sign
                irreversible: true
            tests:
              - name: one
                mocks:
                  parallel: { outputs: {} }
                  detect-mime: { outputs: { mimetype: text/plain, charset: 5 } }
                  upload: { outputs: { size: big, sha256: "${{ document.stem }}" } }
                  sign: { outputs: { id: 5 } }
                  nobody: { outputs: {} }
                expect: { status: failed }
              - name: two
                mocks: { detect-mime: {}, upload: { times: 2 }, sign: { output: {} } }
                expect: { status: failed }
              - name: three
                mocks:
                  detect-mime: { error: network, outputs: {} }
                  upload: { rejected: no, outputs: {} }
                  sign: { error: network, times: 1, rejected: no, outputs: {} }
                expect: { status: failed }
              - name: four
                mocks: { detect-mime: { rejected: no, times: 2 } }
                expect: { status: failed }
            """#,
            #"""
            p.yaml:14:7: error[contradiction]: `parallel` is a group, which has no work of its own ^^^^^^^^ mock the stages in it
            p.yaml:15:33: error[unknown-output]: stage `detect-mime` has no output `mimetype` ^^^^^^^^ did you mean `mime-type`?
               = outputs of detect-mime: mime-type (string), charset (string?)
            p.yaml:15:64: error[wrong-type]: `charset` must be a string, and is the number 5 ^ quote it: `"5"`
            p.yaml:16:34: error[invalid-literal]: `size` must be a size such as `100MB`: `big` is not a size ^^^ write a number with a unit, such as `100MB`
            p.yaml:16:47: error[expression-not-allowed]: `sha256` takes no expression ^^^^^^^^^^^^^^^^^^^^^^ write a string as it is
            p.yaml:17:26: error[unknown-output]: stage `sign` has no output `id` ^^
               = outputs of sign: none
            p.yaml:18:7: error[unknown-stage]: the pipeline has no stage `nobody` ^^^^^^
               = stages: parallel, detect-mime, upload, sign
            p.yaml:21:27: error[missing-key]: a mock needs `outputs`, `error` or `rejected` ^^ write `{ outputs: {} }` for a stage that succeeds and gives nothing
            p.yaml:21:39: error[missing-key]: a mock needs `outputs`, `error` or `rejected` ^^^^^^^^^^^^ write `{ outputs: {} }` for a stage that succeeds and gives nothing
            p.yaml:21:41: error[contradiction]: `times` goes with `error` ^^^^^ only what failed is tried again
            p.yaml:21:61: error[unknown-key]: `sign` has no key `output` ^^^^^^ did you mean `outputs`?
               = keys of `sign`: outputs, error, rejected, times
            p.yaml:25:38: error[contradiction]: without `times` every try ends with `error`, and none with `outputs` ^^^^^^^ add `times: 1`
            p.yaml:26:31: error[contradiction]: a mock cannot have both `rejected` and `outputs` ^^^^^^^ a rejection is never tried again
            p.yaml:27:55: error[contradiction]: a mock cannot have both `rejected` and `outputs` ^^^^^^^ a rejection is never tried again
            p.yaml:30:43: error[contradiction]: `times` goes with `error` ^^^^^ only what failed is tried again
            """#),
        LintCase(
            "expectations that could never hold",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
              - uses: upload
                for-each: [1, 2]
            tests:
              - name: one
                expect:
                  outputs: { detect-mime: { mimetype: a, charset: true }, upload: { sha256: a }, nobody: { a: b } }
                  document: { mimetype: a, size: big, version: 1 }
                  called: nobody
                  undone: [uplod]
                  notifications: [{ chanel: log }, log]
            """#,
            #"""
            p.yaml:12:33: error[unknown-output]: stage `detect-mime` has no output `mimetype` ^^^^^^^^ did you mean `mime-type`?
               = outputs of detect-mime: mime-type (string), charset (string?)
            p.yaml:12:55: error[wrong-type]: `charset` must be a string, and is the boolean `true` ^^^^ quote it: `"true"`
            p.yaml:12:73: error[unknown-output]: stage `upload` has no output `sha256` ^^^^^^
               = outputs of a stage with for-each: count (integer), succeeded (integer), failed (integer), rejected (integer), skipped (integer)
            p.yaml:12:86: error[unknown-stage]: the pipeline has no stage `nobody` ^^^^^^
               = stages: detect-mime, upload
            p.yaml:13:19: error[unknown-fact]: no stage gives the document the fact `mimetype` ^^^^^^^^ did you mean `mime-type`?
               = facts: name, stem, extension, path, mime-type, charset, file-url, object-key, sha256, size
            p.yaml:13:38: error[invalid-literal]: `size` must be a size such as `100MB`: `big` is not a size ^^^ write a number with a unit, such as `100MB`
            p.yaml:13:43: error[unknown-fact]: no stage gives the document the fact `version` ^^^^^^^
               = facts: name, stem, extension, path, mime-type, charset, file-url, object-key, sha256, size
            p.yaml:14:15: error[unknown-stage]: the pipeline has no stage `nobody` ^^^^^^
               = stages: detect-mime, upload
            p.yaml:15:16: error[unknown-stage]: the pipeline has no stage `uplod` ^^^^^ did you mean `upload`?
               = stages: detect-mime, upload
            p.yaml:16:25: error[unknown-key]: an entry of `notifications` has no key `chanel` ^^^^^^ did you mean `channel`?
               = keys of an entry of `notifications`: channel, subject, body
            p.yaml:16:40: error[wrong-type]: an entry of `notifications` must be a mapping, and is the string `log` ^^^ write `{ channel: … }`
            """#),
    ]
}
