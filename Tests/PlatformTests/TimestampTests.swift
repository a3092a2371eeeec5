import CompassTesting
import Platform
import Testing

@Suite struct TimestampTests {
    @Test(
        "a time is written as RFC 3339 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (1_772_953_200_123_456, "2026-03-08T07:00:00.123Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (4_102_444_799_999_999, "2099-12-31T23:59:59.999Z"), (-2_203_891_200_000_000, "1900-03-01T00:00:00.000Z"),
        ])
    func written(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).description == text)
    }

    @Test("later times are later texts")
    func sorted() {
        var generator = SeededRandom(seed: 3)
        for _ in 0..<2_000 {
            let left = Timestamp(microseconds: Int64(generator.next() % 4_000_000_000_000_000))
            let right = Timestamp(microseconds: Int64(generator.next() % 4_000_000_000_000_000))
            if left.milliseconds != right.milliseconds {
                #expect((left < right) == (left.description < right.description))
            }
        }
    }

    @Test("a duration moves a time by that much")
    func advanced() {
        let time = Timestamp(microseconds: 10)
        #expect(time.advanced(by: .seconds(2)).microseconds == 2_000_010)
        #expect(time.advanced(by: .microseconds(-3)).microseconds == 7)
    }
}
