import Pipelines
import Testing

@Suite struct TypeIssueTests {
    @Test(
        "what the types forbid is said at its exact place",
        arguments: [
            (
                "length(5)", "1:8+1 type-mismatch", "`length` needs string or list, not integer",
                "write `format('{0}', 5)`"
            ),
            ("lower(inputs.note)", "1:7+11 may-be-null", "`inputs.note` may be null", "write `inputs.note ?? ''`"),
            (
                "document.size > 100", "1:1+19 type-mismatch", "`>` compares values of one type, not size with integer",
                "give a size its unit, as in `100MB`"
            ),
            (
                "inputs.count == '3'", "1:1+19 type-mismatch",
                "`==` compares values of one type, not integer with string", "leave out the quotes"
            ),
            (
                "inputs.title != 3", "1:1+17 type-mismatch",
                "`!=` compares values of one type, not string with integer", "write `'3'`"
            ),
            ("'a' in 'abc'", "1:8+5 type-mismatch", "`in` needs list, not string", "write `contains('abc', 'a')`"),
            ("3 in inputs.schools", "1:1+1 type-mismatch", "list of string cannot have integer among its items", ""),
            (
                "contains(inputs.title, 3)", "1:24+1 type-mismatch", "`contains` in a text needs string, not integer",
                "write `format('{0}', 3)`"
            ),
            ("[1, 'a']", "1:5+3 type-mismatch", "the items of a list have one type, not integer and string", ""),
            (
                "true ? 'a' : 1", "1:14+1 type-mismatch",
                "both branches of `? :` have one type, not string and integer", ""
            ),
            (
                "inputs.note ?? 5m", "1:16+2 type-mismatch",
                "both sides of `??` have one type, not string and duration", ""
            ),
            (
                "lower(env['HOME'])", "1:7+11 unset-variable",
                "`env['HOME']` has no default: an unset environment variable would end the run",
                "write `${{ env['HOME'] ?? 'x' }}`"
            ),
            (
                "to-json(env)", "1:9+3 type-mismatch", "`env` is no value by itself",
                "name one of its entries, as in `env.NAME`"
            ),
            ("env[secrets.WEBHOOK] ?? ''", "1:5+15 secret-exposed", "the key of `env` cannot be a secret", ""),
            (
                "inputs[inputs.title]", "1:8+12 type-mismatch",
                "the key of a record is written as a text, as in `['name']`", ""
            ),
            ("inputs.schools['a']", "1:16+3 unknown-name", "`inputs.schools` is list of string and has no `a`", ""),
            (
                "matches(inputs.title, inputs.user)", "1:23+11 type-mismatch",
                "`matches` needs a literal pattern, which is read before any run", "write it in single quotes"
            ),
            (
                "matches(inputs.title, '\\d+')", "1:23+5 bad-literal", "POSIX regular expressions have no `\\d`",
                "write `[0-9]`"
            ),
            (
                "date(run.started-at, 'YYYY-MM-DDD')", "1:22+13 bad-literal", "`D` is not a field of a date",
                "fields are YYYY MM DD HH mm ss SSS"
            ),
            ("format('{0} {2}', 1, 2)", "1:8+9 bad-literal", "`{2}` has no value: 2 are given", "count from `{0}`"),
            (
                "format('{0}', 1, 2)", "1:18+1 bad-literal", "this value is nowhere in the text of `format`",
                "write `{1}` where it should stand"
            ),
            (
                "join([inputs.note], ',')", "1:6+13 type-mismatch",
                "`join` needs list of string, not list of string?", ""
            ),
        ])
    func message(text: String, place: String, message: String, rest: String) {
        #expect(ExpressionFixture.told(text) == [[place, message, rest]])
        #expect(ExpressionFixture.compiled(text) == nil)
    }

    @Test("all that they forbid is said at once")
    func several() {
        #expect(
            ExpressionFixture.told("inputs.public < true") == [
                ["1:1+13 type-mismatch", "`<` has no order for boolean", ""],
                ["1:17+4 type-mismatch", "`<` has no order for boolean", ""],
            ])
        #expect(
            ExpressionFixture.told("inputs.title && !inputs.count") == [
                ["1:1+12 type-mismatch", "`&&` needs boolean, not string", "compare it, as in `inputs.title != ''`"],
                ["1:18+12 type-mismatch", "`!` needs boolean, not integer", "compare it, as in `inputs.count > 0`"],
            ])
    }

    @Test(
        "a value of another type than wanted is refused",
        arguments: [
            ("5", ValueType.duration, "this place needs duration, not integer", "give a duration its unit, as in `5m`"),
            ("inputs.schools", .list(.integer), "this place needs list of integer, not list of string", nil),
            ("null", .string, "this place needs string, not null", nil),
        ] as [(String, ValueType, String, String?)])
    func wanted(text: String, type: ValueType, message: String, hint: String?) throws {
        var issues: [ExpressionIssue] = []
        let expression = Expression.compile(text, in: ExpressionFixture.scope, as: type) { issues.append($0) }
        #expect(expression == nil)
        let issue = try #require(issues.first)
        #expect((issue.message, issue.hint) == (message, hint))
        #expect((issue.offset, issue.length) == (0, text.unicodeScalars.count))
    }
}
