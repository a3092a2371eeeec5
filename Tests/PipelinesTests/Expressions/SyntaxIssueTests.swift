import Pipelines
import Testing

/// Every row: an expression, and where, what kind, which message and which hint.
@Suite struct SyntaxIssueTests {
    @Test(
        "an expression that cannot be read is reported at the exact place",
        arguments: [
            ("", 0, 1, "empty-expression", "the expression is empty", nil),
            ("a b", 2, 1, "syntax", "expected an operator, found `b`", nil),
            ("a and b", 2, 3, "syntax", "`and` is not an operator", "write `&&`"),
            ("(1", 2, 1, "syntax", "expected `)`, found the end", nil),
            ("1)", 1, 1, "syntax", "expected an operator, found `)`", nil),
            ("f(1 2)", 4, 1, "syntax", "expected `,` or `)`, found `2`", nil),
            ("[1 'a']", 3, 3, "syntax", "expected `,` or `]`, found a text", nil),
            ("[,]", 1, 1, "syntax", "expected a value, found `,`", nil),
            ("1 ==", 4, 1, "syntax", "expected a value, found the end", nil),
            ("true ? 1", 8, 1, "syntax", "expected `:` of `? :`, found the end", nil),
            ("a.", 2, 1, "syntax", "expected a name after `.`, found the end", nil),
            ("a.0", 2, 1, "syntax", "expected a name after `.`", "write `[0]`"),
            ("a[1", 3, 1, "syntax", "expected `]`, found the end", nil),
            (
                "inputs.title.lower()", 13, 5, "syntax", "values have no functions of their own",
                "write `function(value)`"
            ),
            ("1 < 2 < 3", 6, 1, "syntax", "comparisons do not chain", "write `a < b && b < c`, or use parentheses"),
            ("1 == 2 != 3", 7, 2, "syntax", "comparisons do not chain", "write `a < b && b < c`, or use parentheses"),
            ("'a", 0, 2, "syntax", "the text is not closed", "end it with `'`; a quote inside is written `''`"),
            ("x == \"a\"", 5, 1, "syntax", "text stands in single quotes", "write `'…'`"),
            ("x = 1", 2, 1, "syntax", "`=` is not an operator", "write `==`"),
            ("x & y", 2, 1, "syntax", "`&` is not an operator", "write `&&`"),
            ("x | y", 2, 1, "syntax", "`|` is not an operator", "write `||`"),
            (
                "1 + 2", 2, 1, "syntax", "`+` does not calculate: expressions have no arithmetic",
                "write texts side by side, or use `format`"
            ),
            ("1 * 2", 2, 1, "syntax", "`*` does not calculate: expressions have no arithmetic", nil),
            ("1 - 2", 2, 1, "syntax", "`-` does not calculate: expressions have no arithmetic", nil),
            ("$FOO", 0, 1, "syntax", "`$` does not belong here", "write names without `${{ }}` or `$`"),
            ("{a: 1}", 0, 1, "syntax", "an expression has no records", "use `from-json('{…}')`"),
            ("é", 0, 1, "syntax", "`é` does not belong in an expression", nil),
            ("a\u{202E}b", 1, 1, "syntax", "`\\xE2\\x80\\xAE` does not belong in an expression", nil),
            (
                "'é' ++", 4, 1, "syntax", "`+` does not calculate: expressions have no arithmetic",
                "write texts side by side, or use `format`"
            ),
            ("99999999999999999999", 0, 20, "bad-literal", "the number `99999999999999999999` is too large", nil),
            ("100mb", 0, 5, "bad-literal", nil, nil),
            ("100MX", 0, 5, "bad-literal", nil, nil),
            ("100M", 0, 4, "bad-literal", "`100M` has no unit of size", "write `100MB`"),
            ("30m1h", 0, 5, "bad-literal", "the units of `30m1h` do not go from long to short", "write it as `1h30m`"),
            ("1.2.3", 0, 5, "bad-literal", nil, nil),
            ("1e400", 0, 5, "bad-literal", nil, nil),
            ("0x10", 0, 4, "bad-literal", nil, nil),
            ("in", 0, 2, "syntax", "expected a value, found `in`", nil),
        ] as [(String, Int, Int, String, String?, String?)])
    func syntax(text: String, offset: Int, length: Int, kind: String, message: String?, hint: String?) throws {
        var issues: [ExpressionIssue] = []
        let expression = Expression.compile(text, in: ExpressionFixture.scope) { issues.append($0) }
        #expect(expression == nil)
        #expect(issues.count == 1)
        let issue = try #require(issues.first)
        #expect((issue.offset, issue.length) == (offset, length))
        #expect(issue.kind == kind)
        if let message { #expect(issue.message == message) }
        if let hint { #expect(issue.hint == hint) }
    }

    @Test("texts and nesting have limits")
    func limits() throws {
        let long = "'" + String(repeating: "a", count: 8190) + "'"
        #expect(ExpressionFixture.compiled(long) != nil)
        #expect(
            ExpressionFixture.messages(long + " ").hasPrefix(
                "p:1:1: error[too-long]: an expression may have at most 8192 bytes\n"))
        let deep = String(repeating: "(", count: 63) + "1" + String(repeating: ")", count: 63)
        #expect(ExpressionFixture.compiled(deep) != nil)
        for opening in ["(", "[", "!", "lower(", "true ? ", "true ? 1 : ", "inputs.schools["] {
            let text = String(repeating: opening, count: 70) + "1"
            #expect(
                ExpressionFixture.messages(text).contains(
                    ": error[too-deep]: the expression is nested deeper than 64 levels\n"))
        }
    }
}
