extension UInt64 {
    /// The lowest bit that is set, from `low` up.
    func bit(from low: Int) -> Int? {
        guard low < 64 else { return nil }
        let rest = self & (.max << UInt64(low))
        return rest == 0 ? nil : rest.trailingZeroBitCount
    }

    /// The highest bit that is set, from `high` down.
    func bit(upTo high: Int) -> Int? {
        guard high >= 0 else { return nil }
        let rest = self & (.max >> UInt64(63 - high))
        return rest == 0 ? nil : 63 - rest.leadingZeroBitCount
    }

    /// How many bits are set below `end`.
    func count(below end: Int) -> Int {
        end >= 64 ? nonzeroBitCount : (self & ((1 << UInt64(end)) - 1)).nonzeroBitCount
    }
}
