/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed on every machine, so that a failure can be
/// repeated.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to `limit`, which is at least 1.
    public mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    /// True once in `count` times.
    public mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
}
