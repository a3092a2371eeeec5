import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@testable import FileIntake

/// Whether memory is another file system than that of temporary files.
private let hasOtherDisk: Bool = {
    let temporary = getenv("TMPDIR").map { Path(cString: $0) } ?? "/tmp"
    guard let memory = try? FileStatus.of("/dev/shm"), let disk = try? FileStatus.of(temporary) else { return false }
    return memory.device != disk.device
}()

/// Moves from the disk of temporary files to memory, which is another file system.
@Suite(.enabled(if: hasOtherDisk)) struct OtherDiskTests {
    private let folder: TestFolder
    private let other: TestFolder
    private let mover: FileMover
    private let path: Path
    private let target: Path
    private let expected: SourceIdentity

    init() throws {
        folder = try TestFolder()
        other = try TestFolder(in: "/dev/shm")
        mover = FileMover(root: folder.path)
        path = try folder.write("in/clip.mp4", Array("contents".utf8))
        let times = [timespec(tv_sec: 5, tv_nsec: 6), timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)]
        #expect(path.withCString { chmod($0, 0o640) } == 0)
        #expect(path.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
        target = try mover.target(for: path, in: try mover.folder(other.path.text, of: "in"))
        let status = try FileStatus.of(path)
        expected = SourceIdentity(
            path: path, device: status.device, inode: status.inode, size: status.size, modified: status.modified)
    }

    private func names() throws -> [[Path]] { [try Files.list(path.folder), try Files.list(other.path)] }

    private func expectMoved() throws {
        #expect(try names() == [[], ["clip.mp4"]])
        #expect(try Files.read(target, limit: 100) == Array("contents".utf8))
    }

    @Test("a file goes to another disk with its bytes, mode and time, and nothing is left of it")
    func moved() throws {
        try mover.move(path, expecting: expected, to: target)
        try expectMoved()
        let status = try FileStatus.of(target)
        #expect(status.mode == 0o640 && status.modified == 1_000_000_000_123_456_789)
        try mover.move(path, expecting: expected, to: target)
        try expectMoved()
    }

    @Test("W25: a move to another disk that died with half a copy begins anew")
    func halfCopy() throws {
        let half = Path(".compass-move-\(String(expected.device, radix: 16))-\(String(expected.inode, radix: 16)).tmp")
        try Files.replace(other.path.appending(half), with: Array("cont".utf8))
        try mover.move(path, expecting: expected, to: target)
        try expectMoved()
    }

    @Test("W25: a move to another disk that died before the source was removed only removes it")
    func wholeCopy() throws {
        // The copy's first name stays until the source is gone.
        let first = other.path.appending(
            Path(".compass-move-\(String(expected.device, radix: 16))-\(String(expected.inode, radix: 16)).tmp"))
        try Files.replace(first, with: Array("contents".utf8))
        try systemCall("link") { first.withCString { old in target.withCString { link(old, $0) } } }
        let inode = try FileStatus.of(target).inode
        try mover.move(path, expecting: expected, to: target)
        try expectMoved()
        #expect(try FileStatus.of(target).inode == inode)
    }

    @Test("another file at the target, with the same bytes and the same time, is not taken for the file's own copy")
    func twin() throws {
        try Files.replace(target, with: Array("contents".utf8))
        let times = [timespec(tv_sec: 5, tv_nsec: 6), timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)]
        #expect(target.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
        #expect(throws: FileMoveError.taken(target)) { try mover.move(path, expecting: expected, to: target) }
        #expect(Files.exists(path))
    }

    @Test("W25: a move to another disk that died while the source was being removed is finished")
    func hiddenSource() throws {
        // The copy is there, and the source has the name by which it is removed.
        let parts = [expected.device, expected.inode, UInt64(bitPattern: expected.modified)]
        let hidden = path.folder.appending(
            Path(".compass-delete-" + parts.map { String($0, radix: 16) }.joined(separator: "-")))
        try Files.replace(target, with: Array("contents".utf8))
        let times = [timespec(tv_sec: 5, tv_nsec: 6), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
        #expect(target.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
        try systemCall("rename") { path.withCString { path in hidden.withCString { rename(path, $0) } } }
        try mover.move(path, expecting: expected, to: target)
        try expectMoved()
    }

    @Test("a taken target on another disk is told, and a source that was written is not removed")
    func refused() throws {
        try Files.replace(target, with: Array("Contents".utf8))
        #expect(throws: FileMoveError.taken(target)) { try mover.move(path, expecting: expected, to: target) }
        let free = other.path.appending("free.mp4")
        do {
            let writer = try FileDescriptor.open(path, flags: O_WRONLY)
            try writer.write(Array("C".utf8))
        }
        #expect(throws: FileMoveError.changed(path)) { try mover.move(path, expecting: expected, to: free) }
        #expect(try names() == [["clip.mp4"], ["clip.mp4"]])
    }
}
