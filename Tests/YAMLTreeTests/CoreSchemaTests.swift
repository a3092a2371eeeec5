import Platform
import Testing
import YAMLTree

@Suite struct CoreSchemaTests {
    @Test(
        "plain scalars mean what the core schema says",
        arguments: [
            ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null), ("nUll", "nUll"), ("true", true),
            ("True", true),
            ("TRUE", true), ("false", false), ("False", false), ("FALSE", false), ("tRue", "tRue"), ("yes", "yes"),
            ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"), ("0", 0), ("-0", 0), ("007", 7), ("+5", 5),
            ("-19", -19),
            ("0o17", 15), ("0x1F", 31), ("0xfe", 254), ("0o8", "0o8"), ("0x", "0x"), ("0o", "0o"), ("0xg", "0xg"),
            ("-0x1", "-0x1"),
            ("0x-1", "0x-1"), ("0X1", "0X1"), ("0b1", "0b1"), ("1_000", "1_000"), ("12:30", "12:30"),
            ("2026-01-01", "2026-01-01"),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("0xFFFFFFFFFFFFFFFF", .number(18_446_744_073_709_551_616)),
            ("1.", 1.0), (".5", 0.5), ("-.5", -0.5), ("+1.5", 1.5), ("1e3", 1_000.0), ("1.e-3", 0.001),
            ("1E+3", 1_000.0), ("12e03", 12_000.0),
            ("00.10", 0.1), (".", "."), ("1e", "1e"), ("e3", "e3"), ("1.2.3", "1.2.3"), ("1e3.0", "1e3.0"),
            (".e1", ".e1"), ("+", "+"),
            (".inf", .number(.infinity)), ("-.Inf", .number(-.infinity)), ("+.INF", .number(.infinity)), ("inf", "inf"),
            (".iNf", ".iNf"), ("-.nan", "-.nan"), ("１", "１"), ("'1'", "1"), ("\"true\"", "true"), ("'~'", "~"),
            ("|-\n 1", "1"),
            (">-\n true", "true"),
        ] as [(String, Value)])
    func resolved(text: String, expected: Value) {
        #expect(Reading("k: " + text).root?["k"]?.resolved == expected)
    }

    @Test("not a number is a number", arguments: [".nan", ".NaN", ".NAN"])
    func notANumber(text: String) {
        #expect(Reading(text).root?.resolved.number?.isNaN == true)
    }

    @Test(
        "tags decide what a scalar means",
        arguments: [
            ("!!str 1", "1"), ("!!str", ""), ("! 1", "1"), ("!!int \"3\"", 3), ("!!int 0x10", 16),
            ("!!float 1", .number(1)),
            ("!!float '.5'", 0.5), ("!!bool 'true'", true), ("!!null ''", .null), ("!!seq [1]", [1]),
            ("!!map {a: 1}", ["a": 1]),
            ("! [1]", [1]), ("!<tag:yaml.org,2002:str> 1", "1"),
        ] as [(String, Value)])
    func tags(text: String, expected: Value) {
        let reading = Reading("k: " + text)
        #expect(reading.rendered == "")
        #expect(reading.root?["k"]?.value == expected)
    }
}
