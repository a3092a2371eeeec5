import CompassTesting
import Documents
import Pipelines
import Platform
import Testing

@testable import QuarantineFolder

/// Each disk is a small tmpfs of its own.
@Suite struct FullDiskTests {
    private let test: TestQuarantine
    private let disk: SmallDisk

    init() throws {
        test = try TestQuarantine()
        try Files.createFolders(test.root)
        disk = try SmallDisk(mount: "size=1m", at: test.root)
    }

    private func quarantine(copyUpTo: Int64) -> QuarantineFolder {
        QuarantineFolder(disk.path, folder: disk.folder, copyUpTo: copyUpTo)
    }

    @Test("a file that a full disk has no room to copy gets a second name on it")
    func linked() async throws {
        try Files.replace(disk.seenFromHere.appending("big.mp4"), with: [UInt8](repeating: 1, count: 600_000))
        let file = try SourceFile(opening: disk.seenFromHere.appending("big.mp4"))
        let kept = await quarantine(copyUpTo: 1 << 20).keep(file, for: "01RUN")
        #expect(kept.way == .link, "\(kept)")
        #expect(kept.note?.hasPrefix("There is no room for a copy: ") == true, "\(kept)")
        let there = try FileStatus.of(disk.seenFromHere.appending("01RUN/big.mp4"))
        #expect(there.inode == file.status.inode)
    }

    @Test("a file of another disk that a full disk has no room for is referred to, and nothing is left of it")
    func referred() async throws {
        let file = try test.open("big.mp4", [UInt8](repeating: 1, count: 1_100_000))
        let kept = await quarantine(copyUpTo: 1 << 21).keep(file, for: "01RUN")
        #expect(kept.way == .reference)
        #expect(kept.path == file.path)
        #expect(
            kept.note?.hasSuffix(
                "It lies on another disk than the quarantine folder, so it cannot have a second name there.") == true,
            "\(kept)")
        #expect(try Files.list(disk.seenFromHere) == [])
    }

    @Test("what is left on a disk stays free for the journal: a copy that would take the last of it is not made")
    func reserve() async throws {
        let file = try test.open("big.mp4", [UInt8](repeating: 1, count: 1_020_000))
        let kept = await quarantine(copyUpTo: 1 << 21).keep(file, for: "01RUN")
        #expect(kept.way == .reference, "\(kept)")
        let small = try test.open("small.mp4", [UInt8](repeating: 1, count: 500_000))
        #expect(await quarantine(copyUpTo: 1 << 21).keep(small, for: "02RUN").way == .copy)
    }

    @Test("a disk without a free inode makes the entry a reference")
    func noInodes() async throws {
        let disk = try SmallDisk(mount: "size=1m,nr_inodes=2", at: test.root)
        let quarantine = QuarantineFolder(disk.path, folder: disk.folder, copyUpTo: 1_000)
        let file = try test.open("clip.mp4", [1])
        let kept = await quarantine.keep(file, for: "01RUN")
        #expect(kept.way == .reference)
        #expect(kept.note?.contains("ENOSPC") == true, "\(kept)")
        #expect(try Files.list(disk.seenFromHere) == [])
    }
}
