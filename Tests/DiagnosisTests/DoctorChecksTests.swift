import CompassTesting
@testable import Diagnosis
import Glibc
import LocalStore
import Pipelines
import Platform
import Representations
import Testing

@Suite struct DoctorChecksTests {
    @Test("limits are compared with what the workspace needs")
    func limits() {
        let states = { (limits: LimitChecks.Limits, watches: Int, folders: Int) in
            LimitChecks(limits: limits, watches: watches, folders: folders, workers: 32).findings().map {
                "\($0.check) \($0.state)"
            }
        }
        let usual = LimitChecks.Limits(watches: 8_192, instances: 128, queuedEvents: 16_384, openFiles: 1_024)
        #expect(
            states(usual, 1, 10) == ["inotify-watches ok", "inotify-instances ok", "inotify-queue ok", "open-files ok"])
        #expect(states(usual, 1, 6_145)[0] == "inotify-watches warning")
        #expect(states(usual, 1, 8_193)[0] == "inotify-watches problem")
        #expect(states(usual, 500, 500)[1] == "inotify-instances ok", "all folders share one")
        let single = LimitChecks.Limits(watches: 8_192, instances: 1, queuedEvents: 16_384, openFiles: 1_024)
        #expect(states(single, 1, 1)[1] == "inotify-instances problem")
        let small = LimitChecks.Limits(watches: 8_192, instances: 128, queuedEvents: 100, openFiles: 256)
        #expect(Array(states(small, 1, 1)[2...]) == ["inotify-queue warning", "open-files problem"])
        #expect(states(small, 0, 0)[2] == "inotify-queue ok", "without watches nothing overflows")
        let silent = LimitChecks.Limits(watches: nil, instances: nil, queuedEvents: nil, openFiles: 1_024)
        #expect(states(silent, 1, 1) == ["open-files ok"])
    }

    @Test("advice names the setting and a value that is enough")
    func advice() {
        let limits = LimitChecks.Limits(watches: 20, instances: 128, queuedEvents: 16_384, openFiles: 1_024)
        let finding = LimitChecks(limits: limits, watches: 1, folders: 400_000, workers: 1).findings()[0]
        #expect(
            finding.message
                == "400000 folders to watch, fs.inotify.max_user_watches is 20: the rest would only be polled")
        #expect(finding.advice?.hasPrefix("sudo sysctl fs.inotify.max_user_watches=800000, ") == true)
    }

    @Test(
        "documents without a backup on record, and with an old one, are a warning",
        arguments: [
            (nil, false, []), (nil, true, ["warning there are documents, and no backup of them is on record"]),
            ("2026-03-08T07:00:00Z", false, []),
            ("2026-03-08T07:00:00Z", true, ["ok the last backup on record is of 2026-03-08T07:00:00Z"]),
            (
                "2026-02-28T06:59:59Z", true,
                ["warning the last backup on record is of 2026-02-28T06:59:59Z, which is more than 8 days ago"]
            ), ("yesterday", true, ["warning there are documents, and no backup of them is on record"]),
        ] as [(String?, Bool, [String])])
    func backup(last: String?, hasDocuments: Bool, expected: [String]) throws {
        let folder = try TestFolder()
        if let last { try folder.write("last-backup", Array("\(last)\n".utf8)) }
        let now = try #require(Timestamp(rfc3339: "2026-03-08T07:00:00Z"))
        let findings = BackupChecks.findings(in: folder.path, hasDocuments: hasDocuments, now: now)
        #expect(findings.map { "\($0.state.rawValue) \($0.message)" } == expected)
        #expect(findings.allSatisfy { ($0.advice == nil) == ($0.state == .ok) })
    }

    @Test("runs that have not begun are told, and are a warning where their pipeline is gone")
    func awaited() {
        func run(_ id: String, of pipeline: String, _ reason: AwaitedRun.Reason) -> AwaitedRun {
            AwaitedRun(
                run: id, upload: nil, webhook: "/hooks/a", pipeline: pipeline, since: Timestamp(microseconds: 0),
                reason: reason)
        }
        let findings = ServiceChecks.awaited([
            run("A", of: "here", .turn), run("B", of: "gone", .noPipeline), run("C", of: "gone", .noPipeline),
            run("D", of: "here", .file(server: "https://example.org")),
        ])
        #expect(
            findings.map { "\($0.state.rawValue) \($0.message)" } == [
                "ok 2 runs of uploads and webhooks have not begun",
                "warning 2 runs cannot begin, since the workspace has no pipeline `gone` any more",
            ])
        #expect(findings.map(\.figures) == [["ids": ["A", "D"]], ["ids": ["B", "C"]]])
        #expect(findings.map(\.advice) == [nil, "put its file back into pipelines/"])
        #expect(ServiceChecks.awaited([]) == [])
    }

    @Test("folders are counted as they are watched, links not followed")
    func countFolders() throws {
        let folder = try TestFolder()
        try folder.write("a/b/c/file", [])
        try folder.write("d/file", [])
        let link = folder.path.appending("loop")
        folder.path.withCString { target in link.withCString { _ = symlink(target, $0) } }
        #expect(LimitChecks.countFolders(folder.path, isRecursive: true) == 5)
        #expect(LimitChecks.countFolders(folder.path, isRecursive: false) == 1)
        #expect(LimitChecks.countFolders(folder.path, isRecursive: true, limit: 3) >= 3)
        #expect(LimitChecks.countFolders(folder.path.appending("none"), isRecursive: true) == 0)
    }

    @Test("space and inodes that end soon are told")
    func space() {
        let states = { (free: Int64, freeInodes: Int64, inodes: Int64) in
            FileSystemChecks.findings(
                .init(free: free, total: 10_000_000_000, freeInodes: freeInodes, inodes: inodes), of: "/x"
            ).map { "\($0.check) \($0.state)" }
        }
        #expect(states(5_000_000_000, 500, 1_000) == ["disk-space ok", "inodes ok"])
        #expect(states(999_999_999, 99, 1_000) == ["disk-space warning", "inodes warning"])
        #expect(states(99_999_999, 9, 1_000) == ["disk-space problem", "inodes problem"])
        #expect(states(5_000_000_000, 0, 0) == ["disk-space ok"], "btrfs has no number of inodes")
    }

    @Test("it is said whether large files are written directly and share blocks", arguments: [true, false])
    func largeFiles(isAble: Bool) {
        let abilities = FileSystemAbilities(writesDirectly: isAble, clones: isAble)
        let finding = FileSystemChecks.storing(
            abilities, in: "/x", on: FileSystemKind(name: "xfs", missesEvents: false))
        #expect(finding.state == .ok)
        #expect(finding.figures["direct-writes"]?.boolean == isAble)
        #expect(finding.figures["reflinks"]?.boolean == isAble)
        #expect(
            finding.message
                == (isAble
                    ? "/x is on xfs, where large files are written past the page cache (O_DIRECT); those that lie on the "
                        + "same file system are not copied, but share its blocks (reflinks)"
                    : "/x is on xfs, which grants no direct writes: large files are written through the page cache, which "
                        + "takes longer; and it has no reflinks, so all are copied"))
    }

    @Test("what a file system can do is found out on files without names")
    func abilities() throws {
        let folder = try TestFolder()
        let abilities = try FileSystemAbilities.of(folder.path)
        #expect(try Files.list(folder.path).isEmpty)
        let file = try FileDescriptor.open(folder.path.appending("file"), flags: O_RDWR | O_CREAT)
        #expect(((try? file.setDirect(true)) != nil) == abilities.writesDirectly)
        #expect(throws: SystemError.self) { try FileSystemAbilities.of(folder.path.appending("none")) }
    }

    @Test("a clock that cannot be right is a problem")
    func clock() {
        #expect(TimeChecks.clock(now: Timestamp(microseconds: 0)).state == .problem)
        #expect(TimeChecks.clock(now: Timestamp(microseconds: 1_796_000_000_000_000)).state == .ok)
        #expect(TimeChecks.clock(now: Timestamp(microseconds: 4_200_000_000_000_000)).state == .problem)
    }

    private static let unneeded: [(keys: Int, newest: Int64, known: Int64?, doubt: String?)] = [
        (1, 10, 20, nil), (2, 10, 20, nil), (1, 20, 20, nil),
        (
            1, 21, 20,
            "the database is older than its objects: u1/transcript/1_x.pdf is of 1970-01-01T00:00:21Z, and what it knows last is of "
                + "1970-01-01T00:00:20Z"
        ),
        (
            1, 10, nil,
            "the database is older than its objects: u1/transcript/1_x.pdf is of 1970-01-01T00:00:10Z, and it knows of nothing"
        ),
        (3, 10, 20, "the database knows nothing of most objects, so it is the wrong or an old one"),
    ]

    @Test("unneeded objects of four, newer ones than the database knows of or most of all, make the database doubtful")
    func doubt() {
        #expect(ObjectChecks.Unneeded().doubt == nil)
        for (keys, newest, known, doubt) in Self.unneeded {
            var found = ObjectChecks.Unneeded()
            (found.keys, found.objects) = (keys, 4)
            found.newest = ("u1/transcript/1_x.pdf", Timestamp(microseconds: newest * 1_000_000))
            found.newestRecord = known.map { Timestamp(microseconds: $0 * 1_000_000) }
            #expect(found.doubt == doubt)
        }
    }

    @Test("a sound database is said to be so, and what is none is a problem")
    func database() async throws {
        let folder = try TestFolder()
        let path = folder.path.appending("compass.db")
        #expect(DatabaseChecks.findings(.sqlite(path)).map(\.state) == [.ok])
        try folder.write("compass.db", [])
        let empty = DatabaseChecks.findings(.sqlite(path))
        #expect(empty.map(\.state) == [.ok], "\(empty)")
        #expect(empty[0].message == "\(path) is empty; the first write fills it")
        try await LocalStore.open(path).close()
        let sound = DatabaseChecks.findings(.sqlite(path))
        #expect(sound.map(\.state) == [.ok], "\(sound)")
        #expect(sound.first?.figures["journal-mode"]?.string == "wal")
        try folder.write("other.db", Array("this is a shopping list, not a database at all".utf8))
        #expect(DatabaseChecks.findings(.sqlite(folder.path.appending("other.db"))).map(\.state) == [.problem])
    }

    @Test("what waits in the log is a part of the database's size")
    func size() async throws {
        let folder = try TestFolder()
        let (live, copy) = (folder.path.appending("live.db"), folder.path.appending("copy.db"))
        let store = try await LocalStore.open(live)
        for suffix in ["", "-wal"] {
            let file = try FileDescriptor.open(Path("\(live)\(suffix)"), flags: O_RDONLY)
            let size = Int(try file.status().size)
            try folder.write(Path("copy.db\(suffix)"), try file.bytes(at: 0, count: size))
        }
        try await store.close()
        let size = try LocalStore.size(of: copy)
        #expect(size > (try FileStatus.of(copy).size))
        #expect(DatabaseChecks.findings(.sqlite(copy)).first?.figures["size"] == .integer(size))
    }

    @Test("damage, another journal mode and an old schema are told")
    func health() {
        let health = DatabaseHealth(
            journalMode: "delete", schemaVersion: 3, knownVersion: 5, damage: ["row 1 missing from index i"])
        let findings = DatabaseChecks.findings(health, size: 4_096, path: "/none/compass.db")
        #expect(findings.map(\.state) == [.problem, .warning, .warning])
        #expect(findings[0].message == "/none/compass.db is damaged (1 finding): row 1 missing from index i")
    }

    @Test("a schema of a newer program is a problem, with what helps")
    func newer() {
        let health = DatabaseHealth(journalMode: "wal", schemaVersion: 7, knownVersion: 5, damage: [])
        let findings = DatabaseChecks.findings(health, size: 4_096, path: "/none/compass.db")
        #expect(findings.map(\.state) == [.problem])
        #expect(
            findings[0].message
                == "/none/compass.db has schema version 7, and this program knows none after 5: a newer version of compass "
                + "has used it")
        #expect(findings[0].advice?.hasPrefix("use that version or a later one") == true)
        #expect(findings[0].figures["schema-version"] == 7)
    }

    @Test(
        "files of a database that cannot be written are one problem",
        arguments: [(1, ""), (3, ", and 2 files beside it")])
    func unwritable(count: Int, rest: String) {
        #expect(DatabaseChecks.unwritable([], in: "/x", [:]) == nil)
        let refusals = (0..<count).map { SystemError("use", on: "/x/compass.db\($0)", code: EACCES) }
        let finding = DatabaseChecks.unwritable(refusals, in: "/x", [:])
        #expect(finding?.state == .problem)
        #expect(finding?.message == "the database cannot be written: \(refusals[0])\(rest)")
    }

    @Test("a page that was overwritten is found")
    func damage() async throws {
        let folder = try TestFolder()
        let path = folder.path.appending("compass.db")
        try await LocalStore.open(path).close()
        let file = try FileDescriptor.open(path, flags: O_RDWR)
        let size = try file.status().size
        // The first page stays, so that it is still a database.
        for offset in stride(from: Int64(4_096), to: size, by: 4_096) {
            let bytes = [UInt8](repeating: 0xA5, count: 64)
            #expect(bytes.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, off_t(offset)) } == 64)
        }
        #expect(DatabaseChecks.findings(.sqlite(path)).map(\.state).contains(.problem))
    }

    @Test("a program that a stage needs and that is missing is a problem; where runs do without it, a warning")
    func programs() throws {
        let folder = try TestFolder()
        let (ffmpeg, pdfinfo) = (
            RequiredProgram("ffmpeg", package: "ffmpeg"), RequiredProgram("pdfinfo", package: "poppler-utils")
        )
        let uses = [
            ProgramChecks.Use(program: ffmpeg, stage: "thumbnail of video", isOptional: true),
            ProgramChecks.Use(program: ffmpeg, stage: "web of video", isOptional: false),
            ProgramChecks.Use(program: ffmpeg, stage: "web of film", isOptional: false),
            ProgramChecks.Use(program: pdfinfo, stage: "pages of transcript", isOptional: true),
        ]
        let path = "/none:\(folder.path)"
        let missing = ProgramChecks.findings(uses, path: path)
        #expect(missing.map(\.state) == [.problem, .warning])
        #expect(
            missing.map(\.message) == [
                "there is no program ffmpeg, and web of video (and 1 more) fails without it",
                "there is no program pdfinfo; runs do without what pages of transcript makes",
            ])
        #expect(
            missing.map(\.advice) == [
                "sudo apt install ffmpeg, or put it into a folder of PATH: \(path)",
                "sudo apt install poppler-utils, or put it into a folder of PATH: \(path)",
            ])
        for name: Path in ["ffmpeg", "pdfinfo"] {
            let program = try folder.write(name, Array("#!/bin/sh\n".utf8))
            #expect(program.withCString { chmod($0, 0o755) } == 0)
        }
        #expect(ProgramChecks.findings(uses, path: path).map(\.message) == ["installed: ffmpeg, pdfinfo"])
        #expect(ProgramChecks.findings([], path: path).isEmpty)
    }

    @Test("an address that another program has is a problem; looking lets nobody in and leaves it free")
    func address() throws {
        let taken = try TCPSocket.listen(host: "127.0.0.1", port: 0)
        let port = try TCPSocket.address(of: taken).port
        let finding = try #require(ServerChecks.address("localhost", port: port).first)
        #expect(finding.state == .problem)
        #expect(
            finding.message
                == "the server cannot start: cannot listen at 127.0.0.1:\(port): Address already in use (EADDRINUSE)")
        #expect(finding.advice?.hasPrefix("`sudo ss -ltnp 'sport = :\(port)'` names the program that has it") == true)
        for _ in 0..<2 { #expect(ServerChecks.address("127.0.0.1", port: 0).map(\.state) == [.ok]) }
        #expect(ServerChecks.address("192.0.2.1", port: 0).map(\.state) == [.problem], "it is not of this machine")
    }

    @Test("what a running service tells of its troubles is a problem")
    func trouble() throws {
        let paused: Value = [
            "kind": "watch", "pipeline": "video", "path": "inbox/{user}", "state": "paused",
            "detail": "the disk is full",
        ]
        let finding = try #require(ServiceChecks.trouble(paused))
        #expect(finding.check == "intake" && finding.state == .problem)
        #expect(finding.message == "video takes no files from inbox/{user} now: the disk is full")
        let schedule: Value = ["kind": "schedule", "pipeline": "sweep", "problem": "the database is locked"]
        #expect(ServiceChecks.trouble(schedule)?.check == "schedule")
        #expect(ServiceChecks.trouble(["kind": "schedule", "pipeline": "sweep", "problem": .null]) == nil)
        #expect(ServiceChecks.trouble(["kind": "watch", "state": "watching"]) == nil)
        #expect(ServiceChecks.trouble(["kind": "service", "state": "ready"]) == nil)
    }

    @Test("the folders that a watch means are found, those that match first, and no more than a bounded number")
    func places() throws {
        let folder = try TestFolder()
        for name in ["jo/docs/a/b/x", "al/docs/x", "al/docs/done/x", "al/docs/.git/x", "al/other/x", ".hid/docs/x"] {
            try folder.write(Path("inbox/\(name)"), [])
        }
        func names(_ trigger: WatchTrigger) -> [String] {
            let base = folder.path.appending("inbox")
            return WatchedPlaces(trigger, base: base, root: folder.path).places.map {
                String($0.folder.description.dropFirst(base.description.count + 1))
            }
        }
        var trigger = WatchTrigger(path: "inbox/{user}/docs")
        #expect(names(trigger) == ["al/docs", "jo/docs"])
        trigger.isRecursive = true
        trigger.onSuccess = .move("done")
        #expect(names(trigger) == ["al/docs", "jo/docs", "jo/docs/a", "jo/docs/a/b"])
        for index in 0..<150 { try folder.write(Path("inbox/u\(index)/docs/x"), []) }
        #expect(names(trigger).count == WatchedPlaces.most)
        let missing = WatchedPlaces(trigger, base: folder.path.appending("none"), root: folder.path)
        #expect(missing.places.isEmpty && missing.closed.isEmpty && missing.isComplete)
    }
}
