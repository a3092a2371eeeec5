import CompassTesting
import Documents
import Glibc
import Pipelines
import Platform
import QuarantineFolder
import Testing

@Suite struct KeepTests {
    private static let names: [Path] = [
        "clip.mp4", "-rf", ".hidden", "a b\nc.pdf", "ü.pdf", "u\u{308}.pdf", "...", "x.tmp",
        Path(bytes: [0xFF, 0xFE, 0x20, 0x2E, 0x70, 0x64, 0x66]),
        Path(bytes: [UInt8](repeating: UInt8(ascii: "n"), count: 255)),
    ]

    @Test("a small file is copied under its own name, for its owner alone", arguments: names)
    func copied(name: Path) async throws {
        let test = try TestQuarantine()
        let kept = await test.quarantine.keep(try test.open(name, [1, 2, 3]), for: "01RUN")
        #expect(kept == KeptFile(.copy, path: test.root.appending("01RUN").appending(name)))
        #expect(try TestQuarantine.read(kept.path) == [1, 2, 3])
        #expect(try FileStatus.of(kept.path).mode == 0o600)
        #expect(try FileStatus.of(kept.path.folder).mode == 0o700)
        #expect(try FileStatus.of(test.root).mode == 0o700)
        #expect(try test.files() == [Path("01RUN").appending(name)])
    }

    @Test("a copy keeps the old bytes when the original is overwritten in place", arguments: [0, 1, 900_000])
    func overwritten(count: Int) async throws {
        let test = try TestQuarantine()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try test.open("clip.mp4", bytes)
        let kept = await test.quarantine.keep(file, for: "01RUN")
        try test.overwrite(file.path, [9])
        #expect(try TestQuarantine.read(kept.path) == bytes)
    }

    @Test("a file that is too large for a copy gets a second name, which outlives the first")
    func linked() async throws {
        let test = try TestQuarantine(copyUpTo: 10)
        let file = try test.open("clip.mp4", [UInt8](repeating: 7, count: 11))
        let kept = await test.quarantine.keep(file, for: "01RUN")
        #expect(kept.way == .link)
        #expect(kept.note == "It is larger than `copy-up-to` (10 bytes).")
        #expect(try FileStatus.of(kept.path).inode == file.status.inode)
        _ = file.path.withCString { unlink($0) }
        #expect(try TestQuarantine.read(kept.path) == [UInt8](repeating: 7, count: 11))
    }

    @Test(
        "what is kept is the file that the run has open, whatever has its name by now", arguments: [10, 2] as [Int64])
    func replaced(copyUpTo: Int64) async throws {
        let test = try TestQuarantine(copyUpTo: copyUpTo)
        let file = try test.open("clip.mp4", [1, 2, 3])
        let second = test.folder.path.appending("second")
        #expect(file.path.withCString { from in second.withCString { link(from, $0) } } == 0)
        try test.folder.write("clip.mp4", [4, 5, 6])
        let kept = await test.quarantine.keep(file, for: "01RUN")
        #expect(kept.way == (copyUpTo == 10 ? .copy : .link))
        #expect(try TestQuarantine.read(kept.path) == [1, 2, 3])
    }

    @Test("a file that was written after the run had opened it is only referred to, and nothing is left")
    func changed() async throws {
        let test = try TestQuarantine()
        let file = try test.open("clip.mp4", [1, 2, 3])
        try test.overwrite(file.path, [1, 2, 3, 4])
        let kept = await test.quarantine.keep(file, for: "01RUN")
        #expect(
            kept
                == KeptFile(.reference, path: file.path, note: "It was written after the run had opened it."))
        #expect(try test.files() == [])
        #expect(try Files.list(test.root) == [])
    }

    @Test("a large file whose only name is gone is only referred to; a small one is copied all the same")
    func removed() async throws {
        let test = try TestQuarantine(copyUpTo: 2)
        let large = try test.open("large", [1, 2, 3])
        let small = try test.open("small", [1, 2])
        for path in [large.path, small.path] { _ = path.withCString { unlink($0) } }
        let first = await test.quarantine.keep(large, for: "01LARGE")
        #expect(first.way == .reference)
        #expect(
            first.note
                == "It is larger than `copy-up-to` (2 bytes). Its name was removed while the run went on.")
        let second = await test.quarantine.keep(small, for: "01SMALL")
        #expect(try TestQuarantine.read(second.path) == [1, 2])
        #expect(try test.files() == ["01SMALL/small"])
    }

    @Test("a second call for an entry replaces what the first one kept", arguments: [10, 2] as [Int64])
    func twice(copyUpTo: Int64) async throws {
        let test = try TestQuarantine(copyUpTo: copyUpTo)
        let file = try test.open("clip.mp4", [1, 2, 3])
        let first = await test.quarantine.keep(file, for: "01RUN")
        let second = await test.quarantine.keep(file, for: "01RUN")
        #expect(first == second)
        #expect(try test.files() == ["01RUN/clip.mp4"])
        #expect(try TestQuarantine.read(second.path) == [1, 2, 3])
    }

    @Test("many files are kept at once, each in its own folder")
    func concurrent() async throws {
        let test = try TestQuarantine()
        let files = try (0..<40).map { try test.open(Path("in/\($0)"), [UInt8($0)]) }
        await withTaskGroup(of: Void.self) { group in
            for (index, file) in files.enumerated() {
                group.addTask { _ = await test.quarantine.keep(file, for: "RUN\(index)") }
            }
        }
        for index in 0..<40 {
            #expect(try TestQuarantine.read(test.root.appending(Path("RUN\(index)/\(index)"))) == [UInt8(index)])
        }
    }

    @Test("nothing is kept under an id that is none", arguments: ["", ".", "..", "a/b", "../x", "a b", "ä"])
    func noID(id: String) async throws {
        let test = try TestQuarantine()
        let file = try test.open("clip.mp4", [1])
        let kept = await test.quarantine.keep(file, for: id)
        #expect(kept.way == .reference)
        #expect(kept.path == file.path)
        #expect(try Files.list(test.root) == [])
    }

    @Test("a link in place of the entry's folder is not followed")
    func symbolicLink() async throws {
        let test = try TestQuarantine()
        try Files.createFolders(test.root)
        let outside = test.folder.path.appending("outside")
        try Files.createFolders(outside)
        let link = test.root.appending("01RUN")
        #expect(outside.withCString { to in link.withCString { symlink(to, $0) } } == 0)
        let file = try test.open("clip.mp4", [1])
        let kept = await test.quarantine.keep(file, for: "01RUN")
        #expect(kept.way == .reference)
        #expect(kept.note?.contains("ELOOP") == true, "\(kept)")
        #expect(try Files.list(outside) == [])
    }

    @Test("a file in place of the quarantine folder makes every entry a reference")
    func noFolder() async throws {
        let test = try TestQuarantine()
        try test.folder.write("quarantine", [])
        let file = try test.open("clip.mp4", [1])
        let kept = await test.quarantine.keep(file, for: "01RUN")
        #expect(kept.way == .reference && kept.path == file.path)
        #expect(kept.note?.hasPrefix("The quarantine folder \(test.root) cannot be used: ") == true, "\(kept)")
    }
}
