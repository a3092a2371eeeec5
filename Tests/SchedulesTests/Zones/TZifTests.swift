import CompassTesting
import Platform
import Testing

@testable import Schedules

@Suite struct TZifTests {
    /// A file of version 2, with times in its second block.
    private static func file(
        version: Character = "2", times: [Int64] = [], kinds: [UInt8] = [], offsets: [Int32] = [0], footer: String = "",
        leapSeconds: Int32 = 0
    ) -> [UInt8] {
        func big(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        func header(_ times: Int, _ types: Int, _ leaps: Int32, _ characters: Int32) -> [UInt8] {
            var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, leaps, Int32(times), Int32(types), characters] { bytes += big(count) }
            return bytes
        }
        var bytes = version == "\0" ? [] : header(0, 0, 0, 0)
        bytes += header(times.count, offsets.count, leapSeconds, 4)
        for time in times { bytes += version == "\0" ? big(Int32(time)) : big(time) }
        bytes += kinds
        for offset in offsets { bytes += big(offset) + [0, 0] }
        bytes += Array("XYZ\0".utf8)
        bytes += [UInt8](repeating: 0, count: Int(leapSeconds) * 12)
        return version == "\0" ? bytes : bytes + Array("\n\(footer)\n".utf8)
    }

    @Test("Versions 1 to 4 are read; without a rule the last offset goes on")
    func versions() throws {
        for version in "234" {
            let rules = try TZifReader.rules(
                in: Self.file(version: version, times: [-1, 1 << 40], kinds: [1, 0], offsets: [0, 3_600]))
            #expect(rules.starts.dropFirst() == [-1, 1 << 40])
            #expect(rules.offsets == [0, 3_600, 0])
        }
        let old = try TZifReader.rules(in: Self.file(version: "\0", times: [5], kinds: [1], offsets: [0, -60]))
        #expect(old.starts.dropFirst() == [5] && old.offsets == [0, -60])
    }

    @Test(
        "The rule of the last line goes on from the last time",
        arguments: [
            ("EST5EDT,M3.2.0,M11.1.0", "2030-03-10T07:00:00Z -14400, 2030-11-03T06:00:00Z -18000"),
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2030-04-06T15:00:00Z 37800, 2030-10-05T15:30:00Z 39600"),
            // Times of day before midnight and behind the day, from version 3 on.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T01:00:00Z -3600, 2030-10-27T01:00:00Z -7200"),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2030-03-29T00:00:00Z 10800, 2030-10-26T23:00:00Z 7200"),
            ("XXX0YYY,J60/0,J300/0:30:15", "2030-03-01T00:00:00Z 3600, 2030-10-26T23:30:15Z 0"),
            ("XXX0YYY,59/0,300", "2030-03-01T00:00:00Z 3600, 2030-10-28T01:00:00Z 0"),
            // Irish winter time is the exception there.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-03-31T01:00:00Z 3600, 2030-10-27T01:00:00Z 0"),
            // Summer time all the year: no change at all.
            ("XXX3EDT4,0/0,J365/23", ""),
            ("EST5", ""), ("", ""),
        ])
    func rules(footer: String, expected: String) throws {
        let rules = try TZifReader.rules(
            in: Self.file(version: "3", times: [0, 100], kinds: [1, 0], offsets: [-14_400, 60], footer: footer))
        let year = 1_893_456_000..<1_924_992_000
        let found = zip(rules.starts, rules.offsets).filter { year.contains($0.0) }
            .map { "\(TimeZone.utc.text(of: Timestamp(seconds: $0.0))) \($0.1)" }
        #expect(found.joined(separator: ", ") == expected)
    }

    @Test("A day of a rule is counted with or without 29 February")
    func leapYears() throws {
        for (footer, start) in [
            ("EST0EDT,J60/0,J300", "2032-03-01T00:00:00Z"), ("EST0EDT,J59/0,J300", "2032-02-28T00:00:00Z"),
            ("EST0EDT,59/0,300", "2032-02-29T00:00:00Z"), ("EST0EDT,60/0,300", "2032-03-01T00:00:00Z"),
        ] {
            let rules = try TZifReader.rules(in: Self.file(footer: footer))
            let changes = rules.starts.map { TimeZone.utc.text(of: Timestamp(seconds: max($0, 0))) }
            #expect(changes.contains(start), "\(footer)")
        }
    }

    @Test(
        "Rules that are none are refused",
        arguments: [
            "E5", "EST", "EST25", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
            "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J5", "EST5EDT,366,5", "EST5EDT,M3.2.0/168,M11.1.0",
            "EST5EDT,M3.2.0,M11.1.0,", "<ab", "<a b>5", "EST5:60", "EST5EDT,M3.2.0/1:2:3:4,M11.1.0", "EST99999",
        ])
    func noRules(footer: String) {
        let error = #expect(throws: TZifError.self) { try TZifReader.rules(in: Self.file(footer: footer)) }
        #expect(error?.reason == "its last line is no rule")
    }

    @Test("Files that are none are refused, each with its reason")
    func damaged() {
        func reason(_ bytes: [UInt8]) -> String? {
            #expect(throws: TZifError.self) { try TZifReader.rules(in: bytes) }?.reason
        }
        let whole = Self.file(times: [1, 2], kinds: [0, 1], offsets: [0, 60], footer: "EST5")
        #expect(reason([]) == "it is cut off")
        #expect(reason(Array("TZif".utf8)) == "it is cut off")
        #expect(reason(Array("not a zone file".utf8)) == "it is no TZif file")
        #expect(reason(Array(whole.dropLast())) == "its last line is missing")
        #expect(reason(Array(whole.dropLast(10))) == "it is cut off")
        #expect(reason(Self.file(times: [2, 1], kinds: [0, 0])) == "its times are not in order")
        #expect(reason(Self.file(times: [.min], kinds: [0])) == "its times are not in order")
        #expect(reason(Self.file(times: [1], kinds: [1])) == "a time is of no kind")
        #expect(reason(Self.file(offsets: [])) == "it has 0 kinds of local time")
        #expect(reason(Self.file(offsets: [.min])) == "it has an offset of -2147483648 s")
        #expect(reason(Self.file(leapSeconds: 1)) == "it counts leap seconds")
        var huge = whole
        huge.replaceSubrange(20..<24, with: [0x7F, 0xFF, 0xFF, 0xFF])
        #expect(reason(huge) == "it has a count of 2147483647")
        huge.replaceSubrange(20..<24, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(reason(huge) == "it has a count of -1")
    }

    @Test("A damaged file never crashes the reader nor what is computed from it", arguments: 0..<4 as Range<UInt64>)
    func fuzz(seed: UInt64) throws {
        var random = SeededRandom(seed: Nightly.seed &* 1_000 &+ seed)
        let whole = try Files.read("/usr/share/zoneinfo/Europe/Dublin", limit: 100_000)
        let expression = try CronExpression("30 2 * * *", seed: "")
        var readable = 0
        for _ in 0..<(Nightly.isOn ? 5_000 : 100) {
            var bytes = whole
            for _ in 0...random.below(4) {
                let index = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[index] ^= 1 << UInt8(random.below(8))
                case 2: bytes.removeSubrange(index..<min(bytes.count, index + 1 + random.below(20)))
                default: bytes[bytes.count - 1 - random.below(min(30, bytes.count))] = UInt8(32 + random.below(90))
                }
                if bytes.isEmpty { bytes = whole }
            }
            // Most are refused; that is one of the two right ends.
            guard let rules = try? TZifReader.rules(in: bytes) else { continue }
            readable += 1
            let zone = TimeZone(name: "x", rules: rules)
            var time = Timestamp(seconds: random.below(4_000_000_000) - 1_000_000_000)
            for cron in [expression, try CronExpression("*/40 * * * *", seed: "")] {
                let schedule = Schedule(cron, in: zone)
                for _ in 0..<5 {
                    guard let next = schedule.next(after: time) else { break }
                    try #require(next > time)
                    try #require(schedule.last(atOrBefore: next, after: time) == next)
                    time = next
                }
            }
            _ = zone.text(of: time)
            _ = zone.instants(of: zone.local(at: time))
        }
        #expect(readable > 0)
    }
}
