import CompassTesting
import Pipelines
import Platform
import Testing

@Suite struct FunctionTests {
    @Test("every example of the reference has its value", arguments: Function.all.map(\.example))
    func example(example: Function.Example) throws {
        let environment = Environment(roots: [:], outcome: example.outcome)
        #expect(try ExpressionFixture.value(of: example.expression, in: environment) == example.value)
        // It says something of how the run has gone where that matters.
        if example.outcome != .running, example.expression != "always()" {
            let running = Environment(roots: [:])
            #expect(try ExpressionFixture.value(of: example.expression, in: running) != example.value)
        }
    }

    @Test("the functions are those of the documentation")
    func names() {
        let documented = """
            contains starts-with ends-with lower upper trim replace split join format length basename stem extension matches
            to-json from-json date default success failure rejected cancelled always
            """
        #expect(Set(Function.all.map(\.name)) == Set(documented.split { $0 == " " || $0 == "\n" }.map(String.init)))
        for function in Function.all {
            #expect(function.example.expression.contains(function.name + "("))
            #expect(function.doc.hasSuffix("."))
        }
        #expect(Function.named("length")?.signature == "length(value: string or list of any) → integer")
        #expect(
            Function.named("format")?.signature
                == "format(template: string, values: string or integer or number or boolean or size or duration…) → string"
        )
    }

    @Test(
        "a call has this value",
        arguments: [
            ("contains('abc', '')", true), ("contains('', 'a')", false), ("contains('aab', 'ab')", true),
            ("contains('abababac', 'ababac')", true), ("contains('re\u{301}sume\u{301}', 'é')", true),
            ("contains(['a'], 'a')", true), ("contains([1, 2], 2.0)", true),
            ("contains(inputs.schools, inputs.note)", false),
            ("contains(inputs.extra.list, 'x')", true), ("contains(inputs.extra.name, 'n')", true),
            ("starts-with('abc', 'abcd')", false), ("starts-with('e\u{301}a', 'é')", true),
            ("starts-with('a', '')", true),
            ("ends-with('abc', 'bc')", true), ("ends-with('bc', 'abc')", false),
            ("trim('\u{3000}\n a b \t')", "a b"), ("trim('   ')", ""), ("trim('')", ""),
            ("replace('aaa', 'aa', 'b')", "ba"), ("replace('abcabc', 'c', '')", "abab"),
            ("replace('a', 'b', 'c')", "a"),
            ("replace('e\u{301}', 'é', 'e')", "e"), ("replace('a.b', '.', '''')", "a'b"),
            ("split('', ',')", [""]), ("split(',', ',')", ["", ""]), ("split('a, b', ', ')", ["a", "b"]),
            ("join([], ',')", ""), ("join(['a'], ',')", "a"), ("join(split('a-b-c', '-'), '')", "abc"),
            ("length('')", 0), ("length('e\u{301}👩‍👩‍👧🇺🇸')", 3), ("length([])", 0), ("length(trigger.path)", 17),
            ("format('{{0}} {1}{0}{1}', 'a', 5m)", "{0} 300000a300000"), ("format('x')", "x"),
            ("format('{0}', 1.5)", "1.5"), ("format('{0}', true)", "true"),
            ("basename('a/b/')", "b"), ("basename('')", "."), ("basename('/')", "/"), ("basename('a')", "a"),
            ("stem('.hidden')", ".hidden"), ("stem('a.tar.gz')", "a.tar"), ("extension('.hidden')", ""),
            ("extension('a.')", ""), ("extension('a')", ""), ("extension('Résumé.PDF')", ".pdf"),
            ("to-json(null)", "null"), ("to-json('a\"\n')", "\"a\\\"\\n\""),
            ("to-json(inputs.extra.deep)", "{\"a\":{\"b\":\"c\"}}"),
            ("to-json(100MB)", "100000000"), ("from-json('null')", nil),
            ("from-json(' [1, {\"b\": true}] ')[1].b", true),
            ("from-json(to-json(inputs.schools)) == inputs.schools", true),
            ("date('2026-03-08T02:00:00-05:00', 'YYYY-MM-DD HH:mm:ss.SSS')", "2026-03-08 07:00:00.000"),
            ("date('2024-02-29t23:59:60.9876543z', 'YYYYMMDDTHHmmssSSSZ')", "20240229T235959987Z"),
            ("date('1969-12-31T23:59:59.5Z', 'ss.SSS')", "59.500"), ("date('0001-01-01T00:00:00Z', 'YYYY')", "0001"),
            ("date('2000-03-01T00:30:00+01:00', 'MM/DD …')", "02/29 …"),
            ("upper('ǆ')", "Ǆ"), ("lower('ÀΣ')", "àσ"),
        ] as [(String, Value)])
    func call(text: String, expected: Value) throws {
        #expect(try ExpressionFixture.value(of: text) == expected)
    }

    @Test(
        "what is no point in time is refused",
        arguments: [
            "", "2026", "2026-03-08", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:00",
            "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00Zx", "0000-01-01T00:00:00Z",
            "9999-01-01T00:00:00Z", "-026-01-01T00:00:00Z", "2026-01-01T00:00:00+1:00", "١٢٣٤-01-01T00:00:00Z",
        ])
    func noDate(text: String) throws {
        #expect(throws: ExpressionError.self) { try ExpressionFixture.value(of: "date('\(text)', 'YYYY')") }
    }
}
