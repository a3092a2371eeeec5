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

/// Rarer failures of runs and of the world.
@Suite(.timeLimit(.minutes(4))) struct FailureVariantTests {
    @Test("W28: while nothing succeeds only one file is tried at a time")
    func oneProbe() async throws {
        let bench = try await WatchBench()
        bench.behave { _ in .fail(.network) }
        try await bench.watching(bench.intake(width: 4)) {
            for index in 0..<10 { try bench.drop(Path("\(index).txt"), "\(index)") }
            await bench.line("watch-paused")
            // Those that were on their way when it paused have ended once others are tried.
            let before = bench.launches.all.count
            await bench.launches.wait(for: before + 5)
            _ = bench.maxRuns()
            await bench.launches.wait(for: before + 8)
            #expect(bench.maxRuns() == 1)
        }
        #expect(bench.effects.all.isEmpty)
    }

    @Test("W31: a file that vanishes while its run goes on is one failed run, and no more")
    func vanished() async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.file?.name == "a.txt" ? .wait(door) : .succeed }
        let intake = bench.intake { $0.onFailure = .move("failed") }
        try await bench.watching(intake) {
            let path = try bench.drop("a.txt", "a")
            await bench.begun.wait(for: 1)
            try Files.remove(path)
            door.open()
            await bench.processed(1)
            try bench.drop("b.txt", "b")
            await bench.processed(2)
            #expect(intake.status().waiting.isEmpty)
        }
        #expect(bench.launches.all.map(\.name) == ["a.txt", "b.txt"])
    }

    @Test("a run that noticed a change of its file is followed by one with what is there then")
    func noticedChange() async throws {
        let bench = try await WatchBench()
        let count = Atomic(0)
        bench.behave { _ in count.add(1, ordering: .relaxed).newValue == 1 ? .noticeChange : .succeed }
        try await bench.watching(bench.intake { $0.onRejected = .move("rejected") }) {
            try bench.drop("a.txt", "a")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: "a")])
        #expect(bench.exists("a.txt"))
    }
}
