import Platform
import Testing

@testable import Trials

/// What counts as expected.
@Suite struct ValueComparisonTests {
    @Test(
        "a record has what is expected of it, a list is the same, numbers are numbers",
        arguments: [
            (["a": 1], ["a": 1, "b": 2], true), (["a": 1], ["b": 2], false), (["a": .null], ["b": 2], true),
            ([["a": 1]], [["a": 1, "b": 2]], true), ([1], [1, 2], false), (1, .number(1), true),
            ("1", 1, false), (.null, .null, true),
        ] as [(Value, Value, Bool)])
    func holds(expected: Value, actual: Value, holds: Bool) {
        #expect(ValueComparison.holds(expected, in: actual) == holds)
    }

    @Test("a comparison shows the expected keys in the expected order")
    func part() {
        let part = ValueComparison.part(
            of: ["x": 1, "b": 2, "a": ["c": 1, "d": 2]], like: ["a": ["d": 3], "b": 4, "e": 5])
        #expect(part == ["a": ["d": 2], "b": 2])
        #expect(part.json == #"{"a":{"d":2},"b":2}"#)
    }
}
