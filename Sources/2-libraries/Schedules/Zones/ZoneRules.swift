/// A zone's offsets over all times. Immutable; the values that were made from one reading share it.
final class ZoneRules: Sendable, Equatable {
    /// Before every time that a zone's data may speak of (RFC 9636).
    static let beginning = -(1 << 60)
    /// Behind every time that is asked for.
    static let end = 1 << 60
    /// Rules that go on for ever are worked out up to the end of this year; the last offset holds from there.
    static let lastYear = 2_501
    /// Offsets have to be smaller: a little more than a day (RFC 9636).
    static let largestOffset = 93_600

    /// Where stretches with one offset begin, in seconds since 1970, ascending; the first one at `beginning`.
    let starts: [Int]
    /// Of each stretch, in seconds east of Greenwich; different from the one before it.
    let offsets: [Int]

    static let utc = ZoneRules(first: 0, changes: [])

    /// - Parameter changes: ascending; those that change nothing are dropped.
    init(first: Int, changes: [(start: Int, offset: Int)]) {
        var starts = [Self.beginning]
        var offsets = [first]
        for change in changes where change.offset != offsets[offsets.count - 1] {
            starts.append(change.start)
            offsets.append(change.offset)
        }
        self.starts = starts
        self.offsets = offsets
    }

    static func == (left: ZoneRules, right: ZoneRules) -> Bool {
        left === right || (left.starts == right.starts && left.offsets == right.offsets)
    }

    /// The stretch that a second is in.
    func stretch(at second: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= second { low = middle } else { high = middle }
        }
        return low
    }

    /// The first second behind a stretch.
    func end(of stretch: Int) -> Int { stretch + 1 < starts.count ? starts[stretch + 1] : Self.end }

    /// The latest local time that any clock of the zone has shown up to a second. It never goes back.
    func latestLocal(at second: Int) -> Int {
        var stretch = stretch(at: second)
        var latest = second + offsets[stretch]
        // What is further back can be no later: offsets differ by less than this.
        while stretch > 0, starts[stretch] > second - 2 * Self.largestOffset {
            stretch -= 1
            latest = max(latest, starts[stretch + 1] - 1 + offsets[stretch])
        }
        return latest
    }

    /// The first second at which a clock shows this local time or a later one.
    func firstSecond(reaching local: Int) -> Int {
        var stretch = stretch(at: local - Self.largestOffset)
        while end(of: stretch) + offsets[stretch] <= local { stretch += 1 }
        return max(starts[stretch], local - offsets[stretch])
    }
}
