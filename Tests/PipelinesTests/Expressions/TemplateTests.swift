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
        "what is wrong with a template is reported at its place",
        arguments: [
            ("${{ 'a }}", "1:1+3 unclosed-expression", "`${{` is not closed", "a `'` in it is not closed"),
            (
                "é: ${{ inputs.note }}", "1:8+11 may-be-null",
                "`inputs.note` may be null, and is part of a text here", "write `inputs.note ?? ''`"
            ),
            (
                "x ${{ inputs.schools }}", "1:7+14 type-mismatch", "list of string cannot be part of a text",
                "write `join(inputs.schools, ', ')`"
            ),
            (
                "x ${{ run }}", "1:7+3 type-mismatch", "record cannot be part of a text", "write `to-json(run)`"
            ),
        ])
    func issues(text: String, place: String, message: String, rest: String) {
        let told = ExpressionFixture.told {
            #expect(Template.compile(text, in: ExpressionFixture.scope, report: $0) == nil)
        }
        #expect(told == [[place, message, rest]])
    }

    @Test("all that is wrong with a template is reported")
    func several() {
        let told = ExpressionFixture.told {
            _ = Template.compile("${{ inputs.titel }} and ${{ documnt.name }}", in: ExpressionFixture.scope, report: $0)
        }
        #expect(told.map { $0[0] } == ["1:12+5 unknown-input", "1:29+7 unknown-name"])
        #expect(told.last?.last?.hasPrefix("did you mean `document`? = ") == true)
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
