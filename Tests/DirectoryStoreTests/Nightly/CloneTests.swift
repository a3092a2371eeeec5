import CompassTesting
import Digests
import Documents
import Glibc
import Platform
import Synchronization
import Testing

@testable import DirectoryStore

/// Files that lie on the store's own file system, which shares blocks. Tests fail where none is to be had; they are not skipped.
@Suite(.serialized) struct CloneTests {
    /// A folder on a file system that shares blocks: the one for temporary files where that does, otherwise an XFS in a file.
    final class Disk: Sendable {
        private let test: TestFolder
        private let isMounted: Bool
        let folder: Path

        init() throws {
            test = try TestFolder()
            if try Self.sharesBlocks(test.path) {
                (folder, isMounted) = (test.path, false)
                return
            }
            folder = test.path.appending("disk")
            try Files.createFolders(folder)
            let image = test.path.appending("image")
            let file = try FileDescriptor.open(image, flags: O_RDWR | O_CREAT)
            try systemCall("make room") { ftruncate(file.number, 400 << 20) }
            let errors = test.path.appending("errors")
            let child = try ChildProcess(
                "/bin/sh",
                ["-ec", "mkfs.xfs -q -m reflink=1 \"$0\" && mount -o loop \"$0\" \"$1\"", image, folder],
                output: .null, errors: .file(try FileDescriptor.open(errors, flags: O_WRONLY | O_CREAT)))
            guard try child.wait().status == 0 else {
                throw NoDisk(reason: String(decoding: try Files.read(errors, limit: 4_096), as: UTF8.self))
            }
            isMounted = true
        }

        deinit {
            if isMounted { _ = folder.withCString { umount2($0, Int32(2)) } }
        }

        private static func sharesBlocks(_ folder: Path) throws -> Bool {
            let source = try FileDescriptor.open(folder.appending("source"), flags: O_RDWR | O_CREAT)
            try source.write([UInt8](repeating: 1, count: 4_096))
            let copy = try FileDescriptor.open(folder.appending("copy"), flags: O_RDWR | O_CREAT)
            do {
                try copy.clone(source)
                return true
            } catch  where error.isUnsupported {
                return false
            }
        }
    }

    struct NoDisk: Error, CustomStringConvertible {
        let reason: String

        var description: String {
            "There is no file system that shares blocks. Either set TMPDIR to a folder on XFS or btrfs, or run the tests as "
                + "root with mkfs.xfs, which scripts/setup installs. mkfs.xfs and mount said: \(reason)"
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
        arguments: Nightly.isOn ? [262_145, 1_000_001, 5 << 20, (9 << 20) + 1] : [1_000_001, (9 << 20) + 1])
    func shared(count: Int) async throws {
        let disk = try Disk()
        let bytes = TestSource.bytes(count)
        let path = disk.folder.appending("clip.mp4")
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT)
        try file.write(bytes)
        try file.synchronize()
        let store = try DirectoryStore(root: disk.folder.appending("objects"))
        // The folders of the object take room as well.
        _ = try await store.put(TestSource([1]), at: "u/t/first", progress: { _ in })
        let before = try free(disk.folder)
        let seen = Mutex<[Int64]>([])
        let stored = try await store.put(SourceFile(opening: path), at: "u/t/x") { count in
            seen.withLock { $0.append(count) }
        }
        #expect(stored.sha256 == SHA256.hex(of: bytes))
        #expect(stored.created)
        let object = store.root.appending("u/t/x")
        #expect(try Files.read(object, limit: 64 << 20) == bytes)
        #expect(try blocks(object) >= Int64(count))
        #expect(try before - free(disk.folder) < Int64(count) / 2)
        #expect(seen.withLock { $0.last } == Int64(count))
        #expect(try FileStatus.of(object).mode == 0o600)
        // Whoever writes the file later does not write the object.
        let writer = try FileDescriptor.open(path, flags: O_WRONLY)
        try writer.write([UInt8](repeating: 0, count: 4_096))
        #expect(try Files.read(object, limit: 64 << 20) == bytes)
    }

    @Test(
        "a file that changes after its blocks were shared is not stored",
        arguments: Nightly.isOn ? LargeFileTests.Change.allCases : [.written])
    func changed(change: LargeFileTests.Change) async throws {
        let disk = try Disk()
        let path = disk.folder.appending("clip.mp4")
        let count = 9 << 20
        try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT).write(TestSource.bytes(count))
        let store = try DirectoryStore(root: disk.folder.appending("objects"))
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
