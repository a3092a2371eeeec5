internal import HTTPServer
internal import Testing

@Suite struct FormFieldsTests {
    private static func text(_ fields: FormFields) -> [String] { fields.fields.map { "\($0.name)=\($0.value)" } }

    @Test(
        "a form: its fields as the URL standard reads them",
        arguments: [
            ("", []), ("&", []), ("&&a=1&&", ["a=1"]), ("a=1&b=2&a=3", ["a=1", "b=2", "a=3"]),
            ("a", ["a="]), ("a=", ["a="]), ("=a", ["=a"]), ("=", ["="]), ("a=b=c", ["a=b=c"]),
            ("a+b=c+d", ["a b=c d"]), ("a%2Bb=%2b", ["a+b=+"]), ("a=%26%3D", ["a=&="]),
            ("a=%C3%A9%e2%82%ac", ["a=é€"]), ("a=é", ["a=é"]),
            // What is no escape stands for itself.
            ("a=100%", ["a=100%"]), ("a=%zz%4", ["a=%zz%4"]), ("a=%%41", ["a=%A"]), ("a=%2", ["a=%2"]),
            ("a=1;b=2", ["a=1;b=2"]), ("a=%0D%0A%00", ["a=\r\n\0"]), ("a=%EF%BB%BFx", ["a=\u{FEFF}x"]),
        ] as [(String, [String])])
    func fields(_ body: String, _ expected: [String]) throws {
        let fields = try FormFields(Array(body.utf8))
        #expect(Self.text(fields).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "bytes that are no UTF-8: refused, and it is said where",
        arguments: [
            ("a=1&b=%ff", "The value of the field `b` is not UTF-8."),
            ("a=%c3", "The value of the field `a` is not UTF-8."),
            ("a=%ed%a0%80", "The value of the field `a` is not UTF-8."),
            ("a=1&%80=2", "The name of field 2 of the form is not UTF-8."),
        ])
    func invalid(_ body: String, _ expected: String) {
        let error = #expect(throws: FormFieldsError.self) { try FormFields(Array(body.utf8)) }
        #expect(error?.description == expected)
        #expect(throws: FormFieldsError.invalidValue(of: "x")) { try FormFields(Array("x=".utf8) + [0xFF]) }
    }

    @Test("more fields than are allowed: refused; empty parts are none")
    func limit() throws {
        #expect(try FormFields(Array("a&b&&c&".utf8), atMost: 3).fields.count == 3)
        let error = #expect(throws: FormFieldsError.self) { try FormFields(Array("a&b&c&d".utf8), atMost: 3) }
        #expect(error?.description == "The form has more than 3 fields.")
        #expect(throws: FormFieldsError.tooManyFields(limit: 1_000)) {
            try FormFields([UInt8](repeating: UInt8(ascii: "&"), count: 5_000).flatMap { [$0, UInt8(ascii: "a")] })
        }
    }

    @Test("a name: its values in their order, and names that only look alike stay apart")
    func values() throws {
        let fields = try FormFields(Array("a=1&b=2&a=3&%C3%A9=4&e%CC%81=5".utf8))
        #expect(fields.values(of: "a") == ["1", "3"])
        #expect(fields["a"] == "1" && fields["c"] == nil)
        #expect(fields.values(of: "\u{E9}") == ["4"] && fields.values(of: "e\u{301}") == ["5"])
    }
}
