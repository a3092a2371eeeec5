internal import Platform

/// Compares what a test expects with what there is: of a record, only the keys that are expected count.
enum ValueComparison {
    /// Whether everything that is expected is there.
    static func holds(_ expected: Value, in actual: Value) -> Bool {
        switch (expected, actual) {
        case (.record(let expected), .record(let actual)):
            expected.allSatisfy { entry in
                actual[entry.key].map { holds(entry.value, in: $0) } ?? entry.value.isNull
            }
        case (.list(let expected), .list(let actual)):
            expected.count == actual.count && zip(expected, actual).allSatisfy { holds($0, in: $1) }
        case (.integer, .number), (.number, .integer): expected.number == actual.number
        default: expected == actual
        }
    }

    /// What is compared of a value: a record without the keys that are not expected, in the expected order.
    static func part(of actual: Value, like expected: Value) -> Value {
        switch (expected, actual) {
        case (.record(let expected), .record(let actual)):
            .record(
                Record(
                    expected.compactMap { entry in
                        actual[entry.key].map { (entry.key, part(of: $0, like: entry.value)) }
                    }))
        case (.list(let expected), .list(let actual)):
            .list(
                actual.enumerated().map { index, value in
                    index < expected.count ? part(of: value, like: expected[index]) : value
                })
        default: actual
        }
    }
}
