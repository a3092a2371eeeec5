import Pipelines
import Testing

@Suite struct NameIssueTests {
    @Test(
        "a name that does not exist is reported at its exact place",
        arguments: [
            (
                "stages['detect'].outputs['mimetype']", "1:26+10 unknown-output",
                "stage `detect` has no output `mimetype`",
                "did you mean `mime-type`? = outputs of detect-mime: mime-type (string), charset (string?)"
            ),
            (
                "title == 'x'", "1:1+5 unknown-name", "unknown name `title`",
                "did you mean `inputs.title`? = names here: document, inputs, stages, run, env, secrets, trigger, "
                    + "account"
            ),
            ("length", "1:1+6 unknown-name", "`length` is a function", "write `length(…)`"),
            (
                "inputs.schools.length > 0", "1:16+6 unknown-name",
                "`inputs.schools` is list of string and has no `length`", "write `length(inputs.schools)`"
            ),
            ("success(1)", "1:9+1 wrong-arguments", "`success` takes no arguments, not 1", "= success() → boolean"),
            (
                "length('é', 'b', 3)", "1:13+3 wrong-arguments", "`length` takes 1 argument, not 3",
                "= length(value: string or list of any) → integer"
            ),
        ] as [(String, String, String, String)])
    func message(text: String, place: String, message: String, rest: String) {
        #expect(ExpressionFixture.told(text) == [[place, message, rest]])
        #expect(ExpressionFixture.compiled(text) == nil)
    }

    @Test("status functions are refused where no stage has run")
    func status() {
        let scope = Scope(roots: [], hasStatus: false)
        let told = ExpressionFixture.told { _ = Expression.compile("failure()", in: scope, report: $0) }
        #expect(told == [["1:1+7 not-available", "`failure()` means nothing here: no stage has run yet", ""]])
    }
}
