import Pipelines
import Platform
import Testing

@Suite struct SecretTests {
    @Test(
        "whatever is computed from a secret is one",
        arguments: [
            "secrets.WEBHOOK", "secrets['WEBHOOK']", "secrets.WEBHOOK ?? 'x'", "default(secrets.WEBHOOK, 'x')",
            "lower(secrets.WEBHOOK)", "length(secrets.WEBHOOK)", "secrets.WEBHOOK == 'x'", "'x' in [secrets.WEBHOOK]",
            "[secrets.WEBHOOK][0]", "true ? 'x' : secrets.WEBHOOK", "secrets.WEBHOOK == 'a' ? 'x' : 'y'",
            "!(secrets.WEBHOOK < 'a')", "true && secrets.WEBHOOK == 'x'", "format('{0}', secrets.WEBHOOK)",
            "contains(secrets.WEBHOOK, 'x')", "contains(['x'], secrets.WEBHOOK)", "split(secrets.WEBHOOK, ',')",
            "to-json([secrets.WEBHOOK])", "account.password", "account", "to-json(account)", "[account][0].user",
            "inputs.schools[length(secrets.WEBHOOK)]", "matches(secrets.WEBHOOK, '^a')", "from-json(secrets.WEBHOOK).a",
        ])
    func tainted(text: String) throws {
        let expression = try #require(ExpressionFixture.compiled(text))
        #expect(expression.isSecret)
        #expect(!expression.type.isAssignable(to: .any))
        #expect(ExpressionFixture.messages(text, as: .any).hasPrefix("p:1:1: error[secret-exposed]: "))
    }

    @Test(
        "nothing else is, nor is whether a secret is set",
        arguments: [
            "inputs.title", "account.user", "secrets.WEBHOOK == null", "secrets.WEBHOOK != null ? 'x' : 'y'",
            "null == secrets.NONE", "env.HOME ?? 'x'",
        ])
    func untainted(text: String) throws {
        #expect(try #require(ExpressionFixture.compiled(text)).isSecret == false)
    }

    @Test("a secret goes where one is accepted, and only there")
    func acceptance() throws {
        let accepted = try #require(ExpressionFixture.compiled("secrets.WEBHOOK", as: .secret(.string)))
        #expect(try accepted.evaluate(ExpressionFixture.environment) == "s3cret")
        #expect(try #require(ExpressionFixture.compiled("'x'", as: .secret(.string))).isSecret == false)
        #expect(ExpressionFixture.compiled("secrets.WEBHOOK", as: .string) == nil)
        let mistyped = ExpressionFixture.compiled("length(secrets.WEBHOOK)", as: .secret(.string))
        #expect(mistyped == nil)
    }

    @Test("a text with a secret in it is a secret, too")
    func templates() throws {
        let text = "Bearer ${{ secrets.WEBHOOK }}"
        let template = try #require(Template.compile(text, in: ExpressionFixture.scope) { _ in })
        #expect(template.isSecret)
        #expect(template.type == .secret(.string))
        #expect(try template.evaluate(ExpressionFixture.environment) == "Bearer s3cret")
        #expect(Template.compile(text, in: ExpressionFixture.scope, as: .string) { _ in } == nil)
        #expect(Template.compile(text, in: ExpressionFixture.scope, as: .secret(.string)) { _ in } != nil)
        let list = CompiledValue.list([.fixed("a"), .template(template)])
        #expect(list.isSecret)
        #expect(CompiledValue.record([("k", list)]).isSecret)
        #expect(list.constant == nil)
    }
}
