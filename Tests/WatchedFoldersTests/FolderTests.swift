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

/// Folders that tell nothing, too much, or are not there.
@Suite(.timeLimit(.minutes(4))) struct FolderTests {
    @Test("W13a: where no event is told, one look through the folder finds everything")
    func silent() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake(faults: Silence().faults()) { $0.rescan = TimeSpan(milliseconds: 200) }
        try await bench.watching(intake) {
            for index in 0..<100 { try bench.drop(Path("\(index).txt"), "\(index)") }
            await bench.processed(100)
        }
        #expect(Set(bench.effects.all.map(\.path)).count == 100)
        #expect(bench.effects.all.count == 100)
    }

    @Test("W14: an overflow is one line of the log and one look through everything, which loses nothing")
    func overflow() async throws {
        let bench = try await WatchBench()
        let silence = Silence()
        let intake = bench.intake(faults: silence.faults())
        try await bench.watching(intake) {
            for index in 0..<100 { try bench.drop(Path("\(index).txt"), "\(index)") }
            silence.continuation.yield([.overflowed])
            await bench.processed(100)
        }
        #expect(bench.effects.all.count == 100)
        #expect(intake.status().overflows == 1)
        #expect(bench.lines.all.count { $0.event == "watch-overflow" } == 1)
    }

    @Test(
        "W15: where folders cannot be watched any more, the log names the limit and how many there are, and all is found"
    )
    func watchLimit() async throws {
        let bench = try await WatchBench()
        for index in 0..<20 { try bench.drop(Path("\(index)/a.txt"), "\(index)") }
        let intake = bench.intake(faults: Silence().faults(addFailing: ENOSPC, after: 5)) {
            $0.isRecursive = true
            $0.rescan = TimeSpan(milliseconds: 100)
        }
        try await bench.watching(intake) {
            await bench.processed(20)
            try bench.drop("7/b.txt", "b")
            await bench.processed(21)
        }
        let line = bench.lines.all.first { $0.event == "watch-polling" }
        #expect(line?.message.contains("`fs.inotify.max_user_watches`") == true)
        #expect(line?.message.contains("5 folders are watched, 21 would have to be.") == true)
        #expect(bench.lines.all.count { $0.event == "watch-polling" } == 1)
        #expect(bench.effects.all.count == 21)
        let reason = intake.status().pollingReason
        #expect(reason?.contains("`fs.inotify.max_user_watches`") == true)
    }

    @Test("W33: a folder that is not there is told as missing, and taken from as soon as it is made")
    func missing() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake(path: "later/deep/{user}")
        let task = Task { try await intake.run() }
        await bench.line("watch-missing")
        #expect(intake.status().state == .missing)
        try bench.drop("../later/deep/u1/a.txt", "a")
        await bench.processed(1)
        #expect(intake.status().state == .watching)
        intake.stop()
        try await task.value
        #expect(bench.effects.all.map(\.inputs) == [["user": "u1"]])
    }

    @Test("a hidden folder, one whose name is no text, and a link, where a user's may be, are ignored with the reason")
    func strayFolders() async throws {
        let bench = try await WatchBench()
        let bytes = Path(bytes: [0xff, 0xfe])
        try bench.drop(".hid/docs/h.pdf", "h")
        try bench.drop(bytes.appending("docs/u.pdf"), "u")
        try bench.drop("jo/docs/j.pdf", "j")
        try bench.drop("jo/.private/docs/p.pdf", "p")
        let link = bench.inbox.appending("link")
        try systemCall("link") { link.withCString { symlink("jo", $0) } }
        let intake = bench.intake(path: "inbox/{user}/docs") { $0.isRecursive = true }
        let reasons = { (names: [Path]) in
            let ignored = intake.status().ignored
            return names.map { name in ignored.first { $0.path == bench.inbox.appending(name) }?.reason }
        }
        let noText = "its name is not UTF-8, and what stands for a name in braces is given to the pipeline as text"
        try await bench.watching(intake) {
            await bench.processed(1)
            #expect(
                reasons([".hid", bytes, "link"])
                    == ["a hidden name", noText, "a symbolic link to a folder, which is not looked into"])
            #expect(intake.status().ignoredCount == 3)
            // What comes while it is watched.
            try Files.createFolders(bench.inbox.appending(".later/docs"))
            await bench.line("watch-ignored", about: ".later")
            #expect(reasons([".later"]) == ["a hidden name"])
        }
        #expect(bench.effects.all.map(\.inputs) == [["user": "jo"]])
    }

    @Test("W34: a folder that files are moved to inside of the watched one starts nothing")
    func ownFolder() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake {
            $0.isRecursive = true
            $0.onSuccess = .move("done")
        }
        try await bench.watching(intake) {
            try bench.drop("sub/a.txt", "a")
            await bench.processed(1)
            #expect(bench.exists("done/sub/a.txt"))
            try bench.drop("done/thrown-in.txt", "x")
            intake.rescan()
            try bench.drop("b.txt", "b")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.path.name) == ["a.txt", "b.txt"])
    }

    @Test("W37: a second intake of the same watch is refused with the process that has it, until the first one ends")
    func twoProcesses() async throws {
        let bench = try await WatchBench()
        let second = bench.intake()
        try await bench.watching(bench.intake()) {
            let error = await #expect(throws: WatchTakenError.self) { try await second.run() }
            #expect(error?.process == getpid())
            #expect(
                error?.description
                    == "inbox of pipeline `test` is watched by another process (\(getpid())) already. End that one first, "
                    + "or leave the folder to it.")
        }
        try await bench.watching(bench.intake()) {
            try bench.drop("a.txt", "a")
            await bench.processed(1)
        }
    }

    @Test(
        "W37: a folder that another workspace watches is refused with the process; two watches of one workspace are not"
    )
    func twoWorkspaces() async throws {
        let (bench, other) = (try await WatchBench(), try await WatchBench())
        let foreign = other.intake(path: bench.inbox.description)
        try await bench.watching(bench.intake()) {
            let error = await #expect(throws: WatchTakenError.self) { try await foreign.run() }
            #expect(
                error?.description
                    == "\(bench.inbox) of pipeline `test` is in a folder that another workspace watches already "
                    + "(process \(getpid())), so that each file would be taken twice. End that one first, or watch another "
                    + "folder.")
            try await bench.watching(bench.intake(path: "inbox/{user}")) {
                try bench.drop("jo/a.txt", "a")
                await bench.processed(1)
            }
        }
        // Nothing is left of it.
        try await other.watching(other.intake(path: bench.inbox.description)) {
            try bench.drop("b.txt", "b")
            await other.processed(1)
        }
    }

    @Test("once: a folder that is not there is told as missing, and so is one that is no folder")
    func onceMissing() async throws {
        let bench = try await WatchBench()
        let tally = try await bench.intake(path: "inbx/{user}").runOnce()
        #expect(tally.missing == bench.folder.path.appending("inbx"))
        try bench.drop("file", "no folder")
        #expect(try await bench.intake(path: "inbox/file").runOnce().missing == bench.inbox.appending("file"))
        #expect(try await bench.intake(path: "inbox/{user}").runOnce().missing == nil)
    }

    @Test("once: takes what is there, leaves what stays open, and says how many")
    func once() async throws {
        let bench = try await WatchBench()
        try bench.drop("a.txt", "a")
        try bench.drop("b.txt", "b")
        bench.behave { request in request.file?.name == "b.txt" ? .reject : .succeed }
        let file = try bench.open("open.txt")
        try file.write([1])
        let tally = try await bench.intake { $0.patience = TimeSpan(milliseconds: 200) }.runOnce()
        #expect(tally.counts == [.succeeded: 1, .rejected: 1])
        #expect(tally.waiting == 1)
        #expect(bench.effects.all.map(\.path.name) == ["a.txt"])
        _ = file
    }
}
