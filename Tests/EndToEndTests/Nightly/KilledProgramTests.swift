import Platform
import Testing

/// Programs as stages that are killed; EngineTests have effects that are.
@Suite struct KilledProgramTests {
    private let base = ExecCommandTests()

    @Test("killed around its effect, a program is run again with the same key, unless it is known to be done")
    func killed() async throws {
        for (point, runs) in [("engine.intent-recorded", 1), ("engine.effect-done", 2)] {
            let sandbox = try base.sandbox()
            let killed = try await sandbox.compass(
                "run", "tell", "./-rf it's.csv", environment: ["COMPASS_FAILPOINT=\(point)"])
            #expect(killed.status == 137 || killed.status == -9 || killed.status == 9, "\(killed)")
            _ = try await sandbox.compass("runs", "resume")
            let lines = try base.log(sandbox)
            #expect(lines.count == runs, "\(point): \(lines)")
            #expect(Set(lines.map { $0.split(separator: "|")[0] }).count == 1)
            let ended = try await sandbox.list("runs", "list")
            #expect(ended.map { $0["status"] } == ["rejected"], "\(ended)")
        }
    }
}
