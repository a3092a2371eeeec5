import Pipelines
import Platform
import Testing

@Suite struct ValueTypeTests {
    private static let record = ValueType.record([Field("a", .string), Field("b", .optional(.size))])

    @Test(
        "a type is described as in the documentation",
        arguments: [
            (ValueType.string, "string"), (.optional(.string), "string?"), (.list(.string), "list of string"),
            (.list(.optional(.string)), "list of string?"), (.optional(.list(.string)), "(list of string)?"),
            (record, "record"), (.secret(.string), "secret string"), (.secret(.optional(.string)), "secret string?"),
            (.map(MapType(of: .string, unset: .fails(""))), "map of string"), (.any, "any"), (.duration, "duration"),
        ])
    func description(type: ValueType, expected: String) {
        #expect(type.description == expected)
    }

    @Test("`orNull`, `nonNull` and `asSecret` do not nest")
    func forms() {
        #expect(ValueType.string.orNull.orNull == .optional(.string))
        #expect(ValueType.any.orNull == .any)
        #expect(ValueType.secret(.string).orNull == .secret(.optional(.string)))
        #expect(ValueType.secret(.optional(.string)).nonNull == .secret(.string))
        #expect(ValueType.string.asSecret.asSecret == .secret(.string))
        #expect(ValueType.secret(.string).revealed == .string)
        #expect(ValueType.list(.secret(.string)).isSecret && ValueType.record([Field("a", .secret(.size))]).isSecret)
        #expect(ValueType.secret(.optional(.string)).mayBeNull && !ValueType.any.mayBeNull)
    }

    @Test(
        "a value of one type may stand where the other is wanted",
        arguments: [
            (ValueType.integer, ValueType.number, true), (.number, .integer, false),
            (.string, .optional(.string), true),
            (.optional(.string), .string, false), (.null, .optional(.size), true), (.null, .string, false),
            (.size, .integer, false), (.integer, .size, false), (.size, .duration, false), (.size, .size, true),
            (.list(.integer), .list(.number), true), (.list(.number), .list(.integer), false),
            (.list(.any), .list(.string), true), (.any, .string, true), (.string, .any, true),
            (.optional(.string), .any, true),
            (.secret(.string), .string, false), (.string, .secret(.string), true),
            (.secret(.string), .secret(.string), true),
            (.secret(.string), .any, false), (.list(.secret(.string)), .any, false),
            (.integer, .optional(.number), true),
            (.optional(.integer), .optional(.number), true), (record, record, true),
            (.record([Field("a", .string)]), record, true), (.record([Field("b", .size)]), record, false),
            (record, .map(MapType(of: .any, unset: .fails(""))), true), (.null, .null, true),
            (.boolean, .string, false),
        ])
    func assignability(source: ValueType, target: ValueType, expected: Bool) {
        #expect(source.isAssignable(to: target) == expected)
    }

    @Test(
        "a type accepts its values",
        arguments: [
            (ValueType.string, Value.string("a"), true), (.string, 1, false), (.integer, 1, true),
            (.integer, 1.5, false),
            (.number, 1, true), (.number, 1.5, true), (.boolean, true, true), (.boolean, "true", false),
            (.size, 5, true),
            (.size, -1, false), (.size, "5B", false), (.duration, 5, true), (.duration, -5, false), (.null, nil, true),
            (.string, nil, false), (.optional(.string), nil, true), (.optional(.string), "a", true),
            (.optional(.string), 1, false), (.any, [1], true), (.list(.string), ["a", "b"], true),
            (.list(.string), ["a", 1], false), (.list(.string), "a", false), (record, ["a": "x"], true),
            (record, ["a": "x", "b": 5, "c": 1], true), (record, ["b": 5], false), (record, [1], false),
            (.secret(.string), "a", true), (.map(.env(known: [Field("N", .integer)])), ["A": "x", "N": 1], true),
            (.map(.env()), ["A": 1], false),
        ] as [(ValueType, Value, Bool)])
    func acceptance(type: ValueType, value: Value, expected: Bool) {
        #expect(type.accepts(value) == expected)
    }

    @Test(
        "a type has this JSON Schema",
        arguments: [
            (ValueType.string, #"{"type":"string"}"#),
            (.optional(.integer), #"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#),
            (.list(.boolean), #"{"type":"array","items":{"type":"boolean"}}"#), (.any, "{}"),
            (.secret(.number), #"{"type":"number"}"#),
            (.null, #"{"type":"null"}"#),
            (
                .record([Field("a", .string, "The A."), Field("b", .optional(.any))]),
                #"{"type":"object","properties":{"a":{"type":"string","description":"The A."},"b":{"anyOf":[{},{"type":"null"}]}},"#
                    + #""required":["a"],"additionalProperties":false}"#
            ),
            (.map(.env()), #"{"type":"object","additionalProperties":{"type":"string"}}"#),
            (
                .size,
                #"{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)|\\$\\{\\{.*\\}\\})$"}"#
            ),
            (.duration, #"{"type":"string","pattern":"^(([0-9]+(\\.[0-9]+)?(ms|s|m|h|d))+|\\$\\{\\{.*\\}\\})$"}"#),
        ])
    func schema(type: ValueType, expected: String) {
        #expect(type.jsonSchema.json == expected)
    }
}
