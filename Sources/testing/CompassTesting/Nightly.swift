internal import Glibc

/// How much the tests do. `make test` keeps one of each kind; `make nightly` and `make soak` do all.
public enum Nightly {
    /// How many processes are to die at random moments; nil: this is `make test`. From COMPASS_NIGHTLY.
    public static let deaths: Int? = number("COMPASS_NIGHTLY").map { Int($0) }

    /// Whether this is more than `make test`.
    public static var isOn: Bool { deaths != nil }

    /// Where random input begins: from COMPASS_SEED, which `scripts/run-tests` chooses anew for each run and prints; else 1.
    public static let seed = number("COMPASS_SEED") ?? 1

    /// All of a range, or every thirteenth from one that the seed chooses.
    public static func sample(of range: Range<Int>) -> StrideTo<Int> {
        let step = isOn ? 1 : 13
        return stride(from: range.lowerBound + Int(seed % UInt64(step)), to: range.upperBound, by: step)
    }

    private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }
}
