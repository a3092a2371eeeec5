import Platform

/// Many documents, two processes at a time on one workspace, each killed at a random moment, until so many have died.
struct RandomKills {
    /// What came of it.
    struct Tally {
        var started = 0
        var killed = 0
        var documents = 0
        var audits = 0
        var problems: [String] = []

        mutating func add(_ other: Tally) {
            started += other.started
            killed += other.killed
            documents += other.documents
            audits += other.audits
            problems += other.problems
        }
    }

    let seed: UInt64
    /// How many processes are to die; one that ends before its time counts as none.
    let kills: Int
    /// Called after each workspace.
    let progress: (Tally) -> Void
    /// Of one workspace.
    private static let killsPerGround = 24

    /// Ends with the first workspace that is not as it should be.
    func run() async throws -> Tally {
        var tally = Tally()
        var round: UInt64 = 0
        while tally.killed < kills, tally.problems.isEmpty {
            let wanted = min(Self.killsPerGround, kills - tally.killed)
            var crash = try RandomSandbox(seed: seed &+ round)
            tally.add(try await crash.run(kills: wanted))
            round += 1
            progress(tally)
        }
        return tally
    }
}
