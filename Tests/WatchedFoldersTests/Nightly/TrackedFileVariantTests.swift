import CompassTesting
import FileIntake
import Glibc
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// What happens to many files, and to missing ones.
@Suite struct TrackedFileVariantTests: TrackedFileSuite {
    typealias Kind = TrackedFile.Phase.Kind

    let rules: WatchRules

    init() throws { rules = try IntakeStateTests.state().rules }

    @Test("a missing file is forgotten by the first look that has to miss it; by the second if it is to be moved")
    func missed() throws {
        for state in [LedgerEntry.State.taken, .ended] {
            var file = try file(in: .missing)
            file.entry?.state = state
            let last: UInt32 = state == .ended ? 5 : 4
            for number in 3..<last {
                let actions = file.advance(.missed(number: number, isCertain: true), rules, at: Self.moment())
                #expect(actions.contains { if case .scan = $0 { true } else { false } })
            }
            let uncertain = file.advance(.missed(number: last, isCertain: false), rules, at: Self.moment())
            #expect(uncertain.isEmpty && file.phase.kind == .missing)
            let actions = file.advance(.missed(number: last, isCertain: true), rules, at: Self.moment())
            #expect(actions.contains { if case .removeEntry = $0 { true } else { false } })
            #expect(file.phase.kind == .done)
        }
    }

    @Test("the last try of a file that goes on failing comes when others have not: after eight, and three others")
    func lastTry() throws {
        var file = try file(in: .running)
        for failures in 1...10 {
            let entry = try #require(file.entry)
            let job = FileJob(kind: .retry, entry: entry, rules: rules, lookedAt: Self.now, isLastTry: false)
            let outcome = FileOutcome(.transient(entry, "down"))
            _ = file.advance(.ended(job, outcome), rules, at: Self.moment(completed: 1))
            let completed = failures == 9 ? 3 : 4
            let next = try Self.job(file.advance(.turn(isKnown: false), rules, at: Self.moment(completed: completed)))
            #expect(next.isLastTry == (failures >= 8 && completed == 4))
        }
    }

    @Test("whatever happens to many files, they are found by what they are", arguments: 1...8)
    func indices(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var files = TrackedFiles()
        let samples = try Kind.allCases.map { try file(in: $0) }
        for _ in 0..<200 {
            let number = Int.random(in: 1...12, using: &random)
            let found = IntakeStateTests.found(number)
            let sample = samples[Int.random(in: 0..<samples.count, using: &random)]
            var file = TrackedFile(found, at: Self.now, Self.time)
            (file.phase, file.entry) = (sample.phase, sample.entry)
            file.path = Path("/ws/inbox/\(Int.random(in: 1...6, using: &random))")
            if var entry = sample.entry {
                entry.path = file.path
                file.entry = entry
            }
            if let other = files.update(file), var displaced = files[other] {
                #expect(displaced.isCandidate && displaced.path == file.path && other != file.file)
                displaced.phase = .done
                _ = files.update(displaced)
            }
            let all = Array(files.all)
            for kind in Kind.allCases { #expect(files.count(kind) == all.count { $0.phase.kind == kind }) }
            for place in 1...6 {
                let path = Path("/ws/inbox/\(place)")
                let here = all.filter { $0.path == path }
                #expect(files.candidate(at: path) == here.first { $0.isCandidate }?.file)
                #expect(files.missing(at: path) == Set(here.filter { $0.phase.kind == .missing }.map(\.file)))
                #expect(files.isBusy(path) == here.contains { $0.phase.kind == .running })
            }
        }
    }
}
