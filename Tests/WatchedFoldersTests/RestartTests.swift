import CompassTesting
import Diagnostics
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

@testable import WatchedFolders

/// W25: wherever a process dies, the next one goes on, and every file is one effect.
@Suite(.timeLimit(.minutes(4))) struct RestartTests {
    private func restart(
        _ bench: WatchBench, after death: WatchBench.Behaviour,
        _ change: @escaping (inout WatchTrigger) -> Void = { _ in }
    ) async throws -> LedgerEntry {
        bench.behave { _ in death }
        // Ends by itself, since the run did not begin.
        let first = bench.intake(change)
        try bench.drop("a.txt", "a")
        try await first.run()
        let entry = try #require(try await bench.entries().first)
        #expect(entry.state == .taken)
        bench.behave { _ in .succeed }
        return entry
    }

    @Test("W25: a process that dies before the run begins leaves its id, with which the run begins once")
    func beforeBegin() async throws {
        let bench = try await WatchBench()
        let entry = try await restart(bench, after: .dieBefore)
        try await bench.watching(bench.intake()) { await bench.processed(1) }
        #expect(bench.effects.all.map(\.run) == [entry.run])
        #expect(try await bench.entries().map(\.state) == [.settled])
    }

    @Test("W25: a run that goes on when the process dies is waited for, and not begun a second time")
    func withinRun() async throws {
        let bench = try await WatchBench()
        let entry = try await restart(bench, after: .dieWithin)
        try await bench.watching(bench.intake()) {
            try await bench.carryOn(entry.run)
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.run) == [entry.run])
        #expect(bench.launches.all.count == 1)
    }

    @Test(
        "W17, W25: a run that nobody can resume, because its file was renamed meanwhile, gives way to one by the new name"
    )
    func renamedMeanwhile() async throws {
        let bench = try await WatchBench()
        let entry = try await restart(bench, after: .dieWithin)
        try bench.move("a.txt", "b.txt")
        var run = try #require(try await bench.store.run(entry.run)?.run)
        run.status = .failed
        run.error = RunFailure(stage: "", kind: "missing", message: "It does not exist.")
        run.finishedAt = .now()
        try await bench.store.commit([.runFinished(run)])
        // Its own line, and that of the new one.
        try await bench.watching(bench.intake()) { await bench.begun.wait(for: 2) }
        _ = try await bench.intake().runOnce()
        #expect(bench.effects.all.map(\.path.name) == ["b.txt"])
        #expect(try await bench.entries().map(\.path.name) == ["b.txt"])
    }

    @Test("W25: a run that has ended when the process dies is taken for what it came to, and its file is moved")
    func afterRun() async throws {
        let bench = try await WatchBench()
        let move: (inout WatchTrigger) -> Void = { $0.onSuccess = .move("done") }
        _ = try await restart(bench, after: .dieAfter, move)
        try await bench.watching(bench.intake(move)) { await bench.processed(1) }
        #expect(bench.effects.all.count == 1)
        #expect(bench.launches.all.count == 1)
        #expect(bench.exists("done/a.txt"))
        #expect(try await bench.entries().isEmpty)
    }

    @Test("W25: a file whose run has ended and that is not moved yet is moved to where it was to go")
    func beforeMove() async throws {
        let bench = try await WatchBench()
        try bench.folder.write("done", [])
        let move: (inout WatchTrigger) -> Void = { $0.onSuccess = .move("../done") }
        try await bench.watching(bench.intake(move)) {
            try bench.drop("a.txt", "a")
            await bench.line("watch-stuck", about: "a.txt")
        }
        #expect(try await bench.entries().map(\.state) == [.ended])
        try Files.remove(bench.folder.path.appending("done"))
        try await bench.watching(bench.intake(move)) {
            await bench.lines.wait { $0.contains { $0.event == "watch-processed" && $0.message.hasSuffix(": moved") } }
        }
        #expect(bench.effects.all.count == 1)
        #expect(Files.exists(bench.folder.path.appending("done/a.txt")))
    }

    @Test("W25: a move that was done and not recorded is found out, and the reason file is made")
    func afterMove() async throws {
        let bench = try await WatchBench()
        let move: (inout WatchTrigger) -> Void = { $0.onRejected = .move("rejected") }
        bench.behave { _ in .reject }
        let path = try bench.drop("a.txt", "a")
        try Files.createFolders(bench.inbox.appending("rejected"))
        let found = try #require(
            PathInspection.identify(
                path,
                try WatchRules(
                    WatchTrigger(path: "inbox"), of: bench.pipeline(WatchTrigger(path: "inbox")),
                    root: bench.folder.path)))
        try bench.move("a.txt", "rejected/a.txt")
        let watch = try await bench.store.register(pipeline: "test", path: "inbox")
        try await bench.store.put([
            LedgerEntry(
                watch: watch, file: found.file, path: path, size: 1, modified: found.mark.modified,
                changed: found.mark.changed, run: Identifier.run(), state: .ended, status: .rejected,
                target: bench.inbox.appending("rejected/a.txt"), takenAt: .now())
        ])
        try await bench.watching(bench.intake(move)) { await bench.processed(1) }
        #expect(bench.launches.all.isEmpty)
        #expect(bench.exists("rejected/a.txt.reason.json"))
        #expect(try await bench.entries().isEmpty)
    }

    @Test("W25: files that were taken in an earlier life and are unchanged are no runs in the next one")
    func settled() async throws {
        let bench = try await WatchBench()
        for index in 0..<20 { try bench.drop(Path("\(index).txt"), "\(index)") }
        try await bench.watching(bench.intake()) { await bench.processed(20) }
        try bench.drop("7.txt", "changed")
        try bench.move("8.txt", "renamed.txt")
        try await bench.watching(bench.intake()) {
            await bench.processed(21)
            try bench.drop("new.txt", "new")
            await bench.processed(22)
        }
        #expect(bench.effects.all.count == 22)
        #expect(bench.effects.all.suffix(2).map(\.path.name) == ["7.txt", "new.txt"])
    }

    @Test("W25: a file that is taken away while the process is away, before its run began, is forgotten")
    func takenAway() async throws {
        let bench = try await WatchBench()
        _ = try await restart(bench, after: .dieBefore)
        try Files.remove(bench.inbox.appending("a.txt"))
        try await bench.watching(bench.intake()) {
            try bench.drop("b.txt", "b")
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.path.name) == ["b.txt"])
    }

    @Test(
        "W25: random ends at every step over many files lose none and double none",
        arguments: Nightly.isOn ? [1, 2, 3] : [1])
    func randomEnds(seed: UInt64) async throws {
        let bench = try await WatchBench()
        var random = SeededRandom(seed: seed)
        let names = (0..<30).map { "\($0).txt" }
        for name in names { try bench.drop(Path(name), name) }
        for _ in 0..<(Nightly.isOn ? 25 : 8) {
            let fatal = Int.random(in: 0..<6, using: &random)
            let death: WatchBench.Behaviour =
                [.dieBefore, .dieWithin, .dieAfter][Int.random(in: 0..<3, using: &random)]
            let count = Atomic(0)
            bench.behave { _ in count.add(1, ordering: .relaxed).newValue == fatal + 1 ? death : .succeed }
            // It ends by itself when one dies.
            let intake = bench.intake(width: 2) { $0.onSuccess = .move("done") }
            let task = Task {
                // A death writes no line of its own, and without a further line nobody looks at the count again.
                defer { bench.lines.record(LogEntry(.debug, "test-ended", "The intake has ended", [])) }
                try await intake.run()
            }
            await bench.lines.wait { lines in
                count.load(ordering: .relaxed) > fatal || Self.processed(lines).count == names.count
            }
            intake.stop()
            try await task.value
            // What was left within its run is carried on by recovery.
            for entry in try await bench.entries() { try await bench.carryOn(entry.run) }
        }
        bench.behave { _ in .succeed }
        try await bench.watching(bench.intake { $0.onSuccess = .move("done") }) {
            await bench.lines.wait { Self.processed($0).count == names.count }
        }
        #expect(bench.effects.all.map(\.sha256).sorted() == names.map(bench.digest).sorted())
    }

    private static func processed(_ lines: [LogEntry]) -> Set<String> {
        Set(
            lines.filter { $0.event == "watch-processed" }.compactMap { line in
                line.fields.first { $0.name == "file" }?.value
            })
    }
}
