import CompassTesting
import Glibc
import Testing

/// Death at any moment.
@Suite struct RandomKillTests {
    @Test("however many processes on a workspace are killed at random, nothing is lost and nothing happens twice")
    func randomKills() async throws {
        let tally = try await RandomKills(
            seed: Nightly.seed, kills: Nightly.deaths ?? 6, progress: { if Nightly.isOn { Self.show($0) } }
        ).run()
        if !Nightly.isOn { Self.show(tally) }
        #expect(tally.problems.isEmpty, "\(tally.problems.joined(separator: "\n"))")
    }

    private static func show(_ tally: RandomKills.Tally) {
        print(
            "crash: seed \(Nightly.seed): \(tally.started) processes started, \(tally.killed) killed, "
                + "\(tally.documents) documents, \(tally.audits) audits: "
                + (tally.problems.isEmpty ? "nothing lost, nothing doubled" : "FAILED"))
        fflush(nil)
    }
}
