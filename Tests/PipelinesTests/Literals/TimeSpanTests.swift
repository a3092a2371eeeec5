import Pipelines
import Testing

@Suite struct TimeSpanTests {
    @Test(
        "a duration is read exactly",
        arguments: [
            ("0s", 0), ("500ms", 500), ("30s", 30_000), ("5m", 300_000), ("2h", 7_200_000), ("1d", 86_400_000),
            ("1h30m", 5_400_000), ("1d2h3m4s5ms", 93_784_005), ("1.5h", 5_400_000), ("0.5s", 500),
            ("90d", 7_776_000_000),
            ("10000000d", 864_000_000_000_000), ("864000000000000ms", 864_000_000_000_000), ("1m30.5s", 90_500),
        ] as [(String, Int64)])
    func read(text: String, milliseconds: Int64) throws {
        let span = try TimeSpan(text)
        #expect(span.milliseconds == milliseconds)
        #expect(span.duration == .milliseconds(milliseconds))
    }

    @Test(
        "what is no duration is refused with what to write",
        arguments: [
            ("30", "`30` has no unit", "write `30s` or `30m`"),
            ("", "a duration is missing", "write a number with a unit, such as `30s`"),
            ("-5m", "a duration cannot be negative", "write it without the minus: `5m`"),
            ("-1h30m", "a duration cannot be negative", "write it without the minus: `1h30m`"),
            ("-", "a duration cannot be negative", "write a number with a unit, such as `30s`"),
            ("soon", "`soon` is not a duration", "write a number with a unit, such as `30s`"),
            ("5min", "`min` is not a unit of duration", "units are ms s m h d"),
            ("5M", "`M` is not a unit of duration", "write `5m`"),
            ("2 h", "` h` is not a unit of duration", "write `2h`"),
            ("30m1h", "the units of `30m1h` do not go from long to short", "write it as `1h30m`"),
            ("1h1h", "the units of `1h1h` do not go from long to short", "write it as `1h30m`"),
            ("1h30", "`1h30` has no unit", "write a number with a unit, such as `30s`"),
            ("0.5ms", "the duration `0.5ms` is not a whole number of milliseconds", nil),
            ("106751991168d", "the duration `106751991168d` is too large", nil),
            ("10000001d", "the duration `10000001d` is too large", "at most `10000000d` can be meant"),
            ("106751991167d", "the duration `106751991167d` is too large", "at most `10000000d` can be meant"),
            (
                "106751991167d9223372036854775807ms", "the duration `106751991167d9223372036854775807ms` is too large",
                nil
            ),
        ])
    func refused(text: String, message: String, hint: String?) throws {
        let error = try #require(throws: LiteralError.self) { try TimeSpan(text) }
        #expect((error.message, error.hint) == (message, hint))
    }

    @Test(
        "a duration is printed in the shortest exact form",
        arguments: [
            (0, "0s"), (1, "1ms"), (1_000, "1s"), (1_500, "1500ms"), (90_000, "90s"), (5_400_000, "90m"),
            (86_400_000, "1d"),
            (129_600_000, "36h"),
        ] as [(Int64, String)])
    func printed(milliseconds: Int64, text: String) throws {
        #expect(TimeSpan(milliseconds: milliseconds).description == text)
        #expect(try TimeSpan(text).milliseconds == milliseconds)
    }
}
