import Pipelines
import Platform
import Testing

@Suite struct ExpressionValueTests {
    @Test(
        "an expression has this value",
        arguments: [
            // Literals
            ("'it''s'", "it's"), ("''", ""), ("12", 12), ("-12", -12), ("1.5", 1.5), ("1e3", 1000.0), ("2.5e-1", 0.25),
            ("true", true), ("false", false), ("null", nil), ("100MB", 100_000_000), ("1KiB", 1024), ("5m", 300_000),
            ("1h30m", 5_400_000), ("[]", []), ("[1, 2,]", [1, 2]), ("['a', null]", ["a", nil]),
            ("9223372036854775807", 9_223_372_036_854_775_807),
            // Paths
            ("inputs.title", "Jordan's best"), ("inputs['title']", "Jordan's best"),
            ("document.mime-type", "video/mp4"),
            ("inputs.schools[1]", "oregon"), ("inputs.true", 7), ("stages.detect.outputs.mime-type", "video/mp4"),
            ("run.error", nil), ("run.error.message", nil), ("run.error.message ?? 'none'", "none"),
            ("env.GREETING", "hello"), ("env.HOME ?? 'x'", "/home/jordan"), ("env.NONE ?? 'x'", "x"),
            ("env.EMPTY ?? 'x'", ""), ("env['HO' == 'HO' ? 'HOME' : 'X'] ?? ''", "/home/jordan"),
            ("default(env.NONE, 'x')", "x"), ("env.NONE == null", true), ("env.HOME == '/home/jordan'", true),
            ("inputs.extra.deep.a.b", "c"), ("inputs.extra['deep'].none", nil), ("inputs.extra.list[1]", 2.5),
            ("trigger.path", "inbox/u1/clip.mp4"), ("trigger.nothing.at.all", nil), ("inputs.tags[0]", nil),
            ("['a', 'b'][0]", "a"), ("(inputs.schools)[0]", "stanford"), ("from-json('[[1]]')[0][0]", 1),
            ("account.user", "jordan"), ("[inputs][0].title", "Jordan's best"),
            // Operators
            ("1 == 1.0", true), ("1 != 2", true), ("'a' == 'a'", true), ("'e\u{301}' == '\u{E9}'", true),
            ("[1, 2] == [1.0, 2.0]", true), ("inputs.schools == []", false), ("null == null", true),
            ("inputs.note == null", true), ("inputs.note == 'x'", false), ("inputs.note != null", false),
            ("1 < 2", true), ("2 <= 2", true), ("'a' < 'b'", true), ("2 > 2", false), ("2 >= 2.5", false),
            ("9223372036854775807 < 9223372036854775807.0", true), ("1 < 1.5", true), ("-2 < -1.5", true),
            ("document.size > 100MB", true), ("document.size <= 100MiB", true), ("inputs.patience == 5m", true),
            ("inputs.patience < 1h", true), ("'oregon' in inputs.schools", true), ("'x' in inputs.schools", false),
            ("2.0 in [1, 2]", true), ("null in ['a']", false), ("inputs.note in ['a', null]", true), ("1 in []", false),
            ("!true", false), ("!!true", true), ("true && false", false), ("false || true", true),
            ("null ?? null ?? 3", 3), ("inputs.note ?? inputs.title", "Jordan's best"),
            ("inputs.tags ?? []", []), ("inputs.public ? 'yes' : 'no'", "yes"), ("false ? 1 : true ? 2 : 3", 2),
            ("inputs.extra.name == 'n'", true), ("inputs.extra.name == 3", false), ("inputs.extra.list[0] < 2", true),
            // Only what is needed is computed.
            ("false && inputs.schools[9] == 'x'", false), ("true || inputs.schools[9] == 'x'", true),
            ("true ? 1 : inputs.extra.list[9]", 1), ("inputs.title ?? inputs.schools[9]", "Jordan's best"),
            // White space
            (" \n\t1\r\n ==1 ", true),
        ] as [(String, Value)])
    func value(text: String, expected: Value) throws {
        #expect(try ExpressionFixture.value(of: text) == expected)
    }

    @Test(
        "an expression has this static type",
        arguments: [
            ("inputs.title", "string"), ("inputs.note", "string?"), ("inputs.note ?? 'x'", "string"),
            ("inputs.note ?? null", "string?"), ("[1, 2.5]", "list of number"), ("[]", "list of any"),
            ("true ? 1 : null", "integer?"), ("inputs.tags", "(list of string)?"), ("document.size", "size"),
            ("run.error.message", "string?"), ("run.error.stage ?? 'x'", "string"), ("trigger.path", "any"),
            ("from-json('1')", "any"), ("split('a', ',')", "list of string"), ("default(inputs.note, 'x')", "string"),
            ("secrets.WEBHOOK", "secret string"), ("secrets.WEBHOOK ?? 'x'", "secret string"), ("inputs", "record"),
            ("inputs.tags[0]", "string?"), ("env.HOME ?? 'x'", "string"), ("['a', null]", "list of string?"),
        ])
    func type(text: String, expected: String) throws {
        #expect(try #require(ExpressionFixture.compiled(text)).type.description == expected)
    }

    @Test(
        "precedence is as documented: an expression equals the one with parentheses",
        arguments: [
            ("true || false && false", "true || (false && false)", true),
            ("(true || false) && false", "((true || false) && false)", false),
            ("1 == 1 && 2 == 3", "(1 == 1) && (2 == 3)", false),
            ("true == 1 < 2", "true == (1 < 2)", true),
            ("false == 'a' in ['b']", "false == ('a' in ['b'])", true),
            ("inputs.note ?? 'a' == 'a'", "(inputs.note ?? 'a') == 'a'", true),
            ("inputs.note ?? 'b' < 'c'", "(inputs.note ?? 'b') < 'c'", true),
            ("!false || true", "(!false) || true", true),
            ("!false && false", "(!false) && false", false),
            ("!inputs.public == false", "(!inputs.public) == false", true),
            ("false ? 1 : false ? 2 : 3", "false ? 1 : (false ? 2 : 3)", 3),
            ("true ? true ? 1 : 2 : 3", "true ? (true ? 1 : 2) : 3", 1),
            ("true || false ? 1 : 2", "(true || false) ? 1 : 2", 1),
            ("true ? 1 : 2 == 2 ? 3 : 4", "true ? 1 : ((2 == 2) ? 3 : 4)", 1),
        ] as [(String, String, Value)])
    func precedence(bare: String, explicit: String, expected: Value) throws {
        #expect(try ExpressionFixture.value(of: bare) == expected)
        #expect(try ExpressionFixture.value(of: explicit) == expected)
    }

    @Test("the names that an expression reads are listed in the order of the text")
    func names() throws {
        let text = "stages.detect.outputs.mime-type == 'x' ? inputs.schools[0] : env.HOME ?? trigger.path"
        let expression = try #require(ExpressionFixture.compiled(text))
        #expect(
            expression.names == [
                ["stages", "detect", "outputs", "mime-type"], ["inputs", "schools"], ["env", "HOME"], ["trigger"],
            ])
    }

    @Test(
        "status functions ask how the run is going",
        arguments: [
            (RunStatus.running, [true, false, false, false]), (.succeeded, [true, false, false, false]),
            (.failed, [false, true, false, false]), (.rejected, [false, false, true, false]),
            (.cancelled, [false, false, false, true]),
        ])
    func status(outcome: RunStatus, expected: [Bool]) throws {
        let environment = Environment(roots: [:], outcome: outcome)
        for (text, holds) in zip(["success()", "failure()", "rejected()", "cancelled()"], expected) {
            #expect(try ExpressionFixture.value(of: text, in: environment) == .boolean(holds))
        }
        #expect(try ExpressionFixture.value(of: "always()", in: environment) == true)
        #expect(try #require(ExpressionFixture.compiled("!failure()")).usesStatus)
        #expect(try #require(ExpressionFixture.compiled("true")).usesStatus == false)
    }

    @Test("a loop variable is seen, and hides an older name")
    func loopVariable() throws {
        let scope = ExpressionFixture.scope.adding("school", .string).adding("school", .integer)
        let expression = try #require(Expression.compile("school", in: scope) { _ in })
        #expect(expression.type == .integer)
        #expect(try expression.evaluate(ExpressionFixture.environment.adding("school", 4)) == 4)
    }

    @Test("the process environment is read when no other is given")
    func processEnvironment() throws {
        let expression = try #require(ExpressionFixture.compiled("env.PATH != null && env.COMPASS_NO_SUCH == null"))
        #expect(try expression.evaluate(Environment(roots: [:])) == true)
    }
}
