import CompassTesting
import Glibc
import Platform
import Synchronization
import Testing

/// Real programs that bring a file into a watched folder, interrupted or slow: it is one run, with all of its bytes.
@Suite(.timeLimit(.minutes(4))) struct TransferTests {
    /// More than `rsync` holds back before it writes.
    private static let bytes = Samples.mp4(7, payload: 8_000_000)
    private static let clip: Path = "in/clip.mp4"

    private static func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/clips.yaml",
            Sandbox.watching("clips").replacing("patience: 200ms", with: "patience: 1h, recursive: true"))
        try sandbox.write("out/clip.mp4", bytes)
        try Files.createFolders(sandbox.folder.appending("in"))
        return sandbox
    }

    /// Whether an entry is about the file and says so of it.
    private static func says(_ name: String, _ text: String) -> @Sendable (Value) -> Bool {
        { $0["file"]?.string?.hasSuffix("/clip.mp4") == true && $0[name]?.string == text }
    }

    /// The file is taken, once and as a whole, and a later look finds nothing else to take.
    private static func check(_ sandbox: Sandbox, _ process: LongLived) async throws {
        try await process.entry("watch-processed", says("status", "succeeded"))
        #expect(try await process.end(after: SIGTERM) == 0)
        try await sandbox.compass("watch", "clips", "--once", ending: 0)
        let runs = try await sandbox.list("runs", "list")
        #expect(runs.map { $0["status"] } == ["succeeded"], "\(runs)")
        #expect(runs.map { $0["file"] } == ["in/clip.mp4"], "\(runs)")
        let objects = try sandbox.objects()
        #expect(objects.count == 1)
        for object in objects { #expect(try sandbox.read(object) == bytes) }
        #expect(try sandbox.read(clip) == bytes)
        #expect(try sandbox.kept() == [])
    }

    // MARK: rsync

    /// Starts a transfer that takes seconds, and ends it when a part of the file has arrived.
    ///
    /// - Parameter arriving: whether something lies there that has what the test waits for.
    private static func interrupt(_ sandbox: Sandbox, _ options: [Path], _ arriving: @Sendable () async throws -> Void)
        async throws
    {
        let folder = sandbox.folder
        let rsync = try ChildProcess(
            "/usr/bin/rsync", ["-a", "--bwlimit=1000"] + options + ["out/clip.mp4", "in/"],
            environment: Sandbox.environment, folder: folder, output: .pipe, errors: .null)
        // Of its own: what is waited for here must not wait for a thread behind other tests.
        let pool = WorkerPool(name: "transfer", width: 2)
        let exit = Task { try await pool.run { try rsync.wait() } }
        do {
            try await arriving()
            try await pool.run { try waitForPart(in: folder.appending("in"), of: rsync) }
        } catch {
            rsync.signal(SIGKILL)
            _ = try await exit.value
            throw error
        }
        rsync.signal(SIGTERM)
        // With which of its errors it ends when its processes stop one after another is no matter of this test, and
        // not always that of an interruption. Its receiver, which keeps what has arrived, may end after it.
        let end = try await exit.value
        #expect(end.status != 0, "it was not interrupted: \(end)")
        _ = try await pool.run { try rsync.output?.readToEnd(limit: 1 << 20) }
    }

    /// Waits until a program has written something into a folder.
    ///
    /// - Throws: `SystemError`; an issue when its output ends before.
    private static func waitForPart(in folder: Path, of program: ChildProcess) throws {
        let changes = FileDescriptor(owning: try systemCall("watch folders") { inotify_init1(Int32(IN_CLOEXEC)) })
        let mask = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO)
        try systemCall("watch") { folder.withCString { inotify_add_watch(changes.number, $0, mask) } }
        var ends = [changes.number, try #require(program.output).number].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while !parts(of: folder).contains(where: { $0.size > 0 }) {
            try systemCall("wait for a part") { poll(&ends, 2, -1) }
            try #require(ends[1].revents == 0, "it ended before anything had arrived")
            _ = try changes.readSome(limit: 65_536)
        }
    }

    /// All files below a folder.
    private static func parts(of folder: Path) -> [FileStatus] {
        ((try? Files.list(folder)) ?? []).flatMap { name -> [FileStatus] in
            let path = folder.appending(name)
            guard let status = try? FileStatus.of(path, followingLinks: false) else { return [] }
            return status.kind == .folder ? parts(of: path) : [status]
        }
    }

    private static func complete(_ sandbox: Sandbox, _ options: [Path]) async throws {
        try await sandbox.run("/usr/bin/rsync", ["-a"] + options + ["out/clip.mp4", "in/"], ending: 0)
    }

    @Test("W9: what rsync has not renamed yet is ignored and said to be, and the file is taken when it has its name")
    func rsync() async throws {
        let sandbox = try Self.sandbox()
        let process = try await sandbox.up()
        try await Self.interrupt(sandbox, []) {
            let entry = try await process.entry("watch-ignored")
            #expect(entry["file"]?.string?.hasPrefix("in/.clip.mp4.") == true, "\(entry)")
            #expect(entry["message"]?.string?.hasSuffix("a transfer of rsync in progress") == true, "\(entry)")
        }
        // rsync removes what it has begun, unless two signals meet in its receiver; a part that stays is nobody's file.
        try await Self.complete(sandbox, [])
        try await Self.check(sandbox, process)
    }

    @Test("W9: with --inplace the file waits while rsync writes, and as incomplete when that was interrupted")
    func rsyncInPlace() async throws {
        let sandbox = try Self.sandbox()
        let process = try await sandbox.up()
        try await Self.interrupt(sandbox, ["--inplace"]) {
            try await process.entry("watch-waiting", Self.says("reason", "open-for-writing"))
        }
        try await process.entry("watch-waiting", Self.says("reason", "incomplete"))
        try await Self.complete(sandbox, ["--inplace"])
        try await Self.check(sandbox, process)
    }

    @Test(
        "W9: what rsync keeps of an interrupted transfer in a folder of its own is no file of the watched one",
        arguments: [".rsync-partial", "parts/.rsync-partial"] as [Path])
    func rsyncPartial(partial: Path) async throws {
        let sandbox = try Self.sandbox()
        let folder = sandbox.folder.appending("in").appending(partial)
        if partial.folder != "." { try Files.createFolders(folder.folder) }
        let option = Path("--partial-dir=\(partial == ".rsync-partial" ? partial : folder)")
        // A receiver that is told to end by two others at once may keep nothing.
        for _ in 0..<10 where !Files.exists(folder.appending("clip.mp4")) {
            try await Self.interrupt(sandbox, [option]) {}
        }
        try #require(Files.exists(folder.appending("clip.mp4")))
        // Its first look comes upon what is kept.
        let process = try await sandbox.up()
        let entry = try await process.entry("watch-ignored")
        #expect(entry["file"]?.string == "in/\(partial)", "\(entry)")
        try await Self.complete(sandbox, [option])
        try await Self.check(sandbox, process)
    }

    @Test("W9: with --delay-updates the file is taken when it is put into its place")
    func rsyncDelayed() async throws {
        let sandbox = try Self.sandbox()
        let process = try await sandbox.up()
        try await Self.complete(sandbox, ["--delay-updates"])
        try await Self.check(sandbox, process)
    }

    // MARK: Slow ones

    @Test(
        "W1: what a program writes as slowly as its source gives it is taken when the program is done",
        arguments: [["/usr/bin/cp", "out/pipe", "in/clip.mp4"], ["/usr/bin/curl", "-sS", "-o", "in/clip.mp4", "URL"]])
    func slow(command: [String]) async throws {
        let sandbox = try Self.sandbox()
        let pipe = sandbox.folder.appending("out/pipe")
        try systemCall("mkfifo") { pipe.withCString { mkfifo($0, 0o600) } }
        let process = try await sandbox.up()
        let arguments = command.dropFirst().map { Path($0 == "URL" ? "file://\(pipe)" : $0) }
        let writer = Task { try await sandbox.run(Path(command[0]), arguments) }
        let pool = WorkerPool(name: "transfer", width: 1)
        let end = Mutex<FileDescriptor?>(nil)
        try await pool.run {
            // Waits until the program has opened its source.
            let opened = try FileDescriptor.open(pipe, flags: O_WRONLY)
            try opened.write(Array(Self.bytes.prefix(3_000_000)))
            end.withLock { $0 = opened }
        }
        try await process.entry("watch-waiting", Self.says("reason", "open-for-writing"))
        #expect(process.count("run-started") == 0)
        // That it is closed then is what ends the file.
        try await pool.run {
            try end.withLock { end in
                try end?.write(Array(Self.bytes.dropFirst(3_000_000)))
                end = nil
            }
        }
        #expect(try await writer.value.status == 0)
        try await Self.check(sandbox, process)
    }

    // MARK: From another disk

    @Test(
        "W1, W10: a file that comes from another disk is taken whole, whatever its times say",
        arguments: [["/usr/bin/mv"], ["/usr/bin/cp"], ["/usr/bin/cp", "-p"], ["/usr/bin/cp", "--sparse=always"]])
    func fromElsewhere(command: [String]) async throws {
        let sandbox = try Self.sandbox()
        let elsewhere = try TestFolder(in: "/dev/shm")
        let devices = try [elsewhere.path, sandbox.folder].map { try FileStatus.of($0).device }
        try #require(devices[0] != devices[1])
        let source = elsewhere.file("clip.mp4")
        try Files.replace(source, with: Self.bytes)
        try await sandbox.run("/usr/bin/touch", ["-d", "2001-02-03", source], ending: 0)
        let process = try await sandbox.up()
        try await sandbox.run(Path(command[0]), command.dropFirst().map { Path($0) } + [source, Self.clip], ending: 0)
        try await Self.check(sandbox, process)
        #expect(Files.exists(source) == (command[0] != "/usr/bin/mv"))
    }
}
