import Pipelines
import Testing

@Suite struct NameIssueTests {
    @Test(
        "a name that does not exist is reported at its exact place",
        arguments: [
            (
                "stages.detect.outputs.mimetype",
                """
                p:1:23: error[unknown-output]: stage `detect` has no output `mimetype`
                    1 | stages.detect.outputs.mimetype
                      |                       ^^^^^^^^ did you mean `mime-type`?
                   = outputs of detect-mime: mime-type (string), charset (string?)

                """
            ),
            (
                "stages.detct.outputs['x']",
                """
                p:1:8: error[unknown-stage]: the pipeline has no stage `detct`
                    1 | stages.detct.outputs['x']
                      |        ^^^^^ did you mean `detect`?
                   = stages before this one: detect

                """
            ),
            (
                "stages['detect'].outputs['mimetype']",
                """
                p:1:26: error[unknown-output]: stage `detect` has no output `mimetype`
                    1 | stages['detect'].outputs['mimetype']
                      |                          ^^^^^^^^^^ did you mean `mime-type`?
                   = outputs of detect-mime: mime-type (string), charset (string?)

                """
            ),
            (
                "stages.share.status",
                """
                p:1:8: error[not-available]: stage `share` runs later
                    1 | stages.share.status
                      |        ^^^^^

                """
            ),
            (
                "titel",
                """
                p:1:1: error[unknown-name]: unknown name `titel`
                    1 | titel
                      | ^^^^^ write texts as `'titel'`
                   = names here: document, inputs, stages, run, env, secrets, trigger, account

                """
            ),
            (
                "title == 'x'",
                """
                p:1:1: error[unknown-name]: unknown name `title`
                    1 | title == 'x'
                      | ^^^^^ did you mean `inputs.title`?
                   = names here: document, inputs, stages, run, env, secrets, trigger, account

                """
            ),
            (
                "length",
                """
                p:1:1: error[unknown-name]: `length` is a function
                    1 | length
                      | ^^^^^^ write `length(…)`

                """
            ),
            (
                "always",
                """
                p:1:1: error[unknown-name]: `always` is a function
                    1 | always
                      | ^^^^^^ write `always()`

                """
            ),
            (
                "document.siz",
                """
                p:1:10: error[unknown-name]: `document` has no `siz`
                    1 | document.siz
                      |          ^^^ did you mean `size`?
                   = names of document: name (string), stem (string), extension (string), size (size), mime-type (string), charset (string?), sha256 (string)

                """
            ),
            (
                "document.version == 2",
                """
                p:1:10: error[not-available]: no stage before this one gives `version`
                    1 | document.version == 2
                      |          ^^^^^^^

                """
            ),
            (
                "inputs.schools.length > 0",
                """
                p:1:16: error[unknown-name]: `inputs.schools` is list of string and has no `length`
                    1 | inputs.schools.length > 0
                      |                ^^^^^^ write `length(inputs.schools)`

                """
            ),
            (
                "lenght(inputs.title) > 0",
                """
                p:1:1: error[unknown-function]: unknown function `lenght`
                    1 | lenght(inputs.title) > 0
                      | ^^^^^^ did you mean `length`?
                   = functions: contains, starts-with, ends-with, lower, upper, trim, replace, matches, basename, stem, extension, length, split, join, default, format, date, to-json, from-json, success, failure, rejected, cancelled, always

                """
            ),
            (
                "lower()",
                """
                p:1:1: error[wrong-arguments]: `lower` takes 1 argument, not 0
                    1 | lower()
                      | ^^^^^
                   = lower(text: string) → string

                """
            ),
            (
                "success(1)",
                """
                p:1:9: error[wrong-arguments]: `success` takes no arguments, not 1
                    1 | success(1)
                      |         ^
                   = success() → boolean

                """
            ),
            (
                "length('é', 'b', 3)",
                """
                p:1:13: error[wrong-arguments]: `length` takes 1 argument, not 3
                    1 | length('é', 'b', 3)
                      |             ^^^
                   = length(value: string or list of any) → integer

                """
            ),
        ])
    func message(text: String, expected: String) {
        #expect(ExpressionFixture.messages(text) == expected)
        #expect(ExpressionFixture.compiled(text) == nil)
    }

    @Test("status functions are refused where no stage has run")
    func status() {
        let scope = Scope(roots: [], hasStatus: false)
        let messages = ExpressionFixture.rendered("failure()") {
            _ = Expression.compile("failure()", in: scope, report: $0)
        }
        #expect(
            messages == """
                p:1:1: error[not-available]: `failure()` means nothing here: no stage has run yet
                    1 | failure()
                      | ^^^^^^^

                """)
    }
}
