/// What `H` stands for: a number that is made of the seed and the field, the same on every machine and for ever.
struct CronHash {
    private let value: UInt64

    /// FNV-1a over both, mixed so that the low bits depend on all of them (the finaliser of SplitMix64).
    init(seed: String, field: CronField) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in Array(seed.utf8) + [0] + Array(field.name.utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        value = hash ^ (hash >> 31)
    }

    /// From 0 to one less than `count`, which is positive.
    func choice(of count: Int) -> Int { Int(value % UInt64(count)) }
}
