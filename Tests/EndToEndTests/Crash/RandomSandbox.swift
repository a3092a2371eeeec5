import CompassTesting
import Platform
import Testing

/// One workspace whose processes are killed at random moments.
struct RandomSandbox {
    private let seed: UInt64
    private let crash: CrashSandbox
    private var generator: SeededRandom
    private var documents: [(script: CrashScript, path: Path)] = []
    private var steps: [String] = []
    private var tally = RandomKills.Tally()

    private static let documentsPerProcess = 2
    private static let processes = 2
    private static let roundsBeforeRest = 2

    /// A process that is to die.
    private struct Call: Sendable {
        let arguments: [Path]
        let milliseconds: Double
    }

    init(seed: UInt64) throws {
        self.seed = seed
        generator = SeededRandom(seed: seed)
        crash = try CrashSandbox()
    }

    mutating func run(kills: Int) async throws -> RandomKills.Tally {
        let longest = try await duration()
        var round = 0
        while tally.killed < kills {
            var calls: [Call] = []
            for _ in 0..<Self.processes { calls.append(try call(within: longest)) }
            try await start(calls)
            round += 1
            // Runs that six processes have died of are not even taken back any more, and these here are innocent.
            if round.isMultiple(of: Self.roundsBeforeRest) { try await resume() }
        }
        try await resume()
        try await runAgain()
        tally.problems += try await Audit.problems(of: crash, mayGiveUp: true)
        tally.documents += documents.count
        tally.audits += 1
        if !tally.problems.isEmpty { tally.problems += ["seed \(seed), workspace \(crash.name), steps:"] + steps }
        return tally
    }

    /// Most of what a process with one document takes that nobody kills, in milliseconds: those that die have two.
    private func duration() async throws -> Double {
        let start = ContinuousClock.now
        _ = try await crash.sandbox.compass("run", "rich", try crash.document(0))
        return (ContinuousClock.now - start) / .milliseconds(1) * 0.8
    }

    private mutating func call(within longest: Double) throws -> Call {
        let milliseconds = Double.random(in: 0...longest, using: &generator)
        if Int.random(in: 0..<4, using: &generator) == 0 {
            return Call(arguments: ["runs", "resume"], milliseconds: milliseconds)
        }
        let script = CrashScript.all[Int.random(in: 0..<CrashScript.all.count, using: &generator)]
        var arguments: [Path] = ["run", Path(script.name), "--json"]
        // These become versions of one document; one command gives one title to one file alone.
        let isOfSeries = Bool.random(using: &generator)
        if isOfSeries { arguments += ["-i", "title=A series"] }
        for _ in 0..<(isOfSeries ? 1 : Self.documentsPerProcess) {
            let path = try crash.document(documents.count + 1)
            documents.append((script, path))
            arguments.append(path)
        }
        return Call(arguments: arguments, milliseconds: milliseconds)
    }

    private mutating func start(_ calls: [Call]) async throws {
        for call in calls {
            steps.append(
                "  \(call.arguments.map(\.text).joined(separator: " ")) # killed after \(call.milliseconds) ms")
        }
        let crash = crash
        let outputs = try await withThrowingTaskGroup(of: Sandbox.Output.self) { group in
            for call in calls {
                group.addTask { try await crash.compass(call.arguments, dyingAfter: call.milliseconds) }
            }
            var outputs: [Sandbox.Output] = []
            for try await output in group { outputs.append(output) }
            return outputs
        }
        tally.started += outputs.count
        tally.killed += outputs.count { $0.status == 137 }
        for output in outputs where ![137, 0, 1, 3].contains(output.status) {
            tally.problems.append("a process ended so: \(output)")
        }
    }

    private mutating func resume() async throws {
        steps.append("  runs resume")
        let output = try await crash.sandbox.compass("runs", "resume")
        // 1 where a run died so often that it was given up.
        if ![0, 1, 3].contains(output.status) { tally.problems.append("`runs resume` ended so: \(output)") }
    }

    /// A process that is killed at once leaves nothing of its documents.
    private mutating func runAgain() async throws {
        let runs = try await crash.sandbox.compass("runs", "list", "--json", "--all").lines
        let recorded = Set(runs.compactMap { $0["file"]?.string })
        for (script, path) in documents where !recorded.contains(path.text) {
            let output = try await crash.sandbox.compass("run", Path(script.name), path)
            if output.status != script.status { tally.problems.append("a second `run` ended so: \(output)") }
        }
    }
}
