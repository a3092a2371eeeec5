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

/// Every file is one run, however it comes and whatever it is called.
@Suite(.timeLimit(.minutes(4))) struct TakingTests {
    @Test("W6: files that are renamed into the folder are each taken once")
    func renamedIn() async throws {
        let bench = try await WatchBench()
        let names = (0..<(Nightly.isOn ? 200 : 40)).map { "f\($0).txt" }
        for name in names { try bench.folder.write(Path("outside/\(name)"), Array(name.utf8)) }
        try await bench.watching(bench.intake(width: 8)) {
            for name in names { try bench.move(Path("../outside/\(name)"), Path(name)) }
            await bench.processed(names.count)
        }
        #expect(bench.effects.all.map(\.sha256).sorted() == names.map(bench.digest).sorted())
    }

    @Test("W7: a hard link to a file from elsewhere is taken once; a second name of it inside is no second file")
    func hardLinks() async throws {
        let bench = try await WatchBench()
        let outside = try bench.folder.write("outside/a.txt", Array("a".utf8))
        let intake = bench.intake()
        try await bench.watching(intake) {
            bench.link(outside, bench.inbox.appending("a.txt"))
            await bench.processed(1)
            bench.link(outside, bench.inbox.appending("b.txt"))
            await bench.line("watch-ignored", about: "b.txt")
        }
        #expect(bench.effects.all.map(\.path) == [bench.inbox.appending("a.txt")])
        #expect(intake.status().ignored.first?.reason == "another name of inbox/a.txt, which was taken")
    }

    @Test("W8: temporary names are ignored and shown as such, until the file has its own name")
    func temporaryNames() async throws {
        let bench = try await WatchBench()
        let names: [Path] = ["v.mp4.part", "v.crdownload", ".v.mp4.Ab12Cd", "~$x.docx", ".nfs0001", "v.filepart"]
        let intake = bench.intake()
        try await bench.watching(intake) {
            for name in names {
                try bench.drop(name, "x")
                await bench.line("watch-ignored", about: name)
            }
            #expect(Set(intake.status().ignored.map(\.path.name)) == Set(names))
            #expect(bench.effects.all.isEmpty)
            try bench.move("v.mp4.part", "v.txt")
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.path.name) == ["v.txt"])
    }

    @Test("W16: trees that are made, moved in and filled at once lose no file and double none")
    func folders() async throws {
        let bench = try await WatchBench()
        for index in 0..<10 { try bench.folder.write(Path("tree/\(index)/x.txt"), Array("t\(index)".utf8)) }
        try await bench.watching(bench.intake(width: 8) { $0.isRecursive = true }) {
            for index in 0..<20 { try bench.drop(Path("\(index)/b/c/x.txt"), "n\(index)") }
            try bench.move("../tree", "tree")
            await bench.processed(30)
        }
        let expected = (0..<20).map { "n\($0)" } + (0..<10).map { "t\($0)" }
        #expect(bench.effects.all.map(\.sha256).sorted() == expected.map(bench.digest).sorted())
    }

    @Test(
        "W17: a file that goes before it is taken is no run, and one that is renamed meanwhile is one by its new name")
    func renamedWhileWaiting() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake { $0.settle = TimeSpan(milliseconds: 400) }
        try await bench.watching(intake) {
            try bench.drop("gone.txt", "gone")
            try bench.drop("a.txt", "a")
            try bench.move("gone.txt", "../gone.txt")
            try bench.move("a.txt", "b.txt")
            await bench.processed(1)
            #expect(intake.status().waiting.isEmpty)
        }
        #expect(bench.effects.all.map(\.path.name) == ["b.txt"])
    }

    @Test(
        "W1, W22: a file that is opened and overwritten after it was found to be whole is not run before it is closed")
    func writtenAfterTheLook() async throws {
        let bench = try await WatchBench()
        let writer = Mutex<FileDescriptor?>(nil)
        let path = bench.inbox.appending("a.txt")
        bench.behave { _ in
            writer.withLock { writer in
                if writer != nil { return }
                writer = try? FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC)
                try? writer?.write(Array("half ".utf8))
            }
            return .succeed
        }
        let intake = bench.intake()
        try await bench.watching(intake) {
            // Moved there: whoever writes it there may be seen doing so, which would be a wait of its own.
            try bench.folder.write("outside.txt", Array("former".utf8))
            try bench.move("../outside.txt", "a.txt")
            await bench.line("watch-waiting", about: "a.txt")
            #expect(intake.status().waiting.map(\.reason) == [.openForWriting])
            try writer.withLock { writer in
                try writer?.write(Array("and whole".utf8))
            }
            bench.behave { _ in .succeed }
            writer.withLock { $0 = nil }
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: "half and whole")])
    }

    @Test("W34, W38: files in folders on the way to the watched ones are not taken, and shown with the reason")
    func onTheWay() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake(path: "inbox/{user}/in")
        try Files.createFolders(bench.inbox.appending("ann/in"))
        try bench.drop("before.txt", "before")
        try await bench.watching(intake) {
            try bench.drop("x.txt", "x")
            try bench.drop("ann/y.txt", "y")
            try bench.drop("ann/.hidden.txt", "hidden")
            for name in ["before.txt", "x.txt", "ann/y.txt"] as [Path] {
                let line = await bench.line("watch-ignored", about: name)
                #expect(line?.message.contains("it lies above the folders that are watched, inbox/{user}/in") == true)
            }
            try bench.drop("ann/in/z.txt", "z")
            await bench.processed(1)
            try bench.drop("ann/in/last.txt", "last")
            await bench.processed(2)
            #expect(Set(intake.status().ignored.map(\.path.name)) == ["before.txt", "x.txt", "y.txt"])
            try bench.move("ann/y.txt", "ann/in/y.txt")
            await bench.processed(3)
            #expect(Set(intake.status().ignored.map(\.path.name)) == ["before.txt", "x.txt"])
        }
        #expect(bench.effects.all.map(\.path.name) == ["z.txt", "last.txt", "y.txt"])
        #expect(bench.effects.all.allSatisfy { $0.inputs["user"] == "ann" })
    }

    @Test("W19: symbolic links, also those to nothing and in a circle, are shown as ignored and followed by nobody")
    func links() async throws {
        let bench = try await WatchBench()
        let outside = try bench.folder.write("outside.txt", Array("x".utf8))
        symlink(outside, bench.inbox.appending("file.txt"))
        symlink("nothing", bench.inbox.appending("dangling.txt"))
        symlink("circle.txt", bench.inbox.appending("circle.txt"))
        symlink(bench.inbox, bench.inbox.appending("loop"))
        let intake = bench.intake { $0.isRecursive = true }
        try await bench.watching(intake) {
            try bench.drop("real.txt", "real")
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.path.name) == ["real.txt"])
        #expect(intake.status().ignored.map(\.reason) == Array(repeating: "a symbolic link", count: 4))
    }

    @Test("W20: names of any bytes are each one file")
    func names() async throws {
        let bench = try await WatchBench()
        let names: [Path] = [
            "cafe\u{301}.txt", "caf\u{e9}.txt", Path(bytes: Array("caf".utf8) + [0xE9] + Array(".txt".utf8)),
            "a\nb.txt", "a\tb.txt", "-rf.txt", "$(id).txt", "\u{1F3C0}.txt",
            Path(String(repeating: "n", count: 251) + ".txt"),
        ]
        for (index, name) in names.enumerated() { try bench.drop(name, "\(index)") }
        try await bench.watching(bench.intake()) { await bench.processed(names.count) }
        #expect(Set(bench.effects.all.map(\.path.name)) == Set(names))
        #expect(bench.effects.all.count == names.count)
    }

    @Test("W21: new bytes under the same name are one more run; the same bytes written again are none")
    func sameName() async throws {
        let bench = try await WatchBench()
        try await bench.watching(bench.intake()) {
            try bench.drop("a.txt", "one")
            await bench.processed(1)
            try bench.drop("a.txt", "two")
            await bench.processed(2)
            try bench.drop("a.txt", "two")
            try bench.drop("last.txt", "last")
            await bench.processed(3)
        }
        #expect(bench.effects.all.map(\.sha256) == ["one", "two", "last"].map(bench.digest))
    }

    @Test("W22: a file that is overwritten while its run goes on is one more run with the new bytes")
    func overwritten() async throws {
        let bench = try await WatchBench()
        let door = Door()
        let first = Recorder<Void>()
        bench.behave { request in
            if first.all.isEmpty {
                first.record(())
                return .wait(door)
            }
            return .succeed
        }
        try await bench.watching(bench.intake { $0.onSuccess = .move("done") }) {
            try bench.drop("a.txt", "old")
            await bench.begun.wait(for: 1)
            try bench.drop("a.txt", "newer")
            door.open()
            await bench.line("watch-processed")
            await bench.lines.wait { $0.count { $0.event == "watch-processed" } >= 2 }
        }
        // The first run noticed that its file had changed under it.
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: "newer")])
        #expect(bench.exists("done/a.txt"))
        #expect(!bench.exists("a.txt"))
    }

    @Test("W23: touching, changing rights and reading a file before, while and after it is processed is no further run")
    func touched() async throws {
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.file?.name == "a.txt" ? .wait(door) : .succeed }
        try await bench.watching(bench.intake()) {
            let path = try bench.drop("a.txt", "a")
            await bench.launches.wait(for: 1)
            for _ in 0..<20 {
                _ = path.withCString { chmod($0, 0o600) }
                _ = try Files.read(path, limit: 10)
                _ = path.withCString { chmod($0, 0o644) }
            }
            door.open()
            await bench.processed(1)
            path.withCString { _ = utimensat(AT_FDCWD, $0, nil, 0) }
            try bench.drop("b.txt", "b")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.path.name) == ["a.txt", "b.txt"])
    }

    /// Has another program write 50 files whose times are in another order than their names. What this process writes, a
    /// program that another test starts at that moment has open as well until it is loaded: that closes it may be told
    /// when the folder is watched already, and a file that something happens to does not wait for the first look.
    private static func writeElsewhere(in folder: Path) async throws {
        try Files.createFolders(folder)
        let pool = WorkerPool(name: "writer", width: 1)
        let status = try await pool.run {
            try ChildProcess(
                "/bin/sh",
                [
                    "-c",
                    "for i in $(seq 0 49); do printf $i >$i.txt; touch -d @$((1000 + i * 37 % 50)) $i.txt; done",
                ], folder: folder, output: .null, errors: .null
            ).wait().status
        }
        try #require(status == 0)
    }

    @Test("W24: files that are there at the start pass the same gate, oldest first")
    func existing() async throws {
        let bench = try await WatchBench()
        try await Self.writeElsewhere(in: bench.inbox)
        let writer = Door()
        let file = try bench.open("open.txt")
        try file.write(Array("half".utf8))
        let intake = bench.intake(width: 1)
        try await bench.watching(intake) {
            await bench.processed(50)
            #expect(intake.status().waiting.map(\.reason) == [.openForWriting])
            writer.open()
        }
        let order = bench.effects.all.map(\.path.name.text)
        #expect(order.count == 50)
        #expect(order == (0..<50).sorted { ($0 * 37) % 50 < ($1 * 37) % 50 }.map { "\($0).txt" })
        _ = file
    }

    @Test("W38: what the path captures becomes inputs, and a processed file in another one's folder is a new file")
    func captures() async throws {
        let bench = try await WatchBench()
        try await bench.watching(bench.intake(path: "inbox/{user}/clips")) {
            try bench.drop("u1/clips/a.txt", "a")
            await bench.processed(1)
            try Files.createFolders(bench.inbox.appending("u2/clips"))
            try bench.move("u1/clips/a.txt", "u2/clips/a.txt")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.inputs) == [["user": "u1"], ["user": "u2"]])
    }

    @Test("W39: files that come while everything is busy are all taken, once, and nothing overflows")
    func burst() async throws {
        let count = Nightly.isOn ? 1_000 : 200
        let bench = try await WatchBench()
        let door = Door()
        bench.behave { request in request.file?.name == "first.txt" ? .wait(door) : .succeed }
        let intake = bench.intake(width: 1)
        try await bench.watching(intake) {
            try bench.drop("first.txt", "first")
            await bench.launches.wait(for: 1)
            for index in 0..<count { try bench.drop(Path("\(index).txt"), "\(index)") }
            door.open()
            await bench.processed(count + 1)
        }
        #expect(Set(bench.effects.all.map(\.sha256)).count == count + 1)
        #expect(bench.effects.all.count == count + 1)
        #expect(intake.status().overflows == 0)
    }

    private func symlink(_ target: Path, _ path: Path) {
        target.withCString { old in path.withCString { _ = Glibc.symlink(old, $0) } }
    }
}
