extension LintCase {
    static let expressions: [LintCase] = [
        LintCase(
            "names that do not exist",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
                id: detect
              - uses: notify
                with: { subject: "${{ inputs.typ }} ${{ document.mimetype }} ${{ stages.detct.status }} ${{ stages.detect.outputs.mimetype }} ${{ run.eror }} ${{ typ }} ${{ lenght('a') }}" }
            """#,
            #"""
            p.yaml:9:34: error[unknown-input]: the pipeline has no input `typ` ^^^ did you mean `type`?
               = inputs: type (string)
            p.yaml:9:54: error[unknown-fact]: the document has no fact `mimetype` ^^^^^^^^ did you mean `mime-type`?
               = facts known here: name (string), stem (string), extension (string), path (string), mime-type (string), charset (string?)
            p.yaml:9:77: error[unknown-stage]: the pipeline has no stage `detct` ^^^^^ did you mean `detect`?
               = stages before this one: detect
            p.yaml:9:119: error[unknown-output]: stage `detect` has no output `mimetype` ^^^^^^^^ did you mean `mime-type`?
               = outputs of detect-mime: mime-type (string), charset (string?)
            p.yaml:9:139: error[unknown-name]: `run` has no `eror` ^^^^ did you mean `error`?
               = names of run: id (string), attempt (integer), started-at (string), owner (string), error (record?)
            p.yaml:9:151: error[unknown-name]: unknown name `typ` ^^^ write texts as `'typ'`
               = names here: document, inputs, stages, run, env, secrets, trigger
            p.yaml:9:162: error[unknown-function]: unknown function `lenght` ^^^^^^ did you mean `length`?
               = functions: contains, starts-with, ends-with, lower, upper, trim, replace, matches, basename, stem, extension, length, split, join, default, format, date, to-json, from-json, success, failure, rejected, cancelled, always
            """#),
        LintCase(
            "a stage that runs later, elsewhere, or is the stage itself",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
                with: { subject: "${{ stages.notify.status }} ${{ stages.sign.status }} ${{ stages.clean.status }} ${{ document.sha256 }}" }
              - uses: sign
            finally:
              - uses: sign
                id: clean
            """#,
            #"""
            p.yaml:5:34: error[not-available]: stage `notify` is this stage itself ^^^^^^
            p.yaml:5:62: error[not-available]: stage `sign` runs later ^^^^
            p.yaml:5:88: error[not-available]: stage `clean` runs in `finally` ^^^^^
            p.yaml:5:117: error[not-available]: no stage before this gives the fact `sha256`; `uses: upload` would ^^^^^^
            """#),
        LintCase(
            "conditions",
            #"""
            version: 1
            name: x
            stages:
              - uses: detect-mime
                if: "a ${{ true }}"
              - uses: sign
                if: document.name
              - uses: size-check
                if:
              - uses: notify
                if: true
                with: { subject: a }
            """#,
            #"""
            p.yaml:5:10: error[if-text]: text around `${{ }}` makes a string of the condition, and a string is neither true nor false ^^^^^^^^^^^^^ write the whole condition without `${{ }}`
               = other tools take every text for true, so that the stage would always run
            p.yaml:6:11: warning[effect-without-undo]: what stage `sign` does stays when a later stage, such as `size-check`, fails ^^^^ add `undo: { uses: … }`, or `irreversible: true` if it is meant to stay
            p.yaml:7:9: error[type-mismatch]: `if` needs boolean, not string ^^^^^^^^^^^^^ compare it, as in `document.name != ''`
            p.yaml:9:8: error[wrong-type]: `if` must be an expression, and is empty ^ write `if: length(inputs.schools) > 0`
            """#),
        LintCase(
            "a condition of all stages",
            #"""
            version: 1
            name: x
            defaults: { if: document.nme == 'a' }
            stages:
              - uses: detect-mime
              - uses: sign
                if: true
            """#,
            #"""
            p.yaml:3:26: error[unknown-fact]: the document has no fact `nme` ^^^ did you mean `name`?
               = facts known here: name (string), stem (string), extension (string), path (string)
            """#),
        LintCase(
            "a condition of all stages that no stage uses",
            #"""
            version: 1
            name: x
            defaults: { if: 5 }
            stages:
              - uses: detect-mime
                if: true
            """#,
            #"""
            p.yaml:3:17: error[type-mismatch]: `if` needs boolean, not integer ^ compare it, as in `5 > 0`
            """#),
        LintCase(
            "what cannot be read",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
                with: { subject: "${{ }}", body: "a ${{ b" }
              - uses: notify
                id: b
                with: { subject: "${{ document.name = 'a' }}", body: "${{ 5xb }}" }
              - uses: notify
                id: c
                with: { subject: "${{ length() }}", body: "${{ (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((( }}" }
            """#,
            #"""
            p.yaml:5:26: error[empty-expression]: the expression is empty ^
            p.yaml:5:41: error[unclosed-expression]: `${{` is not closed ^^^ end it with `}}`; a literal one is written `${{ '${{' }}`
            p.yaml:8:41: error[syntax]: `=` is not an operator ^ write `==`
            p.yaml:8:63: error[bad-literal]: `xb` is not a unit of duration ^^^ units are ms s m h d
            p.yaml:11:27: error[wrong-arguments]: `length` takes 1 argument, not 0 ^^^^^^
               = length(value: string or list of any) → integer
            p.yaml:11:116: error[too-deep]: the expression is nested deeper than 64 levels ^
            """#),
        LintCase(
            "an expression in a block keeps its line",
            #"""
            version: 1
            name: x
            stages:
              - uses: notify
                with:
                  subject: a
                  body: |
                    Dear all,
                    this is ${{ document.nme }}.
            """#,
            #"""
            p.yaml:9:30: error[unknown-fact]: the document has no fact `nme` ^^^ did you mean `name`?
               = facts known here: name (string), stem (string), extension (string), path (string)
            """#),
    ]
}
