import Glibc
import Platform
import Testing

/// Death at any moment. `make soak` sets COMPASS_SOAK to the number of kills, and COMPASS_SOAK_SEED to repeat them.
@Suite struct RandomKillTests {
    /// Whether this is `make soak`.
    static var isLong: Bool { number("COMPASS_SOAK") != nil }

    private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }

    @Test("however many processes on a workspace are killed at random, nothing is lost and nothing happens twice")
    func randomKills() async throws {
        let seed = Self.number("COMPASS_SOAK_SEED") ?? UInt64.random(in: 0..<1_000_000)
        let kills = Self.number("COMPASS_SOAK").map { Int($0) } ?? 30
        let tally = try await RandomKills(
            seed: seed, kills: kills, progress: { if Self.isLong { Self.show($0, seed: seed) } }
        ).run()
        if !Self.isLong { Self.show(tally, seed: seed) }
        #expect(tally.problems.isEmpty, "\(tally.problems.joined(separator: "\n"))")
    }

    private static func show(_ tally: RandomKills.Tally, seed: UInt64) {
        print(
            "crash: seed \(seed): \(tally.started) processes started, \(tally.killed) killed, "
                + "\(tally.documents) documents, \(tally.audits) audits: "
                + (tally.problems.isEmpty ? "nothing lost, nothing doubled" : "FAILED"))
        fflush(nil)
    }
}
