import Documents
import Pipelines
import Platform
import Testing

@Suite struct ConditionTests {
    @Test(
        "a condition stands with or without `${{ }}`",
        arguments: [
            ("length(inputs.schools) > 0", true), ("${{ length(inputs.schools) > 0 }}", true),
            ("  ${{ !inputs.public }}\n", false), ("false", false),
            ("secrets.WEBHOOK != null", true), ("inputs.extra.name == 'n'", true),
        ])
    func value(text: String, expected: Bool) throws {
        let condition = try #require(Condition.compile(text, in: ExpressionFixture.scope) { _ in })
        #expect(try condition.holds(in: ExpressionFixture.environment) == expected)
    }

    @Test(
        "what is no condition is refused",
        arguments: [
            (
                "${{ true }} && ${{ false }}", "1:1+27 if-text",
                "text around `${{ }}` makes a string of the condition, and a string is neither true nor false",
                "write the whole condition without `${{ }}` = other tools take every text for true, "
                    + "so that the stage would always run"
            ),
            (
                " ${{ inputs.schools }} ", "1:6+14 type-mismatch", "`if` needs boolean, not list of string",
                "compare it, as in `length(inputs.schools) > 0`"
            ),
            ("'true'", "1:1+6 type-mismatch", "`if` needs boolean, not string", "leave out the quotes"),
            (
                "secrets.WEBHOOK == 'x'", "1:1+22 secret-exposed",
                "a condition cannot be computed from a secret: whether a stage ran can be seen",
                "ask only whether it is set, as in `secrets.NAME != null`"
            ),
            (
                "${{ true", "1:1+3 unclosed-expression", "`${{` is not closed",
                "end it with `}}`; a literal one is written `${{ '${{' }}`"
            ),
        ] as [(String, String, String, String)])
    func issues(text: String, place: String, message: String, rest: String) {
        let told = ExpressionFixture.told {
            #expect(Condition.compile(text, in: ExpressionFixture.scope, report: $0) == nil)
        }
        #expect(told == [[place, message, rest]])
    }

    @Test("a condition that the run makes no boolean is an error")
    func open() throws {
        let condition = try #require(Condition.compile("trigger.path", in: ExpressionFixture.scope) { _ in })
        let error = try #require(throws: StageError.self) { try condition.holds(in: ExpressionFixture.environment) }
        #expect(error == .failed(.other, "expression", "`if` needs boolean, and is string"))
    }
}
