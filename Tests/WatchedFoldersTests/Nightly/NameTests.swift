import CompassTesting
import Diagnostics
import Documents
import Engine
import FileIntake
import Glibc
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

@testable import WatchedFolders

/// Files that get other names, or further ones, at the worst moments.
@Suite(.timeLimit(.minutes(4))) struct NameTests {
    @Test(
        "W17: files that are renamed after they were taken and before their runs open them are taken by their new names"
    )
    func renamedBeforeTheRun() async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.file?.name.text.hasPrefix("old") ?? false ? .waitBefore(door) : .succeed }
        let intake = bench.intake(width: 8) { $0.onFailure = .move("failed") }
        try await bench.watching(intake) {
            for index in 0..<6 { try bench.drop(Path("old\(index).txt"), "\(index)") }
            await bench.launches.wait(for: 6)
            for index in 0..<6 { try bench.move(Path("old\(index).txt"), Path("new\(index).txt")) }
            door.open()
            await bench.processed(6)
        }
        #expect(bench.effects.all.map(\.path.name.text).sorted() == (0..<6).map { "new\($0).txt" })
        #expect(
            try await bench.store.runs(RunQuery(), limit: 100, after: nil).items.allSatisfy { $0.status == .succeeded })
    }

    @Test("W18: files whose folder is renamed before their runs open them are taken by their new paths")
    func folderRenamedBeforeTheRun() async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.file?.folder.name == "a" ? .waitBefore(door) : .succeed }
        try await bench.watching(bench.intake { $0.isRecursive = true }) {
            for index in 0..<3 { try bench.drop(Path("a/\(index).txt"), "\(index)") }
            await bench.launches.wait(for: 3)
            try bench.move("a", "b")
            door.open()
            await bench.processed(3)
        }
        let expected = (0..<3).map { bench.inbox.appending(Path("b/\($0).txt")) }
        #expect(Set(bench.effects.all.map(\.path)) == Set(expected))
        #expect(bench.effects.all.count == 3)
    }

    @Test("W38: a file that is moved to another one's folder before its run opens it runs for that one")
    func movedBeforeTheRun() async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.inputs["user"] == "u1" ? .waitBefore(door) : .succeed }
        try Files.createFolders(bench.inbox.appending("u2"))
        try await bench.watching(bench.intake(path: "inbox/{user}")) {
            try bench.drop("u1/a.txt", "a")
            await bench.launches.wait(for: 1)
            try bench.move("u1/a.txt", "u2/a.txt")
            door.open()
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.inputs) == [["user": "u2"]])
    }

    @Test(
        "W17: a file that is renamed at the end of its run, which no event has told yet, is moved or deleted all the same",
        arguments: [FileAction.move("done"), .delete])
    func renamedAtTheEnd(action: FileAction) async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { _ in .wait(door) }
        let intake = bench.intake(faults: Silence().faults()) {
            $0.onSuccess = action
            $0.rescan = TimeSpan(milliseconds: 3_600_000)
        }
        try bench.drop("a.txt", "a")
        try await bench.watching(intake) {
            await bench.begun.wait(for: 1)
            try bench.move("a.txt", "b.txt")
            door.open()
            await bench.processed(1)
        }
        #expect(bench.effects.all.count == 1)
        #expect(!bench.exists("a.txt") && !bench.exists("b.txt"))
        #expect(bench.exists("done/b.txt") == (action != .delete))
        #expect(try await bench.entries().isEmpty)
    }

    @Test("W17: a file that is moved to another one's folder at the end of its run stays there and runs for that one")
    func movedAtTheEnd() async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { _ in .wait(door) }
        try Files.createFolders(bench.inbox.appending("u2"))
        let intake = bench.intake(faults: Silence().faults(), path: "inbox/{user}") {
            $0.onSuccess = .move("done")
            $0.rescan = TimeSpan(milliseconds: 3_600_000)
        }
        try bench.drop("u1/a.txt", "a")
        try await bench.watching(intake) {
            await bench.begun.wait(for: 1)
            try bench.move("u1/a.txt", "u2/a.txt")
            door.open()
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.inputs) == [["user": "u1"], ["user": "u2"]])
        #expect(bench.exists("u2/done/a.txt"))
    }

    @Test("W38: a file that is moved to another one's folder while its run goes on stays there and runs for that one")
    func movedWithinTheRun() async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.inputs["user"] == "u1" ? .wait(door) : .succeed }
        try Files.createFolders(bench.inbox.appending("u2"))
        let intake = bench.intake(path: "inbox/{user}") { $0.onSuccess = .move("done") }
        try await bench.watching(intake) {
            try bench.drop("u1/a.txt", "a")
            await bench.begun.wait(for: 1)
            try bench.move("u1/a.txt", "u2/a.txt")
            // Told after the move.
            try bench.drop("u2/b.txt", "b")
            await bench.processed(1)
            door.open()
            await bench.begun.wait(for: 3)
            await bench.lines.wait { lines in
                lines.contains { $0.event == "watch-processed" && $0.message.hasPrefix("inbox/u2/a.txt") }
            }
        }
        #expect(bench.effects.all.map(\.inputs) == [["user": "u2"], ["user": "u1"], ["user": "u2"]])
        #expect(bench.exists("u2/done/a.txt"))
    }

    @Test(
        "W31: a file that is taken away at the end of its run is waited for no longer than two looks through the folder"
    )
    func takenAwayAtTheEnd() async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.file?.name == "a.txt" ? .wait(door) : .succeed }
        let intake = bench.intake { $0.onSuccess = .move("done") }
        try await bench.watching(intake) {
            try bench.drop("a.txt", "a")
            await bench.begun.wait(for: 1)
            try bench.move("a.txt", "../a.txt")
            door.open()
            try bench.drop("b.txt", "b")
            await bench.processed(1)
        }
        // Ends when no look is wanted any more.
        _ = try await bench.intake { $0.onSuccess = .move("done") }.runOnce()
        #expect(bench.effects.all.map(\.path.name) == ["a.txt", "b.txt"])
        #expect(try await bench.entries().isEmpty)
    }

    @Test(
        "W7: of two names the one that was taken is moved or deleted, and the other one is no second file",
        arguments: [FileAction.move("done"), .delete])
    func secondName(action: FileAction) async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.file?.name == "h1.txt" ? .wait(door) : .succeed }
        let intake = bench.intake { $0.onSuccess = action }
        try await bench.watching(intake) {
            let path = try bench.drop("h1.txt", "h")
            await bench.begun.wait(for: 1)
            bench.link(path, bench.inbox.appending("h2.txt"))
            try bench.drop("between.txt", "between")
            await bench.processed(1)
            door.open()
            await bench.processed(2)
            try bench.drop("after.txt", "after")
            await bench.processed(3)
        }
        try await bench.watching(bench.intake { $0.onSuccess = action }) {
            try bench.drop("last.txt", "last")
            await bench.processed(4)
        }
        #expect(bench.effects.all.map(\.path.name) == ["between.txt", "h1.txt", "after.txt", "last.txt"])
        #expect(!bench.exists("h1.txt") && bench.exists("h2.txt"))
        #expect(bench.exists("done/h1.txt") == (action != .delete))
    }

    @Test(
        "W7, W21: new contents of a file with two names are taken, whichever of them is seen first",
        arguments: ["a", "z"])
    func newContentsOfTwoNames(other: String) async throws {
        let bench = try await WatchBench()
        let path = bench.inbox.appending("m.txt")
        try await bench.watching(bench.intake()) {
            try bench.drop("m.txt", "first")
            await bench.processed(1)
        }
        bench.link(path, bench.inbox.appending(Path("\(other).txt")))
        try FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC).write(Array("second".utf8))
        try await bench.watching(bench.intake()) { await bench.processed(2) }
        #expect(bench.effects.all.map(\.sha256) == ["first", "second"].map(bench.digest))
    }

    @Test(
        "W22: a file that somebody has open for writing at the end of its run stays until that is over; what was written runs",
        arguments: [FileAction.move("done"), .delete])
    func openAtTheEnd(action: FileAction) async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { _ in .wait(door) }
        let intake = bench.intake { $0.onSuccess = action }
        try await bench.watching(intake) {
            // Under its name at once, so that nobody has it open for writing before its run.
            let path = bench.inbox.appending("a.txt")
            try bench.drop("../aside/a.txt", "first")
            try bench.move("../aside/a.txt", "a.txt")
            await bench.begun.wait(for: 1)
            let writer = Mutex<FileDescriptor?>(try FileDescriptor.open(path, flags: O_WRONLY))
            door.open()
            await bench.line("watch-waiting", about: "a.txt", for: "open-for-writing")
            #expect(intake.status().waiting.map(\.reason) == [.openForWriting])
            #expect(bench.exists("a.txt"))
            try writer.withLock { try $0?.write(Array("other".utf8)) }
            writer.withLock { $0 = nil }
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.sha256) == ["first", "other"].map(bench.digest))
        #expect(bench.exists("done/a.txt") == (action != .delete))
    }
}
