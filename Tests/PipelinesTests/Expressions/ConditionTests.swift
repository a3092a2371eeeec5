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
                "${{ true }} && ${{ false }}",
                """
                p:1:1: error[if-text]: text around `${{ }}` makes a string of the condition, and a string is neither true nor false
                    1 | ${{ true }} && ${{ false }}
                      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^ write the whole condition without `${{ }}`
                   = other tools take every text for true, so that the stage would always run

                """
            ),
            (
                " ${{ inputs.schools }} ",
                """
                p:1:6: error[type-mismatch]: `if` needs boolean, not list of string
                    1 |  ${{ inputs.schools }}\u{20}
                      |      ^^^^^^^^^^^^^^ compare it, as in `length(inputs.schools) > 0`

                """
            ),
            (
                "'true'",
                """
                p:1:1: error[type-mismatch]: `if` needs boolean, not string
                    1 | 'true'
                      | ^^^^^^ leave out the quotes

                """
            ),
            (
                "secrets.WEBHOOK == 'x'",
                """
                p:1:1: error[secret-exposed]: a condition cannot be computed from a secret: whether a stage ran can be seen
                    1 | secrets.WEBHOOK == 'x'
                      | ^^^^^^^^^^^^^^^^^^^^^^ ask only whether it is set, as in `secrets.NAME != null`

                """
            ),
            (
                "${{ true",
                """
                p:1:1: error[unclosed-expression]: `${{` is not closed
                    1 | ${{ true
                      | ^^^ end it with `}}`; a literal one is written `${{ '${{' }}`

                """
            ),
        ])
    func issues(text: String, expected: String) {
        let messages = ExpressionFixture.rendered(text) {
            #expect(Condition.compile(text, in: ExpressionFixture.scope, report: $0) == nil)
        }
        #expect(messages == expected)
    }

    @Test("a condition that the run makes no boolean is an error")
    func open() throws {
        let condition = try #require(Condition.compile("trigger.path", in: ExpressionFixture.scope) { _ in })
        let error = try #require(throws: StageError.self) { try condition.holds(in: ExpressionFixture.environment) }
        #expect(error == .failed(.other, "expression", "`if` needs boolean, and is string"))
    }
}
