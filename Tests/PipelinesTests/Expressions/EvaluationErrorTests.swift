import Pipelines
import Platform
import Testing

@Suite struct EvaluationErrorTests {
    @Test(
        "what only the run can tell is an error with its place",
        arguments: [
            ("inputs.schools[2]", "index 2 is out of range: the list has 2 items, counted from 0", 0, 17),
            ("inputs.schools[-1]", "index -1 is out of range: the list has 2 items, counted from 0", 0, 18),
            ("!(['a'][1] == 'a')", "index 1 is out of range: the list has 1 item, counted from 0", 2, 8),
            ("document.sha256", "`document.sha256` has no value in this run", 0, 15),
            ("lower(document.sha256)", "`document.sha256` has no value in this run", 6, 15),
            (
                "secrets.NONE",
                "`secrets.NONE` is not set; set COMPASS_SECRET_NONE in the environment, or put it into a file of `secrets/`",
                0, 12
            ),
            ("trigger.path.x", "`x` is asked of string, which has no fields", 0, 14),
            ("trigger.path[0]", "string cannot be indexed with integer", 0, 15),
            ("inputs.extra.list['a']", "`a` is asked of list, which has no fields", 0, 22),
            ("lower(inputs.extra.list)", "argument 1 must be string, and is list", 0, 24),
            ("inputs.extra.name && true", "this must be boolean, and has a part that is string", 0, 25),
            ("inputs.extra.name < 3", "`<` cannot order string and integer", 0, 21),
            ("1 in inputs.extra.name", "what is searched for an item is no list", 0, 22),
            ("join(inputs.extra.list, ',')", "item 0 of the list must be string, and is integer", 0, 28),
            ("replace('a', '', 'b')", "`replace` cannot search for an empty text", 0, 21),
            ("split('a', '')", "`split` cannot separate by an empty text", 0, 14),
            ("from-json('{')", "`from-json` was given text that is no valid JSON", 0, 14),
            (
                "date('yesterday', 'YYYY')",
                "`date` was given no point in time; it reads RFC 3339, such as 2026-03-08T07:00:00Z", 0, 25
            ),
            ("format('{0}', inputs.extra.list)", "argument 2 must be a text or a number, and is list", 0, 32),
        ])
    func error(text: String, message: String, offset: Int, length: Int) throws {
        let expression = try #require(ExpressionFixture.compiled(text))
        let error = try #require(throws: ExpressionError.self) {
            try expression.evaluate(ExpressionFixture.environment)
        }
        #expect(error.message == message)
        #expect((error.offset, error.length) == (offset, length))
        #expect(StageError(error).kind == "expression")
        #expect(StageError(error).message == message)
    }

    @Test("a value from `any` is checked against the type that is wanted")
    func wanted() throws {
        let expression = try #require(ExpressionFixture.compiled("trigger.path", as: .integer))
        #expect(expression.type == .integer)
        let error = try #require(throws: ExpressionError.self) {
            try expression.evaluate(ExpressionFixture.environment)
        }
        #expect(error.message == "this must be integer, and is string")
        let list = try #require(ExpressionFixture.compiled("[]", as: .list(.string)))
        #expect(try list.evaluate(ExpressionFixture.environment) == [])
    }

    @Test("messages tell nothing of a secret")
    func secrets() throws {
        let texts = ["from-json(secrets.WEBHOOK)", "split(secrets.WEBHOOK, 'r')[7]", "date(secrets.WEBHOOK, 'YYYY')"]
        for text in texts {
            let expression = try #require(ExpressionFixture.compiled(text))
            let error = try #require(throws: ExpressionError.self) {
                try expression.evaluate(ExpressionFixture.environment)
            }
            #expect(!error.message.contains("s3cret"))
        }
        let index = try #require(ExpressionFixture.compiled("split(secrets.WEBHOOK, 'r')[7]"))
        let error = try #require(throws: ExpressionError.self) {
            try index.evaluate(ExpressionFixture.environment)
        }
        #expect(error.message == "the index is out of range")
    }

    @Test(
        "results have limits",
        arguments: [
            "replace(inputs.title, 'a', inputs.title)", "join(split(inputs.title, 'a'), inputs.title)",
            "format('{0}{0}', inputs.title)", "to-json([inputs.title, inputs.title])",
            "upper(replace(inputs.title, 'ß', 'ŉ'))",
        ])
    func limits(text: String) throws {
        let expression = try #require(ExpressionFixture.compiled(text))
        let long = String(repeating: "aß", count: 300_000)
        let environment = Environment(roots: ["inputs": ["title": .string(long)]])
        let error = try #require(throws: ExpressionError.self) { try expression.evaluate(environment) }
        #expect(
            [
                "the text would be longer than 1MiB", "the JSON would be too long or too deep",
                "the list would have more than 10000 items",
            ].contains(error.message))
    }
}
