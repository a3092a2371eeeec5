import Glibc
import Testing

@testable import Platform

@Suite struct ReadLeaseTests {
    private func temporary() throws -> Path {
        var template = Array("/tmp/compass-lease-XXXXXX".utf8CString)
        let number = mkstemp(&template)
        if number < 0 { throw SystemError("create a temporary file") }
        close(number)
        return Path(bytes: template.map(UInt8.init(bitPattern:)))
    }

    @Test("a read lease is refused while anybody has the file open for writing, and is not kept")
    func lease() throws {
        let path = try temporary()
        defer { _ = path.withCString { unlink($0) } }
        let reader = try FileDescriptor.open(path, flags: O_RDONLY)
        #expect(ReadLease.check(reader) == .granted)
        do {
            // Would be refused if the lease were still held.
            let writer = try FileDescriptor.open(path, flags: O_WRONLY | O_NONBLOCK)
            #expect(ReadLease.check(reader) == .writer)
            _ = try writer.status()
        }
        #expect(ReadLease.check(reader) == .granted)
        let name = Path(bytes: path.bytes + Array("-pipe".utf8))
        #expect(name.withCString { mkfifo($0, 0o600) } == 0)
        defer { _ = name.withCString { unlink($0) } }
        let pipe = try FileDescriptor.open(name, flags: O_RDONLY | O_NONBLOCK)
        guard case .unavailable(let error) = ReadLease.check(pipe) else { return #expect(Bool(false), "a pipe") }
        #expect(error.code == EINVAL)
    }

    @Test("of another user's file it cannot be told", .enabled(if: geteuid() != 0))
    func otherUser() throws {
        let file = try FileDescriptor.open("/etc/passwd", flags: O_RDONLY)
        #expect(ReadLease.check(file) == .unavailable(SystemError("lease", code: EACCES)))
    }

    @Test("writers that come while leases are asked for do not end the process")
    func brokenLeases() async throws {
        let path = try temporary()
        defer { _ = path.withCString { unlink($0) } }
        // The signal of a broken lease would end it by its default: nothing in this process handles or blocks it.
        await withTaskGroup(of: Int.self) { group in
            group.addTask {
                var refused = 0
                for _ in 0..<4_000 {
                    guard let reader = try? FileDescriptor.open(path, flags: O_RDONLY) else { continue }
                    if ReadLease.check(reader) == .writer { refused += 1 }
                }
                return refused
            }
            group.addTask {
                var opened = 0
                for _ in 0..<4_000 where (try? FileDescriptor.open(path, flags: O_WRONLY)) != nil { opened += 1 }
                return opened
            }
            for await count in group { #expect(count >= 0) }
        }
        #expect(ReadLease.check(try FileDescriptor.open(path, flags: O_RDONLY)) == .granted)
    }

    @Test("a file's birth stays when it is renamed, written and given another time, and a new file has its own")
    func birth() throws {
        let path = try temporary()
        let moved = Path(bytes: path.bytes + Array("-moved".utf8))
        defer { for path in [path, moved] { _ = path.withCString { unlink($0) } } }
        let folder = try Folder(opening: path.folder)
        let born = try folder.birthTime(of: path.name)
        #expect(born > 1_600_000_000_000_000_000 || born == 0)
        let file = try FileDescriptor.open(path, flags: O_RDWR)
        #expect(try BirthTime.of(file) == born)
        try file.write([1])
        let times = [timespec(tv_sec: 5, tv_nsec: 6), timespec(tv_sec: 5, tv_nsec: 6)]
        #expect(futimens(file.number, times) == 0)
        try systemCall("rename") { path.withCString { path in moved.withCString { rename(path, $0) } } }
        #expect(try folder.birthTime(of: moved.name) == born)
        let error = #expect(throws: SystemError.self) { try folder.birthTime(of: path.name) }
        #expect(error?.code == ENOENT)
    }

    @Test("W13: the kind of a file system says whether others can change it unseen")
    func kinds() throws {
        #expect(try FileSystemKind.of("/dev/shm") == FileSystemKind(name: "tmpfs", missesEvents: false))
        #expect(try FileSystemKind.of("/proc").missesEvents == false)
        let remote = [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997] as [UInt64]
        #expect(remote.map { FileSystemKind.known($0).name } == ["nfs", "smb", "cifs", "smb2", "fuse", "9p"])
        #expect(remote.allSatisfy { FileSystemKind.known($0).missesEvents })
        for (type, name) in [(0xEF53, "ext4"), (0x794C_7630, "overlay"), (0xABC, "type 0xabc")] as [(UInt64, String)] {
            #expect(FileSystemKind.known(type) == FileSystemKind(name: name, missesEvents: false))
        }
        let error = #expect(throws: SystemError.self) { try FileSystemKind.of("/nowhere/at/all") }
        #expect(error?.code == ENOENT)
    }
}
