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

    /// All rows of a table whose rows are alike, or some: every `step`-th from one that the seed chooses, so that each has its turn.
    public static func some<Row>(_ rows: some Sequence<Row>, of step: Int = 3) -> [Row] {
        let rows = Array(rows)
        guard !isOn, !rows.isEmpty else { return rows }
        let step = min(step, rows.count)
        return stride(from: Int(seed % UInt64(step)), to: rows.count, by: step).map { rows[$0] }
    }

    private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }
}
