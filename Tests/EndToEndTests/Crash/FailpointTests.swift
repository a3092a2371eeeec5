import CompassTesting
import Platform
import Testing

/// Death at every place where something has just been, or is about to be, written. `make test` has one place of every third
/// name, of which the seed chooses the first.
@Suite struct FailpointTests {
    private static let width = 3

    /// A place that a script passes.
    private struct Place {
        let script: CrashScript
        /// From 1.
        let number: Int
        let name: String
        /// The place of the run at which it died before it was carried on; nil: the place is one of the run itself.
        var middle: Int?
    }

    /// All of them, or one of every third name by chance.
    private static func chosen(_ places: [Place]) -> [Place] {
        if Nightly.isOn { return places }
        var random = SeededRandom(seed: Nightly.seed)
        let names = Dictionary(grouping: places.shuffled(using: &random), by: \.name)
        let first = Int(Nightly.seed % 3)
        return names.sorted { $0.key < $1.key }.enumerated().filter { $0.offset % 3 == first }
            .compactMap(\.element.value.first)
    }

    @Test("killed at any boundary, a run is carried on and every effect is there once")
    func everyBoundary() async throws {
        var places: [Place] = []
        for script in CrashScript.all {
            let crash = try CrashSandbox()
            let names = try await crash.trace(["run", Path(script.name), try crash.document(0)])
            #expect(names.count > 20, "\(names)")
            #expect(try await Audit.problems(of: crash) == [])
            places += names.enumerated().map { Place(script: script, number: $0 + 1, name: $1) }
        }
        try await Self.kill(Self.chosen(places), of: places.count)
    }

    @Test("killed at any boundary of carrying on, a run is carried on again")
    func everyBoundaryOfResume() async throws {
        var places: [Place] = []
        for script in CrashScript.all {
            let crash = try CrashSandbox()
            let names = try await crash.trace(["run", Path(script.name), try crash.document(0)])
            // Somewhere in the middle, so that much is recorded and much is left.
            let middle = try #require(names.firstIndex(of: "engine.effect-done")) + 1
            var round = KillRound(crash, script, try crash.document(1))
            try await round.run(dyingAt: middle)
            let rest = try await crash.trace(["runs", "resume"])
            #expect(rest.count > 10, "\(rest)")
            places += rest.enumerated().map { Place(script: script, number: $0 + 1, name: $1, middle: middle) }
        }
        try await Self.kill(Self.chosen(places), of: places.count)
    }

    private static func kill(_ places: [Place], of count: Int) async throws {
        print("crash: killed at \(places.count) of \(count) places")
        let reports = try await each(0...(places.count - 1)) { index in
            let place = places[index]
            let crash = try CrashSandbox()
            var round = KillRound(crash, place.script, try crash.document(1))
            try await round.run(dyingAt: place.middle ?? place.number)
            if place.middle != nil { try await round.resume(dyingAt: place.number) }
            try await round.finish()
            try await round.audit()
            return round.report.map { "killed at \(place.number) (\(place.name)): \($0)" }
        }
        for report in reports { Issue.record("\(report)") }
    }

    /// Several at a time, since each waits for the disk most of its time.
    static func each(
        _ numbers: ClosedRange<Int>, _ body: @escaping @Sendable (Int) async throws -> String?
    ) async throws -> [String] {
        try await withThrowingTaskGroup(of: String?.self) { group in
            var next = numbers.lowerBound
            var reports: [String] = []
            func start() {
                guard next <= numbers.upperBound else { return }
                group.addTask { [next] in try await body(next) }
                next += 1
            }
            for _ in 0..<width { start() }
            while let report = try await group.next() {
                if let report { reports.append(report) }
                start()
            }
            return reports
        }
    }
}
