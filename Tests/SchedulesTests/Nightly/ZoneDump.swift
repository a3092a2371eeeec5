import CompassTesting
import Glibc
import Platform

/// A zone's offsets as the C library's zdump(8) tells them: what this package's own reading of tzdata is held against.
struct ZoneDump: Sendable {
    let name: String
    /// Seconds since 1970; the first one is long ago.
    private(set) var starts: [Int]
    private(set) var offsets: [Int]

    static let utc = ZoneDump(name: "UTC", starts: [.min / 2], offsets: [0])
    /// Has changed nothing since 1986, and so has no line in what `zdump` prints.
    static let kathmandu = ZoneDump(name: "Asia/Kathmandu", starts: [.min / 2], offsets: [20_700])

    func stretch(at second: Int) -> Int {
        var index = starts.count - 1
        while starts[index] > second { index -= 1 }
        return index
    }

    func offset(at second: Int) -> Int { offsets[stretch(at: second)] }

    /// Of the places in tzdata's table: all, or some.
    static func everywhere() throws -> [ZoneDump] { try everyPlace.get() }

    private static let everyPlace = Result {
        let all = try names()
        return try zones(Nightly.sample(of: 0..<all.count).map { all[$0] })
    }

    /// Every change of an offset from 1999 to 2041; zones that have none are left out.
    static func zones(_ names: [String]) throws -> [ZoneDump] {
        let child = try ChildProcess("/usr/bin/zdump", [Path("-V"), "-c", "1999,2042"] + names.map { Path($0) })
        let bytes = try child.output?.readToEnd(limit: 64_000_000) ?? []
        _ = try child.wait()
        var zones: [ZoneDump] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            // America/New_York  Sun Mar  8 06:59:59 2026 UT = Sun Mar  8 01:59:59 2026 EST isdst=0 gmtoff=-18000
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 16, let second = second(words[2...5]), let offset = Int(words[15].dropFirst(7)) else {
                throw SystemError("read zdump's line", on: String(line), code: EINVAL)
            }
            if zones.last?.name != words[0] {
                zones.append(ZoneDump(name: words[0], starts: [.min / 2], offsets: [offset]))
            }
            if zones[zones.count - 1].offsets.last != offset {
                zones[zones.count - 1].starts.append(second)
                zones[zones.count - 1].offsets.append(offset)
            }
        }
        return zones
    }

    /// "Mar", "8", "06:59:59", "2026", by timegm(3).
    private static func second(_ words: ArraySlice<String>) -> Int? {
        let words = Array(words)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = words[2].split(separator: ":").compactMap { Int32($0) }
        guard let month = months.firstIndex(of: words[0]), let day = Int32(words[1]), clock.count == 3,
            let year = Int32(words[3])
        else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1_900, Int32(month), day)
        (time.tm_hour, time.tm_min, time.tm_sec) = (clock[0], clock[1], clock[2])
        return timegm(&time)
    }

    /// The names in tzdata's table of places.
    private static func names() throws -> [String] {
        let text = String(decoding: try Files.read("/usr/share/zoneinfo/zone1970.tab", limit: 1_000_000), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.split(separator: "\t")[2]) }
    }
}
