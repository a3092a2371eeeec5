import CompassTesting
import Digests
import Documents
import Glibc
import Platform
import Synchronization
import Testing

@testable import DirectoryStore

/// Files that lie on the store's own file system. Where the right to mount is there, one that shares blocks is made.
@Suite(.serialized) struct CloneTests {
    /// A file in which there is an XFS.
    final class Disk: Sendable {
        let folder: TestFolder
        let mountPoint: Path

        static let isPossible: Bool = geteuid() == 0 && (try? Disk()) != nil

        init() throws {
            folder = try TestFolder()
            let image = folder.path.appending("image")
            mountPoint = folder.path.appending("disk")
            try Files.createFolders(mountPoint)
            let file = try FileDescriptor.open(image, flags: O_RDWR | O_CREAT)
            try systemCall("make room") { ftruncate(file.number, 400 << 20) }
            let child = try ChildProcess(
                "/bin/sh",
                ["-ec", "mkfs.xfs -q -m reflink=1 \"$0\" && mount -o loop \"$0\" \"$1\"", image, mountPoint],
                output: .null, errors: .null)
            let exit = try child.wait()
            guard exit.status == 0 else { throw SystemError("mount", on: mountPoint.description, code: EPERM) }
        }

        deinit {
            _ = mountPoint.withCString { umount2($0, Int32(2)) }
        }
    }

    private func blocks(_ path: Path) throws -> Int64 {
        var status = stat()
        try systemCall("examine") { path.withCString { stat($0, &status) } }
        return Int64(status.st_blocks) * 512
    }

    private func free(_ path: Path) throws -> Int64 {
        var figures = statvfs()
        try systemCall("examine") { path.withCString { statvfs($0, &figures) } }
        return Int64(figures.f_bfree) * Int64(figures.f_frsize)
    }

    @Test(
        "where the file system shares blocks, none is copied, and bytes and digest are those of the file",
        .enabled(if: Disk.isPossible, "needs mkfs.xfs and the right to mount"),
        arguments: [262_145, 1_000_001, 5 << 20, (9 << 20) + 1])
    func shared(count: Int) async throws {
        let disk = try Disk()
        let bytes = TestSource.bytes(count)
        let path = disk.mountPoint.appending("clip.mp4")
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT)
        try file.write(bytes)
        try file.synchronize()
        let store = try DirectoryStore(root: disk.mountPoint.appending("objects"))
        // The folders of the object take room as well.
        _ = try await store.put(TestSource([1]), at: "u/t/first", progress: { _ in })
        let before = try free(disk.mountPoint)
        let seen = Mutex<[Int64]>([])
        let stored = try await store.put(SourceFile(opening: path), at: "u/t/x") { count in
            seen.withLock { $0.append(count) }
        }
        #expect(stored.sha256 == SHA256.hex(of: bytes))
        #expect(stored.created)
        let object = store.root.appending("u/t/x")
        #expect(try Files.read(object, limit: 64 << 20) == bytes)
        #expect(try blocks(object) >= Int64(count))
        #expect(try before - free(disk.mountPoint) < Int64(count) / 2)
        #expect(seen.withLock { $0.last } == Int64(count))
        #expect(try FileStatus.of(object).mode == 0o600)
        // Whoever writes the file later does not write the object.
        let writer = try FileDescriptor.open(path, flags: O_WRONLY)
        try writer.write([UInt8](repeating: 0, count: 4_096))
        #expect(try Files.read(object, limit: 64 << 20) == bytes)
    }

    @Test(
        "a file that changes after its blocks were shared is not stored", .enabled(if: Disk.isPossible),
        arguments: LargeFileTests.Change.allCases)
    func changed(change: LargeFileTests.Change) async throws {
        let disk = try Disk()
        let path = disk.mountPoint.appending("clip.mp4")
        let count = 9 << 20
        try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT).write(TestSource.bytes(count))
        let store = try DirectoryStore(root: disk.mountPoint.appending("objects"))
        let source = try SourceFile(opening: path)
        let isDone = Mutex(false)
        let error = await #expect(throws: SourceFileError.self) {
            _ = try await store.put(source, at: "u/t/x") { _ in
                isDone.withLock { isDone in
                    if isDone { return }
                    isDone = true
                    do { try change.happen(to: path, size: count) } catch { Issue.record(error) }
                }
            }
        }
        #expect(error?.code == .changed)
        #expect(try Files.list(store.root.appending("u/t")) == [])
    }

    @Test(
        "a file system that shares no blocks, and a file of another one, are refused, and copied", arguments: [5 << 20])
    func refused(count: Int) async throws {
        let test = try TestStore()
        let disk = try SmallDisk(mount: "size=40m", at: test.folder.path)
        let bytes = TestSource.bytes(count)
        let path = disk.seenFromHere.appending("clip.mp4")
        try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT).write(bytes)
        let source = try SourceFile(opening: path, tree: "/")
        // tmpfs has no blocks to share, and this is another file system than the store's.
        let other = try disk.folder.open("other", flags: O_RDWR | O_CREAT, mode: 0o600)
        #expect(throws: SystemError("clone", code: EOPNOTSUPP)) { try other.clone(source.descriptor) }
        let here = try FileDescriptor.open(test.folder.path.appending("here"), flags: O_RDWR | O_CREAT)
        let error = #expect(throws: SystemError.self) { try here.clone(source.descriptor) }
        #expect([EXDEV, EOPNOTSUPP].contains(error?.code ?? 0))
        #expect(Clone(of: source, in: here) == nil)
        #expect(try await test.put(source, at: "u/t/x").sha256 == SHA256.hex(of: bytes))
        #expect(try Files.read(test.path("u/t/x"), limit: 64 << 20) == bytes)
    }
}
