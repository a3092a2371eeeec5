import Pipelines
import Platform
import Testing

@Suite struct TemplateTests {
    @Test(
        "a text is cut at its expressions",
        arguments: [
            ("", [.text("")]), ("plain", [.text("plain")]),
            ("$1 $FOO {{ x }} ${x} $", [.text("$1 $FOO {{ x }} ${x} $")]),
            ("${{ a }}", [.expression(" a ", offset: 3)]),
            ("${{a}}${{b}}", [.expression("a", offset: 3), .expression("b", offset: 9)]),
            ("é ${{ a }} z", [.text("é "), .expression(" a ", offset: 5), .text(" z")]),
            ("${{ '}}' }}", [.expression(" '}}' ", offset: 3)]),
            ("${{ 'it''s }}' }}!", [.expression(" 'it''s }}' ", offset: 3), .text("!")]),
            ("$${{ a }}", [.text("$"), .expression(" a ", offset: 4)]),
            ("${{ a }}}", [.expression(" a ", offset: 3), .text("}")]),
            ("${{}}", [.expression("", offset: 3)]),
        ] as [(String, [TemplatePart])])
    func parts(text: String, expected: [TemplatePart]) throws {
        #expect(try Template.parse(text) == expected)
    }

    @Test(
        "a template has this value; one that is exactly an expression keeps its type",
        arguments: [
            ("plain", "plain"), ("${{ inputs.count }}", 3), ("${{ inputs.schools }}", ["stanford", "oregon"]),
            ("${{ document.size }}", 104_857_600), ("${{ inputs.note }}", nil),
            ("New video: ${{ inputs.title }}", "New video: Jordan's best"), (" ${{ inputs.count }}", " 3"),
            ("${{ 1 }}${{ true }}${{ 1.5 }}", "1true1.5"), ("${{ '${{' }} x", "${{ x"), ("${{ 5m }}!", "300000!"),
        ] as [(String, Value)])
    func value(text: String, expected: Value) throws {
        let template = try #require(Template.compile(text, in: ExpressionFixture.scope) { _ in })
        #expect(try template.evaluate(ExpressionFixture.environment) == expected)
    }

    @Test(
        "what is wrong with a template is reported at its place, all of it",
        arguments: [
            (
                "${{ 'a }}", ValueType?.none,
                """
                p:1:1: error[unclosed-expression]: `${{` is not closed
                    1 | ${{ 'a }}
                      | ^^^ a `'` in it is not closed

                """
            ),
            (
                "${{ inputs.titel }} and ${{ documnt.name }}", nil,
                """
                p:1:12: error[unknown-input]: the pipeline has no input `titel`
                    1 | ${{ inputs.titel }} and ${{ documnt.name }}
                      |            ^^^^^ did you mean `title`?
                   = inputs: user (string), title (string), schools (list of string), score (number), count (integer), public (boolean), patience (duration), note (string?), tags ((list of string)?), extra, true (integer)
                p:1:29: error[unknown-name]: unknown name `documnt`
                    1 | ${{ inputs.titel }} and ${{ documnt.name }}
                      |                             ^^^^^^^ did you mean `document`?
                   = names here: document, inputs, stages, run, env, secrets, trigger, account

                """
            ),
            (
                "é: ${{ inputs.note }}", nil,
                """
                p:1:8: error[may-be-null]: `inputs.note` may be null, and is part of a text here
                    1 | é: ${{ inputs.note }}
                      |        ^^^^^^^^^^^ write `inputs.note ?? ''`

                """
            ),
            (
                "x ${{ inputs.schools }}", nil,
                """
                p:1:7: error[type-mismatch]: list of string cannot be part of a text
                    1 | x ${{ inputs.schools }}
                      |       ^^^^^^^^^^^^^^ write `join(inputs.schools, ', ')`

                """
            ),
            (
                "x ${{ run }}", nil,
                """
                p:1:7: error[type-mismatch]: record cannot be part of a text
                    1 | x ${{ run }}
                      |       ^^^ write `to-json(run)`

                """
            ),
        ])
    func issues(text: String, wanted: ValueType?, expected: String) {
        let messages = ExpressionFixture.rendered(text) {
            let template = Template.compile(text, in: ExpressionFixture.scope, as: wanted, report: $0)
            #expect(template == nil)
        }
        #expect(messages == expected)
    }

    @Test("a list or null that only the run shows cannot be part of a text")
    func openParts() throws {
        for (text, message) in [
            ("x ${{ trigger.none }}", "null cannot be part of a text"),
            ("x ${{ trigger }}", "record cannot be part of a text"),
        ] {
            let template = try #require(Template.compile(text, in: ExpressionFixture.scope) { _ in })
            let error = try #require(throws: ExpressionError.self) {
                try template.evaluate(ExpressionFixture.environment)
            }
            #expect(error.message == message)
            #expect(error.offset == 6)
        }
    }

    @Test("a compiled value keeps its structure")
    func compiledValues() throws {
        let template = try #require(Template.compile("${{ inputs.count }}", in: ExpressionFixture.scope) { _ in })
        let value = CompiledValue.record([
            ("list", .list([.fixed(1), .template(template)])), ("fixed", .fixed(["a": 1])),
        ])
        #expect(try value.value(in: ExpressionFixture.environment) == ["list": [1, 3], "fixed": ["a": 1]])
        #expect(value.constant == nil)
        #expect(CompiledValue.list([.fixed(1)]).constant == [1])
        let wrong = try #require(ExpressionFixture.compiled("inputs.schools[9]"))
        #expect(throws: StageError.self) {
            try CompiledValue.expression(wrong).value(in: ExpressionFixture.environment)
        }
    }
}
