import CompassTesting
import Diagnostics
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

@testable import WatchedFolders

/// Folders at the start, folders that are replaced, and long queues.
@Suite(.timeLimit(.minutes(4))) struct FolderVariantTests {
    @Test("that a folder is watched, or is not there, is told once, and what comes from then on is taken by its event")
    func armed() async throws {
        let bench = try await WatchBench()
        let told = Recorder<String>()
        let watched = bench.intake(armed: told)
        let missing = bench.intake(path: "later/{user}", armed: told)
        #expect(watched.status().state == .starting)
        let tasks = [watched, missing].map { intake in Task { try await intake.run() } }
        await told.wait { $0.count == 2 }
        #expect(watched.status().state == .watching)
        #expect(missing.status().state == .missing)
        try bench.drop("a.txt", "a")
        try bench.drop("../later/u1/b.txt", "b")
        await bench.processed(2)
        for intake in [watched, missing] { intake.stop() }
        for task in tasks { try await task.value }
        #expect(told.all.sorted() == ["inbox", "later/{user}"])
    }

    @Test("an intake that is stopped before it begins does not stay at its start")
    func armedStopped() async throws {
        let bench = try await WatchBench()
        let told = Recorder<String>()
        let intake = bench.intake(armed: told)
        intake.stop()
        try await intake.run()
        #expect(intake.status().state == .stopped)
        #expect(told.all.count == 1)
    }

    @Test("W33: a folder that is removed and made again is watched again, and nothing that was processed is so twice")
    func replaced() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake()
        try await bench.watching(intake) {
            try bench.drop("a.txt", "a")
            await bench.processed(1)
            let away = bench.folder.path.appending("away")
            try systemCall("rename") { bench.inbox.withCString { old in away.withCString { rename(old, $0) } } }
            await bench.line("watch-missing")
            try systemCall("rename") { away.withCString { old in bench.inbox.withCString { rename(old, $0) } } }
            await bench.line("watch-found")
            try bench.drop("b.txt", "b")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.path.name) == ["a.txt", "b.txt"])
    }

    @Test("W32: more files than may wait at a time are all taken, once, oldest first")
    func backlog() async throws {
        var state = try IntakeStateTests.state()
        let time = Timestamp.now()
        let now = ContinuousClock.now
        _ = state.proceed(at: now, time)
        var report = ScanReport(starts: nil, number: 1)
        report.isComplete = true
        report.omitted = 5
        report.found = [IntakeStateTests.found(1)]
        _ = state.scanned(report, FolderArming.Standing(), at: now, time)
        // Few enough wait now, so the rest is looked for at once.
        #expect(state.scans.isUnderway)
        #expect(state.status().waitingCount == 1)
    }

    @Test("once: while the world is broken it tries a few times, and ends with the files left for the next one")
    func onceBroken() async throws {
        let bench = try await WatchBench()
        try bench.drop("a.txt", "a")
        bench.behave { _ in .fail(.server) }
        let tally = try await bench.intake { $0.patience = TimeSpan(milliseconds: 200) }.runOnce()
        #expect(tally.counts == [.failed: 1])
        bench.behave { _ in .succeed }
        let next = try await bench.intake().runOnce()
        #expect(next.counts == [.succeeded: 1])
        #expect(bench.effects.all.count == 1)
    }
}
