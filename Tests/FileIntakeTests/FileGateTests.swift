import CompassTesting
import FileIntake
import Glibc
import Pipelines
import Platform
import Testing

@Suite struct FileGateTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func status(_ path: Path) throws -> FileStatus { try FileStatus.of(path, followingLinks: false) }

    private func link(_ target: Path, as name: Path) throws -> Path {
        let path = folder.path.appending(name)
        try systemCall("link") { target.withCString { target in path.withCString { symlink(target, $0) } } }
        return path
    }

    @Test("W1, W3: a file that somebody has open for writing is not whole, whether they write or not; then it is")
    func writer() throws {
        let path = try folder.write("a.txt", Array("text".utf8))
        do {
            let writer = try FileDescriptor.open(path, flags: O_WRONLY | O_APPEND)
            #expect(FileGate().examine(path) == .openForWriting(try status(path)))
            try writer.write(Array(" and more".utf8))
            #expect(FileGate().examine(path) == .openForWriting(try status(path)))
        }
        #expect(FileGate().examine(path) == .whole(hasLease: true, try status(path)))
    }

    @Test("W3: a writer in another process is seen, until it ends")
    func otherProcess() throws {
        let path = try folder.write("a.txt", Array("text".utf8))
        let child = try ChildProcess(
            "/bin/sh", ["-c", "exec 3>>\"$0\"; echo ready; read line", path], input: .pipe, output: .pipe)
        #expect(try child.output?.readSome(limit: 16) == Array("ready\n".utf8))
        #expect(FileGate().examine(path) == .openForWriting(try status(path)))
        try child.input?.write(Array("end\n".utf8))
        _ = try child.wait()
        #expect(FileGate().examine(path) == .whole(hasLease: true, try status(path)))
    }

    @Test("a reader does not keep a file from being whole")
    func reader() throws {
        let path = try folder.write("a.txt", Array("text".utf8))
        let reader = try FileDescriptor.open(path, flags: O_RDONLY)
        #expect(FileGate().examine(path) == .whole(hasLease: true, try reader.status()))
    }

    @Test("W5: a file that is mapped for writing is not whole, although nobody has it open any more")
    func mapped() throws {
        let path = try folder.write("a.txt", [UInt8](repeating: 1, count: 8_192))
        var memory: UnsafeMutableRawPointer?
        do {
            let file = try FileDescriptor.open(path, flags: O_RDWR)
            memory = mmap(nil, 8_192, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
        }
        let mapping = try #require(memory)
        #expect(mapping != MAP_FAILED)
        mapping.storeBytes(of: 7, as: UInt8.self)
        let verdict = FileGate().examine(path)
        #expect(verdict == .openForWriting(try status(path)))
        #expect(munmap(mapping, 8_192) == 0)
        #expect(FileGate().examine(path) == .whole(hasLease: true, try status(path)))
    }

    @Test("W4: a file whose size was reserved before its bytes came is not whole")
    func reserved() throws {
        let path = try folder.write("a.mp4", [])
        let file = try FileDescriptor.open(path, flags: O_RDWR)
        #expect(posix_fallocate(file.number, 0, 1 << 20) == 0)
        #expect(FileGate().examine(path) == .openForWriting(try file.status()))
        let copy = try folder.write("b.mp4", [UInt8](repeating: 0, count: 1 << 16))
        #expect(
            FileGate().examine(copy)
                == .incomplete("its beginning is not written yet", hasLease: true, try status(copy)))
    }

    @Test("W12: an empty file is told as such; one that is still open, as that")
    func empty() throws {
        let path = try folder.write("a.mp4", [])
        #expect(FileGate().examine(path) == .empty(try status(path)))
        let writer = try FileDescriptor.open(path, flags: O_WRONLY)
        #expect(FileGate().examine(path) == .openForWriting(try writer.status()))
    }

    @Test("a file whose format's end is missing is incomplete, and tells what is missing")
    func incomplete() throws {
        let path = try folder.write("a.mp4", Samples.movie.dropLast(19))
        #expect(
            FileGate().examine(path) == .incomplete("the box `moov` is missing", hasLease: true, try status(path)))
        try folder.write("a.mp4", Samples.movie)
        #expect(FileGate().examine(path) == .whole(hasLease: true, try status(path)))
    }

    @Test("W19: symbolic links are unsuitable, wherever they lead, and none is followed")
    func links() throws {
        let target = try folder.write("a.txt", Array("text".utf8))
        for (name, to) in [("good", target), ("dangling", "nowhere"), ("self", "self"), ("up", "..")] as [(Path, Path)]
        {
            #expect(FileGate().examine(try link(to, as: name)) == .unsuitable("a symbolic link"))
        }
    }

    private func following(_ root: Path) -> TrustedFolder {
        TrustedFolder("/", followingLinks: LinkLimits(roots: [root], closed: PrivateFolders.names))
    }

    @Test("W19: where links are followed, none leads into the workspace's own state or its secrets")
    func closedFolders() throws {
        let root = folder.path
        for name in [".compass/compass.db", "secrets/TOKEN", "secrets-of-others/notes.txt"] as [Path] {
            try folder.write(name, Array("contents".utf8))
        }
        _ = try link(".compass", as: "in")
        let gate = FileGate(in: following(root))
        let state = FileGate.Verdict.unsuitable("a symbolic link that leads into .compass of the workspace")
        #expect(gate.examine(try link(".compass/compass.db", as: "a")) == state)
        #expect(gate.examine(try link("in/compass.db", as: "b")) == state)
        let secret = FileGate.Verdict.unsuitable("a symbolic link that leads into secrets of the workspace")
        #expect(gate.examine(try link("secrets/TOKEN", as: "c")) == secret)
        let near = root.appending("secrets-of-others/notes.txt")
        #expect(gate.examine(try link(near, as: "d")) == .whole(hasLease: true, try status(near)))
    }

    @Test("W19: where links are followed, their targets have to lie inside of the workspace")
    func followed() throws {
        let target = try folder.write("in/a.txt", Array("text".utf8))
        let outside = try folder.write("inner-not/b.txt", Array("text".utf8))
        let root = folder.path.appending("in")
        let gate = FileGate(in: following(root))
        #expect(gate.examine(target) == .whole(hasLease: true, try status(target)))
        #expect(gate.examine(try link(target, as: "good")) == .whole(hasLease: true, try status(target)))
        let out = FileGate.Verdict.unsuitable("a symbolic link that leads out of the workspace")
        #expect(gate.examine(try link(outside, as: "out")) == out)
        #expect(gate.examine(try link("/dev/null", as: "device")) == out)
        #expect(gate.examine(try link(outside, as: "in/inside")) == out)
        #expect(gate.examine(try link("nowhere", as: "dangling")) == .unsuitable("a symbolic link to nothing"))
        #expect(gate.examine(try link("b", as: "a")) == .unsuitable("a symbolic link to nothing"))
        _ = try link("a", as: "b")
        #expect(
            gate.examine(folder.path.appending("b")) == .unsuitable("a symbolic link that leads in a circle"))
    }

    @Test("what is no file is unsuitable, and a pipe's writer does not notice")
    func others() throws {
        #expect(FileGate().examine(folder.path) == .unsuitable("a folder"))
        let pipe = folder.path.appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        #expect(FileGate().examine(pipe) == .unsuitable("a named pipe"))
        // Nobody has opened it for reading: a writer that does not wait is refused.
        #expect(pipe.withCString { open($0, O_WRONLY | O_NONBLOCK) } == -1)
        #expect(FileGate().examine("/dev/null") == .unsuitable("a device"))
    }

    @Test("W31: a file that is gone is told as such, and so is one whose folder is gone")
    func gone() throws {
        #expect(FileGate().examine(folder.path.appending("a")) == .gone)
        #expect(FileGate().examine(folder.path.appending("a/b")) == .gone)
    }

    @Test("W29: a file that may not be read is told with the reason", .enabled(if: geteuid() != 0))
    func forbidden() throws {
        let path = try folder.write("a.txt", Array("text".utf8))
        #expect(path.withCString { chmod($0, 0) } == 0)
        #expect(FileGate().examine(path) == .unreadable(SystemError("open", on: path.description, code: EACCES)))
        #expect(path.withCString { chmod($0, 0o600) } == 0)
        #expect(FileGate().examine(path) == .whole(hasLease: true, try status(path)))
    }

    @Test("W20: names of any bytes are examined, each for itself")
    func names() throws {
        let names = ["caf\u{e9}", "cafe\u{301}", "a\nb", "a\tb", "-rf", "$(true)", "🎬"].map { Path($0) }
        for name in names + [Path(bytes: [0x63, 0xE9]), Path(bytes: [UInt8](repeating: 0x61, count: 255))] {
            let path = folder.path.appending(name)
            let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_EXCL)
            try file.write(name.bytes)
            #expect(FileGate().examine(path) == .openForWriting(try file.status()))
        }
        for name in try Files.list(folder.path) {
            let path = folder.path.appending(name)
            #expect(FileGate().examine(path) == .whole(hasLease: true, try status(path)))
        }
    }
}
