import Glibc

/// `make soak` sets COMPASS_SOAK, and COMPASS_SOAK_SEED to repeat a failure.
enum Soak {
    static var isLong: Bool { getenv("COMPASS_SOAK") != nil }
    static var seed: UInt64 { getenv("COMPASS_SOAK_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1 }
}
