import Platform
import Testing

@testable import Representations

/// Comma-separated values for spreadsheets.
@Suite struct CSVTextTests {
    @Test(
        "a field is quoted where RFC 4180 wants it, and what looks like a formula becomes a text",
        arguments: [
            ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""),
            ("two\nlines", "\"two\nlines\""), ("two\r\nlines", "\"two\r\nlines\""), ("=1+1", "'=1+1"), ("+1", "'+1"),
            ("-1", "'-1"), ("@a", "'@a"), ("\tx", "'\tx"), ("=a,b", "\"'=a,b\""), ("a=b", "a=b"),
            ("\nx", "\"'\nx\""), ("\rx", "\"'\rx\""), ("\u{FF1D}1", "'\u{FF1D}1"), ("\u{FF20}a", "'\u{FF20}a"),
            (" =1", "' =1"),
            ("a;=1", "a;'=1"), ("a; -1", "a;' -1"), ("a;b", "a;b"), ("a;\"=1", "\"a;'\"\"=1\""),
            ("\"=1", "\"'\"\"=1\""),
            ("a;\u{301}", "a;\u{301}"), ("a;;@b;", "a;;'@b;"), ("two\n=1", "\"two\n'=1\""),
            ("two\r\n+1", "\"two\r\n'+1\""),
            ("\t=1", "'\t'=1"), ("2026-03-08", "2026-03-08"),
        ])
    func field(text: String, expected: String) {
        #expect(CSVText.field(text) == expected)
    }

    @Test("a line ends in CR LF, and values of a record become texts")
    func line() {
        #expect(CSVText.line(["a", "b c", ""]) == "a,b c,\r\n")
        let values: [Value] = [.null, .string("x"), .integer(3), .boolean(true), .list([.string("a"), .string("b")])]
        #expect(values.map(CSVText.field(of:)) == ["", "x", "3", "true", "a; b"])
    }
}
