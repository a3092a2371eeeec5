import CompassTesting
import Platform
import Testing

@Suite struct ValueTests {
    @Test(
        "a value is written as compact JSON in the order of its keys",
        arguments: [
            (Value.null, "null"), (true, "true"), (-3, "-3"), (.number(12.4), "12.4"), (.number(2), "2"),
            (.number(.infinity), "null"), ("a\"b\\c\n\u{1}é\u{7F}", "\"a\\\"b\\\\c\\n\\u0001é\\u007f\""),
            ([1, "x", nil], "[1,\"x\",null]"), (["b": 1, "a": [:]], "{\"b\":1,\"a\":{}}"),
        ] as [(Value, String)])
    func written(value: Value, json: String) {
        #expect(value.json == json)
    }

    @Test("what is written is read back")
    func roundTrip() throws {
        var generator = SeededRandom(seed: 11)
        for _ in 0..<500 {
            let value = Self.random(&generator, depth: 4)
            #expect(try Value(json: value.json) == value)
        }
    }

    @Test(
        "text that is no JSON is refused, with the place",
        arguments: [
            ("", "a value is missing at byte 0"), ("{", "expected a key at byte 1"),
            ("nul", "expected `null` at byte 0"),
            ("[1,]", "expected a value at byte 3"), ("[1", "expected `,` or `]` at byte 2"),
            ("\"\u{1}\"", "a control character in a string at byte 1"), ("{\"a\":1", "expected `,` or `}` at byte 6"),
            ("{\"a\" 1}", "expected `:` at byte 5"), ("01", "a number starts with a needless 0 at byte 2"),
            ("1.", "expected a digit at byte 2"), ("-", "expected a value at byte 1"),
            ("1e", "expected a digit at byte 2"),
            ("1e999", "a number is too large at byte 5"), ("\"\\x\"", "no such escape at byte 3"),
            ("\"\\u12\"", "expected four hexadecimal digits at byte 5"), ("\"a", "a string is not closed at byte 2"),
            ("1 2", "something follows the value at byte 2"), ("// x", "expected a value at byte 0"),
            (String(repeating: "[", count: 513), "more than 512 levels at byte 512"),
        ])
    func refused(text: String, message: String) {
        let error = #expect(throws: JSONError.self) { try Value(json: text) }
        #expect(error?.description == "not valid JSON: " + message)
    }

    @Test(
        "JSON is read as RFC 8259 says",
        arguments: [
            (" [ 1 , 2.5 , -0 , 1e2 , 12345678901234567168 ] ", [1, 2.5, 0, 100.0, .number(12345678901234567168)]),
            ("\"\\u00e9\\ud83c\\udfa5\\/\\b\\f\\n\\r\\t\"", "é🎥/\u{8}\u{C}\n\r\t"),
            ("\"\\ud83c\"", "\u{FFFD}"), ("\"\\ud83c\\u0041\"", "\u{FFFD}A"), ("\"é🎥\"", "é🎥"),
            ("{\"b\":1,\"a\":[{}],\"b\":2}", ["b": 2, "a": [[:]]]), ("true", true), ("null", nil),
        ] as [(String, Value)])
    func read(text: String, value: Value) throws {
        let read = try Value(json: text)
        #expect(read == value)
        #expect(read.json == value.json)
    }

    @Test("damaged JSON never crashes")
    func fuzz() {
        let seed = Array("{\"a\":[1,2.5e3,\"x\\u00e9\\n\",true,null],\"b\":{\"c\":{}}}".utf8)
        var generator = SeededRandom(seed: 5)
        for _ in 0..<(Nightly.isOn ? 20_000 : 1_500) {
            var bytes = seed
            for _ in 0..<(1 + generator.next() % 4) {
                bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next() % 128)
            }
            if let value = try? Value(json: String(decoding: bytes, as: UTF8.self)) {
                #expect((try? Value(json: value.json))?.json == value.json)
            }
        }
    }

    @Test("a record keeps the order in which keys came, and setting nil removes")
    func record() {
        var record: Record = ["z": 1, "a": 2]
        record["m"] = 3
        record["z"] = nil
        record["a"] = 4
        #expect(record.keys == ["a", "m"])
        #expect(record["a"] == 4)
    }

    /// Keys are sorted, since reading sorts them.
    private static func random(_ generator: inout SeededRandom, depth: Int) -> Value {
        switch generator.next() % (depth > 0 ? 7 : 5) {
        case 0: return .null
        case 1: return .boolean(generator.next() % 2 == 0)
        case 2: return .integer(Int64(truncatingIfNeeded: generator.next() >> 12))
        case 3: return .number(Double(generator.next() % 1_000) + 0.5)
        case 4:
            return .string(
                String(
                    (0..<generator.next() % 6).compactMap { _ in Unicode.Scalar(UInt32(generator.next() % 0x500)) }
                        .map(Character.init)))
        case 5: return .list((0..<generator.next() % 4).map { _ in random(&generator, depth: depth - 1) })
        default:
            return .record(
                Record((0..<generator.next() % 4).map { ("k\($0)", random(&generator, depth: depth - 1)) }))
        }
    }
}
