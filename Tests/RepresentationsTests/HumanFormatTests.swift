import Platform
import Testing

@testable import Representations

@Suite struct HumanFormatTests {
    @Test(
        "sizes have decimal units and one digit behind the point",
        arguments: [
            (0, "0 B"), (1, "1 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_500_000, "1.5 MB"), (999_949, "999.9 kB"),
            (999_950, "1.0 MB"), (999_999, "1.0 MB"), (100_000_000, "100.0 MB"), (1_073_741_824, "1.1 GB"),
            (Int64.max, "9.2 EB"),
        ] as [(Int64, String)])
    func size(bytes: Int64, expected: String) {
        #expect(HumanFormat.size(bytes) == expected)
    }

    @Test(
        "durations have the unit that fits",
        arguments: [
            (0, "0.0 ms"), (0.04, "0.0 ms"), (0.25, "0.3 ms"), (12.44, "12.4 ms"), (999.94, "999.9 ms"),
            (999.96, "1.0 s"),
            (3_210, "3.2 s"), (59_940, "59.9 s"), (59_960, "1m 00s"), (65_000, "1m 05s"), (3_599_400, "59m 59s"),
            (3_599_600, "1h 00m"), (7_380_000, "2h 03m"), (360_000_000, "100h 00m"),
        ])
    func duration(milliseconds: Double, expected: String) {
        #expect(HumanFormat.duration(milliseconds: milliseconds) == expected)
    }

    @Test(
        "time left is never nothing",
        arguments: [(0, "1 s"), (0.2, "1 s"), (2.1, "3 s"), (59.5, "1m 00s"), (65, "1m 05s")])
    func timeLeft(seconds: Double, expected: String) {
        #expect(HumanFormat.timeLeft(seconds: seconds) == expected)
    }

    @Test("times are RFC 3339 in UTC to the second")
    func time() {
        #expect(HumanFormat.time(Timestamp(microseconds: 1_772_953_200_123_456)) == "2026-03-08T07:00:00Z")
        #expect(HumanFormat.documents(1, trashed: 0) == "1 document")
        #expect(HumanFormat.documents(2, trashed: 1) == "2 documents (1 in the trash)")
    }
}
