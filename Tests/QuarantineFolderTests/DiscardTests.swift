import CompassTesting
import Documents
import Glibc
import Pipelines
import Platform
import QuarantineFolder
import Testing

@Suite struct DiscardTests {
    @Test("what is kept is removed with its folder, and a second time is no error", arguments: [10, 0] as [Int64])
    func discarded(copyUpTo: Int64) async throws {
        let test = try TestQuarantine(copyUpTo: copyUpTo)
        let file = try test.open("clip.mp4", [1])
        let kept = await test.quarantine.keep(file, for: "01RUN")
        let other = await test.quarantine.keep(file, for: "02RUN")
        try await test.quarantine.discard(kept)
        try await test.quarantine.discard(kept)
        #expect(try test.files() == ["02RUN/clip.mp4"])
        #expect(try TestQuarantine.read(other.path) == [1])
        #expect(try TestQuarantine.read(file.path) == [1], "the original stays")
    }

    @Test(
        "a reference, and a file that lies elsewhere, stay",
        arguments: [KeptFile.Way.reference, .moved, .copy, .link])
    func outside(way: KeptFile.Way) async throws {
        let test = try TestQuarantine()
        _ = await test.quarantine.keep(try test.open("other", [2]), for: "01RUN")
        let path = try test.folder.write("rejected/01RUN/clip.mp4", [1])
        try await test.quarantine.discard(KeptFile(way, path: path))
        #expect(Files.exists(path))
        #expect(try test.files() == ["01RUN/other"])
    }

    @Test("a reference to a file in quarantine stays")
    func referenceInside() async throws {
        let test = try TestQuarantine()
        let kept = await test.quarantine.keep(try test.open("clip.mp4", [1]), for: "01RUN")
        try await test.quarantine.discard(KeptFile(.reference, path: kept.path))
        #expect(try test.files() == ["01RUN/clip.mp4"])
    }

    @Test("without a quarantine folder there is nothing to discard, and none is made")
    func nothing() async throws {
        let test = try TestQuarantine()
        try await test.quarantine.discard(KeptFile(.copy, path: test.root.appending("01RUN/x")))
        #expect(try await test.quarantine.removeOrphans { _ in false } == 0)
        #expect(!Files.exists(test.root))
    }

    @Test("a link in place of an entry's folder does not lead to what it points at")
    func symbolicLink() async throws {
        let test = try TestQuarantine()
        let precious = try test.folder.write("outside/clip.mp4", [1])
        _ = await test.quarantine.keep(try test.open("a", [1]), for: "02RUN")
        let link = test.root.appending("01RUN")
        #expect(precious.folder.withCString { to in link.withCString { symlink(to, $0) } } == 0)
        let error = await #expect(throws: SystemError.self) {
            try await test.quarantine.discard(KeptFile(.copy, path: link.appending("clip.mp4")))
        }
        #expect(error?.code == ELOOP)
        #expect(try TestQuarantine.read(precious) == [1])
    }

    @Test("a path that climbs out of the folder is nobody's")
    func climbing() async throws {
        let test = try TestQuarantine()
        let precious = try test.folder.write("clip.mp4", [1])
        _ = await test.quarantine.keep(try test.open("a", [1]), for: "01RUN")
        try await test.quarantine.discard(KeptFile(.copy, path: test.root.appending("../clip.mp4")))
        try await test.quarantine.discard(KeptFile(.copy, path: test.root.appending("01RUN/../../clip.mp4")))
        #expect(Files.exists(precious))
        #expect(try test.files() == ["01RUN/a"])
    }

    @Test("a sweep removes the folders that nobody needs, unfinished ones among them, and nothing else")
    func sweep() async throws {
        let test = try TestQuarantine()
        let file = try test.open("clip.mp4", [1])
        for id in ["01HELD", "02ORPHAN", "03RUNNING"] { _ = await test.quarantine.keep(file, for: id) }
        try test.folder.write("quarantine/04HALF/.01-02.tmp", [1])
        try test.folder.write("quarantine/notes from mother/list.txt", [1])
        var asked: [String] = []
        let removed = try await test.quarantine.removeOrphans {
            asked.append($0)
            return ["01HELD", "03RUNNING"].contains($0)
        }
        #expect(removed == 2)
        #expect(asked == ["01HELD", "02ORPHAN", "03RUNNING", "04HALF"])
        #expect(
            try test.files() == ["01HELD/clip.mp4", "03RUNNING/clip.mp4", "notes from mother/list.txt"])
    }

    @Test("the bytes are found in a workspace that was moved, and are discarded there")
    func moved() async throws {
        let test = try TestQuarantine()
        let kept = await test.quarantine.keep(try test.open("clip.mp4", [1]), for: "01RUN")
        let elsewhere = test.folder.path.appending("moved")
        #expect(test.root.withCString { from in elsewhere.withCString { rename(from, $0) } } == 0)
        let quarantine = QuarantineFolder(elsewhere, copyUpTo: 10)
        #expect(quarantine.location(of: kept) == elsewhere.appending("01RUN/clip.mp4"))
        try await quarantine.discard(kept)
        #expect(try Files.list(elsewhere) == [])
        #expect(quarantine.location(of: kept) == kept.path)
    }
}
