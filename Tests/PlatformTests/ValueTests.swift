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
        var generator = SplitMix(seed: 11)
        for _ in 0..<500 {
            let value = Self.random(&generator, depth: 4)
            #expect(try Value(json: value.json) == value)
        }
    }

    @Test("text that is no JSON is refused", arguments: ["", "{", "nul", "[1", "\"\u{1}\"", "{\"a\":1"])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try Value(json: text) }
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
    private static func random(_ generator: inout SplitMix, depth: Int) -> Value {
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
