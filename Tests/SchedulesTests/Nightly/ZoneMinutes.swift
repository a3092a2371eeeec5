/// What a zone's clocks show in every minute of a stretch of time, and of the days before it.
struct ZoneMinutes {
    /// So long before the stretch that a change of clocks shortly before it is seen.
    static let lead = 3

    let zone: ZoneDump
    /// The stretch, in seconds since 1970.
    let range: Range<Int>
    /// The minute of the first clock, since 1970.
    let first: Int
    /// Minutes of local time since 1970, as if they were in UTC.
    let clocks: [Int32]

    /// The first minute of the stretch.
    var shown: Int { range.lowerBound / 60 }

    /// The local days that the clocks may show.
    var days: Range<Int> { Self.days(range) }

    static func days(_ range: Range<Int>) -> Range<Int> {
        (range.lowerBound / 86_400 - lead - 2)..<(range.upperBound / 86_400 + 3)
    }

    /// - Parameter range: whole minutes. Every zone's offset was one of whole minutes in these years.
    init(_ zone: ZoneDump, _ range: Range<Int>) {
        self.zone = zone
        self.range = range
        first = range.lowerBound / 60 - Self.lead * 1_440
        var clocks: [Int32] = []
        clocks.reserveCapacity(range.upperBound / 60 - first)
        var stretch = zone.stretch(at: first * 60)
        var (offset, end) = (0, Int.min)
        for minute in first..<(range.upperBound / 60) {
            while minute >= end {
                if end != .min { stretch += 1 }
                offset = zone.offsets[stretch] / 60
                end = stretch + 1 < zone.starts.count ? zone.starts[stretch + 1] / 60 : .max
            }
            clocks.append(Int32(minute + offset))
        }
        self.clocks = clocks
    }

    /// The changes of clocks within the stretch.
    var changes: [Int] { zone.starts.filter(range.contains) }
}
