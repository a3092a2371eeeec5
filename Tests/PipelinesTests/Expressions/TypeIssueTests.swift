import Pipelines
import Testing

@Suite struct TypeIssueTests {
    @Test(
        "what the types forbid is said at its exact place",
        arguments: [
            (
                "length(5)",
                """
                p:1:8: error[type-mismatch]: `length` needs string or list, not integer
                    1 | length(5)
                      |        ^ write `format('{0}', 5)`

                """
            ),
            (
                "lower(inputs.note)",
                """
                p:1:7: error[may-be-null]: `inputs.note` may be null
                    1 | lower(inputs.note)
                      |       ^^^^^^^^^^^ write `inputs.note ?? ''`

                """
            ),
            (
                "document.size > 100",
                """
                p:1:1: error[type-mismatch]: `>` compares values of one type, not size with integer
                    1 | document.size > 100
                      | ^^^^^^^^^^^^^^^^^^^ give a size its unit, as in `100MB`

                """
            ),
            (
                "inputs.count == '3'",
                """
                p:1:1: error[type-mismatch]: `==` compares values of one type, not integer with string
                    1 | inputs.count == '3'
                      | ^^^^^^^^^^^^^^^^^^^ leave out the quotes

                """
            ),
            (
                "inputs.title != 3",
                """
                p:1:1: error[type-mismatch]: `!=` compares values of one type, not string with integer
                    1 | inputs.title != 3
                      | ^^^^^^^^^^^^^^^^^ write `'3'`

                """
            ),
            (
                "inputs.public < true",
                """
                p:1:1: error[type-mismatch]: `<` has no order for boolean
                    1 | inputs.public < true
                      | ^^^^^^^^^^^^^
                p:1:17: error[type-mismatch]: `<` has no order for boolean
                    1 | inputs.public < true
                      |                 ^^^^

                """
            ),
            (
                "inputs.title && !inputs.count",
                """
                p:1:1: error[type-mismatch]: `&&` needs boolean, not string
                    1 | inputs.title && !inputs.count
                      | ^^^^^^^^^^^^ compare it, as in `inputs.title != ''`
                p:1:18: error[type-mismatch]: `!` needs boolean, not integer
                    1 | inputs.title && !inputs.count
                      |                  ^^^^^^^^^^^^ compare it, as in `inputs.count > 0`

                """
            ),
            (
                "'a' in 'abc'",
                """
                p:1:8: error[type-mismatch]: `in` needs list, not string
                    1 | 'a' in 'abc'
                      |        ^^^^^ write `contains('abc', 'a')`

                """
            ),
            (
                "3 in inputs.schools",
                """
                p:1:1: error[type-mismatch]: list of string cannot have integer among its items
                    1 | 3 in inputs.schools
                      | ^

                """
            ),
            (
                "contains(inputs.title, 3)",
                """
                p:1:24: error[type-mismatch]: `contains` in a text needs string, not integer
                    1 | contains(inputs.title, 3)
                      |                        ^ write `format('{0}', 3)`

                """
            ),
            (
                "[1, 'a']",
                """
                p:1:5: error[type-mismatch]: the items of a list have one type, not integer and string
                    1 | [1, 'a']
                      |     ^^^

                """
            ),
            (
                "true ? 'a' : 1",
                """
                p:1:14: error[type-mismatch]: both branches of `? :` have one type, not string and integer
                    1 | true ? 'a' : 1
                      |              ^

                """
            ),
            (
                "inputs.note ?? 5m",
                """
                p:1:16: error[type-mismatch]: both sides of `??` have one type, not string and duration
                    1 | inputs.note ?? 5m
                      |                ^^

                """
            ),
            (
                "lower(env['HOME'])",
                """
                p:1:7: error[unset-variable]: `env['HOME']` has no default: an unset environment variable would end the run
                    1 | lower(env['HOME'])
                      |       ^^^^^^^^^^^ write `${{ env['HOME'] ?? 'x' }}`

                """
            ),
            (
                "to-json(env)",
                """
                p:1:9: error[type-mismatch]: `env` is no value by itself
                    1 | to-json(env)
                      |         ^^^ name one of its entries, as in `env.NAME`

                """
            ),
            (
                "env[secrets.WEBHOOK] ?? ''",
                """
                p:1:5: error[secret-exposed]: the key of `env` cannot be a secret
                    1 | env[secrets.WEBHOOK] ?? ''
                      |     ^^^^^^^^^^^^^^^

                """
            ),
            (
                "inputs[inputs.title]",
                """
                p:1:8: error[type-mismatch]: the key of a record is written as a text, as in `['name']`
                    1 | inputs[inputs.title]
                      |        ^^^^^^^^^^^^

                """
            ),
            (
                "inputs.schools['a']",
                """
                p:1:16: error[unknown-name]: `inputs.schools` is list of string and has no `a`
                    1 | inputs.schools['a']
                      |                ^^^

                """
            ),
            (
                "matches(inputs.title, inputs.user)",
                """
                p:1:23: error[type-mismatch]: `matches` needs a literal pattern, which is read before any run
                    1 | matches(inputs.title, inputs.user)
                      |                       ^^^^^^^^^^^ write it in single quotes

                """
            ),
            (
                "matches(inputs.title, '\\d+')",
                """
                p:1:23: error[bad-literal]: POSIX regular expressions have no `\\d`
                    1 | matches(inputs.title, '\\d+')
                      |                       ^^^^^ write `[0-9]`

                """
            ),
            (
                "date(run.started-at, 'YYYY-MM-DDD')",
                """
                p:1:22: error[bad-literal]: `D` is not a field of a date
                    1 | date(run.started-at, 'YYYY-MM-DDD')
                      |                      ^^^^^^^^^^^^^ fields are YYYY MM DD HH mm ss SSS

                """
            ),
            (
                "format('{0} {2}', 1, 2)",
                """
                p:1:8: error[bad-literal]: `{2}` has no value: 2 are given
                    1 | format('{0} {2}', 1, 2)
                      |        ^^^^^^^^^ count from `{0}`

                """
            ),
            (
                "format('{0}', 1, 2)",
                """
                p:1:18: error[bad-literal]: this value is nowhere in the text of `format`
                    1 | format('{0}', 1, 2)
                      |                  ^ write `{1}` where it should stand

                """
            ),
            (
                "join([inputs.note], ',') == inputs.titel ? success() : lower(1)",
                """
                p:1:6: error[type-mismatch]: `join` needs list of string, not list of string?
                    1 | join([inputs.note], ',') == inputs.titel ? success() : lower(1)
                      |      ^^^^^^^^^^^^^
                p:1:36: error[unknown-input]: the pipeline has no input `titel`
                    1 | join([inputs.note], ',') == inputs.titel ? success() : lower(1)
                      |                                    ^^^^^ did you mean `title`?
                   = inputs: user (string), title (string), schools (list of string), score (number), count (integer), public (boolean), patience (duration), note (string?), tags ((list of string)?), extra, true (integer)
                p:1:62: error[type-mismatch]: `lower` needs string, not integer
                    1 | join([inputs.note], ',') == inputs.titel ? success() : lower(1)
                      |                                                              ^ write `format('{0}', 1)`

                """
            ),
        ])
    func message(text: String, expected: String) {
        #expect(ExpressionFixture.messages(text) == expected)
        #expect(ExpressionFixture.compiled(text) == nil)
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
