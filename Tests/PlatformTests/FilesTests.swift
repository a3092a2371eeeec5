import CompassTesting
import Glibc
import Platform
import Synchronization
import Testing

@Suite struct FilesTests {
    @Test("a replaced file has the new bytes and leaves no temporary file")
    func replaced() throws {
        try withFolder { folder in
            let file = folder.appending("state.json")
            try Files.replace(file, with: Array("old".utf8))
            try Files.replace(file, with: Array("new".utf8))
            #expect(try Files.read(file, limit: 100) == Array("new".utf8))
            #expect(try Files.list(folder) == ["state.json"])
        }
    }

    @Test("a file over the limit, a folder and a missing file are refused with their codes")
    func refused() throws {
        try withFolder { folder in
            try Files.replace(folder.appending("big"), with: [1, 2, 3])
            let codes = ["big": EFBIG, "": EISDIR, "none": ENOENT]
            for (name, code) in codes {
                let error = #expect(throws: SystemError.self) {
                    try Files.read(name.isEmpty ? folder : folder.appending(Path(name)), limit: 2)
                }
                #expect(error?.code == code)
            }
        }
    }

    @Test("a pipe that somebody names is waited for and read to its end; others who read it do not wait")
    func pipe() async throws {
        let folder = try TestFolder()
        let pipe = folder.path.appending("pipe")
        try #require(pipe.withCString { mkfifo($0, 0o600) } == 0)
        #expect(try Files.read(pipe, limit: 10) == [])
        for (limit, expected) in [(10, [1, 2, 3]), (2, nil)] as [(Int, [UInt8]?)] {
            async let found = Self.reader.run { try? Files.readNamed(pipe, limit: limit) }
            // Waits for who reads.
            let writer = try await Self.writer.run { try FileDescriptor.open(pipe, flags: O_WRONLY) }
            #expect(throws: SystemError.self) { try Files.read(pipe, limit: 10) }
            try writer.write([1])
            try writer.write([2, 3])
            withExtendedLifetime(consume writer) {}
            let bytes = try await found
            #expect(bytes == expected)
        }
    }

    @Test("whoever waits for a pipe stops when the task is cancelled")
    func cancelledPipe() async throws {
        let folder = try TestFolder()
        let pipe = folder.path.appending("pipe")
        try #require(pipe.withCString { mkfifo($0, 0o600) } == 0)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask(executorPreference: Self.reader) {
                try Files.readNamed(pipe, limit: 10)
            }
            let writer = try await Self.writer.run { try FileDescriptor.open(pipe, flags: O_WRONLY) }
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.next() }
            withExtendedLifetime(writer) {}
        }
    }

    private static let reader = WorkerPool(name: "reader", width: 2)
    private static let writer = WorkerPool(name: "writer", width: 2)

    @Test("a path below a folder cannot leave it, by dots, by links or from the root")
    func beneath() throws {
        try withFolder { folder in
            try Files.createFolders(folder.appending("root/inner"))
            try Files.replace(folder.appending("secret"), with: [1])
            try Files.replace(folder.appending("root/inner/file"), with: [2])
            #expect(symlink("../secret", "\(folder)/root/link") == 0)
            #expect(symlink("inner", "\(folder)/root/inside") == 0)
            let root = try Folder(opening: folder.appending("root"))
            #expect(try root.open("inner/file", flags: O_RDONLY).bytes(at: 0, count: 9) == [2])
            for path in ["../secret", "inner/../../secret", "link", "inside/file", "/etc/passwd"] as [Path] {
                let error = #expect(throws: SystemError.self) {
                    try root.open(path, flags: O_RDONLY)
                }
                #expect(error.map { [EXDEV, ELOOP].contains($0.code) } == true, "\(path)")
            }
        }
    }

    private final class Renaming: Sendable {
        let isOver = Atomic(false)
        let hasBegun = Gate()
        let rounds = Atomic(0)
        var count: Int { rounds.load(ordering: .relaxed) }
    }

    @Test("a path with dots is decided although something is renamed all the time")
    func beneathRenames() async throws {
        let folder = try TestFolder()
        try folder.write("root/inner/file", [2])
        try folder.write("secret", [1])
        try folder.write("a", [])
        let renaming = Renaming()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let pool = WorkerPool(name: "rename", width: 1)
            group.addTask {
                try await pool.run {
                    let opened = try Folder(opening: folder.path)
                    while !renaming.isOver.load(ordering: .acquiring) {
                        try opened.rename("a", to: "b")
                        try opened.rename("b", to: "a")
                        renaming.rounds.add(1, ordering: .relaxed)
                        renaming.hasBegun.open()
                    }
                }
            }
            defer { renaming.isOver.store(true, ordering: .releasing) }
            await renaming.hasBegun.wait()
            let root = try Folder(opening: folder.path.appending("root"))
            for _ in 0..<(Nightly.isOn ? 20_000 : 1_000) {
                #expect(try root.open("inner/../inner/file", flags: O_RDONLY).number >= 0)
                let error = #expect(throws: SystemError.self) { try root.open("inner/../../secret", flags: O_RDONLY) }
                #expect(error?.code == EXDEV)
            }
        }
        #expect(renaming.count > 0)
    }

    @Test("a rename without replacing refuses a taken name")
    func renamed() throws {
        try withFolder { folder in
            try Files.replace(folder.appending("a"), with: [1])
            try Files.replace(folder.appending("b"), with: [2])
            let opened = try Folder(opening: folder)
            let error = #expect(throws: SystemError.self) { try opened.rename("a", to: "b") }
            #expect(error?.code == EEXIST)
            try opened.rename("a", to: "c")
            #expect(try Files.list(folder) == ["b", "c"])
        }
    }

    @Test("a system error says what was attempted, on what, and why")
    func message() {
        #expect(
            SystemError("open", on: "a b", code: ENOSPC).description
                == "cannot open a b: No space left on device (ENOSPC)")
        #expect(SystemError("read", code: 9_999).name == "errno 9999")
    }

    private func withFolder(_ body: (Path) throws -> Void) throws {
        let folder = try TestFolder()
        try body(folder.path)
    }
}
