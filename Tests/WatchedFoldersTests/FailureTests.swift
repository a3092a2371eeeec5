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

/// What becomes of files whose runs do not succeed, and of files that cannot be moved.
@Suite(.timeLimit(.minutes(4))) struct FailureTests {
    @Test("W26, W28: a failure that may pass pauses the intake, and everything is done once it has passed")
    func transient() async throws {
        let bench = try await WatchBench()
        let isDown = Atomic(true)
        bench.behave { _ in isDown.load(ordering: .relaxed) ? .fail(.server) : .succeed }
        let intake = bench.intake(width: 2)
        try await bench.watching(intake) {
            for index in 0..<10 { try bench.drop(Path("\(index).txt"), "\(index)") }
            await bench.line("watch-paused")
            #expect(intake.status().state == .paused)
            #expect(intake.status().detail == "It is down.")
            #expect(intake.status().resumesAt != nil)
            await bench.launches.wait(for: 4)
            isDown.store(false, ordering: .relaxed)
            await bench.processed(10)
        }
        #expect(bench.effects.all.count == 10)
        #expect(Set(bench.effects.all.map(\.path)).count == 10)
        #expect(bench.effects.all.contains { $0.isRetry })
        #expect(intake.status().state == .stopped)
        #expect(try await bench.entries().allSatisfy { $0.state == .settled && $0.status == .succeeded })
    }

    @Test("W27: a file that is refused goes where the pipeline says, with the reason beside it, and is not tried again")
    func rejected() async throws {
        let bench = try await WatchBench()
        bench.behave { request in request.file?.name == "bad.txt" ? .reject : .succeed }
        let change: (inout WatchTrigger) -> Void = {
            $0.onRejected = .move("rejected")
            $0.onSuccess = .move("done")
        }
        try await bench.watching(bench.intake(change)) {
            try bench.drop("bad.txt", "bad")
            try bench.drop("good.txt", "good")
            await bench.processed(2)
        }
        #expect(bench.exists("rejected/bad.txt"))
        #expect(bench.exists("rejected/bad.txt.reason.json"))
        #expect(bench.exists("done/good.txt"))
        #expect(!bench.exists("bad.txt") && !bench.exists("good.txt"))
        #expect(try await bench.entries().isEmpty)
        let launched = bench.launches.all.count
        try await bench.watching(bench.intake(change)) {
            try bench.drop("third.txt", "third")
            await bench.processed(3)
        }
        #expect(bench.launches.all.count == launched + 1)
    }

    @Test("W27: a file that fails for good stays where it is by default, and is not tried again by a later start")
    func poison() async throws {
        let bench = try await WatchBench()
        bench.behave { request in request.file?.name == "bad.txt" ? .fail(.permanent) : .succeed }
        try await bench.watching(bench.intake()) {
            try bench.drop("bad.txt", "bad")
            await bench.processed(1)
        }
        for round in 0..<2 {
            try await bench.watching(bench.intake()) {
                try bench.drop(Path("good\(round).txt"), "good")
                await bench.processed(2 + round)
            }
        }
        #expect(bench.launches.all.map(\.name) == ["bad.txt", "good0.txt", "good1.txt"])
    }

    @Test("W29: a file that cannot be moved is processed once, shown as stuck, and moved when that is possible")
    func stuck() async throws {
        let bench = try await WatchBench()
        // A file where the folder would have to be.
        try bench.folder.write("done", [])
        let intake = bench.intake { $0.onSuccess = .move("../done") }
        try await bench.watching(intake) {
            try bench.drop("a.txt", "a")
            let line = await bench.line("watch-stuck", about: "a.txt")
            #expect(line != nil)
            #expect(intake.status().waiting.map(\.reason) == [.stuck])
            #expect(try await bench.entries().map(\.state) == [.ended])
            #expect(try await bench.entries().first?.note != nil)
            try Files.remove(bench.folder.path.appending("done"))
            await bench.lines.wait { $0.contains { $0.event == "watch-processed" && $0.message.hasSuffix(": moved") } }
        }
        #expect(bench.effects.all.count == 1)
        #expect(Files.exists(bench.folder.path.appending("done/a.txt")))
        #expect(try await bench.entries().isEmpty)
    }

    @Test("W30: while the ledger cannot be written the intake pauses visibly, begins nothing and loses nothing")
    func fullDisk() async throws {
        let bench = try await WatchBench()
        let isFull = Atomic(true)
        let ledger = FailingLedger(bench.store) { _ in isFull.load(ordering: .relaxed) }
        let intake = bench.intake(ledger: ledger)
        try await bench.watching(intake) {
            for index in 0..<5 { try bench.drop(Path("\(index).txt"), "\(index)") }
            await bench.line("watch-paused")
            #expect(intake.status().state == .paused)
            #expect(intake.status().detail == "The disk is full.")
            #expect(bench.launches.all.isEmpty)
            isFull.store(false, ordering: .relaxed)
            await bench.processed(5)
        }
        #expect(bench.effects.all.count == 5)
        #expect(Set(bench.effects.all.map(\.path)).count == 5)
    }

    @Test("W30: a run whose end the ledger could not take is not repeated, also when it was a retry")
    func unrecordedEnd() async throws {
        let bench = try await WatchBench()
        let failures = Recorder<Void>()
        let launches = bench.launches
        bench.behave { _ in launches.all.count == 1 ? .fail(.server) : .succeed }
        let ledger = FailingLedger(bench.store) { entries in
            guard entries.contains(where: { $0.state == .settled }), failures.all.count < 3 else { return false }
            failures.record(())
            return true
        }
        try await bench.watching(bench.intake(ledger: ledger)) {
            try bench.drop("a.txt", "a")
            await bench.processed(1)
        }
        #expect(failures.all.count == 3)
        #expect(bench.effects.all.count == 1)
        #expect(bench.effects.all.map(\.isRetry) == [true])
    }

    @Test("on-success: delete removes the file, and a new one of its name is a new run")
    func deleted() async throws {
        let bench = try await WatchBench()
        try await bench.watching(bench.intake { $0.onSuccess = .delete }) {
            try bench.drop("a.txt", "one")
            await bench.processed(1)
            #expect(!bench.exists("a.txt"))
            try bench.drop("a.txt", "one")
            await bench.processed(2)
        }
        #expect(bench.effects.all.count == 2)
        #expect(!bench.exists("a.txt"))
        #expect(try await bench.entries().isEmpty)
    }
}
