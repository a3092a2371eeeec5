import Pipelines
import Testing

@Suite struct NameIssueTests {
    @Test(
        "a name that does not exist is reported at its exact place",
        arguments: [
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
                "inputs.schools.length > 0",
                """
                p:1:16: error[unknown-name]: `inputs.schools` is list of string and has no `length`
                    1 | inputs.schools.length > 0
                      |                ^^^^^^ write `length(inputs.schools)`

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
