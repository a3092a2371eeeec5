import Glibc
import Platform
import Testing

/// Death at any moment. `make soak` sets COMPASS_SOAK to the number of kills, and COMPASS_SOAK_SEED to repeat a run.
@Suite struct RandomKillTests {
    private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }

    @Test("however many processes on a workspace are killed at random, nothing is lost and nothing happens twice")
    func randomKills() async throws {
        let soak = Self.number("COMPASS_SOAK")
        let seed = Self.number("COMPASS_SOAK_SEED") ?? UInt64.random(in: 0..<1_000_000)
        let tally = try await RandomKills(seed: seed, kills: soak.map { Int($0) } ?? 30).run()
        print(
            "crash: seed \(seed): \(tally.started) processes started, \(tally.killed) killed, \(tally.documents) documents, "
                + "\(tally.audits) audits, \(tally.problems.isEmpty ? "nothing lost, nothing doubled" : "FAILED")")
        #expect(tally.problems.isEmpty, "\(tally.problems.joined(separator: "\n"))")
    }
}
