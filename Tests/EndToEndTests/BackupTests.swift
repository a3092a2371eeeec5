import CompassTesting
import Glibc
import Platform
import Testing

/// `compass backup` and `compass restore` of the built program.
@Suite struct BackupTests {
    /// Two versions of one document, one in the trash, one shared, a refused file, and a definition that is not ASCII.
    static func filled() async throws -> Sandbox {
        let sandbox = try Sandbox()
        for (name, index) in [("clip", 1), ("other", 3), ("gone", 4)] {
            try sandbox.write(Path("\(name).mp4"), Samples.mp4(UInt8(index)))
        }
        try sandbox.write("bad.mp4", "no film")
        try await sandbox.compass(
            "run", "video", "clip.mp4", "other.mp4", "gone.mp4", "bad.mp4", "-i", "schools=stanford", ending: 3)
        try sandbox.write("clip.mp4", Samples.mp4(2))
        try await sandbox.compass("run", "video", "clip.mp4", "-i", "schools=stanford", ending: 0)
        try #require(try await sandbox.compass("documents", "trash", "gone").status == 0)
        try sandbox.write("pipelines/fixtures/Größe\nund so.txt", "odd")
        return sandbox
    }

    private static func everything(_ sandbox: Sandbox, in workspace: Path) async throws -> [[Value]] {
        var all: [[Value]] = []
        for command in [
            ["documents", "list"], ["documents", "list", "--trashed"], ["documents", "versions", "clip"],
            ["runs", "list"],
            ["quarantine", "list"], ["schools", "list"],
        ] as [[Path]] {
            let output = try await sandbox.compass(["-w", workspace] + command + ["--json"], ending: 0)
            all.append(try output.lines)
        }
        return all
    }

    @Test("`-` writes the backup to standard output, whole and compared, and makes no file of that name")
    func standardOutput() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1)])
        try await sandbox.compass("run", "video", "clip.mp4", ending: 0)
        try await sandbox.run(
            "/bin/sh", ["-c", "\"$0\" backup - > b.tar", Sandbox.program], ending: 0,
            errors: .has("standard output: 1 version, "))
        #expect(!Files.exists(sandbox.folder.appending("-")))
        try await sandbox.compass("restore", "b.tar", "--check", ending: 0, text: .has("b.tar is whole: "))
        try await sandbox.compass(
            "backup", "-", "--json", ending: 2,
            errors: .starts("compass: `-` and `--json` exclude each other: both write to standard output\n"))
    }

    @Test("what is restored is what was backed up: documents, versions, trash, runs, quarantine, definitions")
    func roundTrip() async throws {
        let sandbox = try await Self.filled()
        let outside = try TestFolder()
        let made = try await sandbox.compass("backup", outside.file("b.tar"), "--json", ending: 0)
        let report = try #require(try made.lines.first)
        #expect(report["versions"]?.integer == 4)
        #expect(report["objects"]?.integer == 4)
        #expect(report["damage"]?.list?.isEmpty == true)
        #expect(try FileStatus.of(outside.file("b.tar")).mode == 0o600)
        #expect(try Files.list(outside.path) == ["b.tar"], "nothing is left beside it")

        let restored = try await sandbox.compass("restore", outside.file("b.tar"), outside.file("new"), ending: 0)
        #expect(restored.text.contains("is a workspace now, as it was at 20"))
        #expect(restored.text.contains("3 documents (1 in the trash), 4 versions."))
        #expect(try FileStatus.of(outside.file("new")).mode & 0o777 == 0o700, "what is in it is its owner's alone")
        let before = try await Self.everything(sandbox, in: sandbox.folder)
        let after = try await Self.everything(sandbox, in: outside.file("new"))
        let moved = { (values: [[Value]]) in
            values.map {
                $0.map {
                    $0.json.replacing(sandbox.folder.text, with: "W").replacing(outside.file("new").text, with: "W")
                }
            }
        }
        #expect(moved(before) == moved(after))
        #expect(
            after.joined().contains { $0["file-url"]?.string?.hasPrefix("file://\(outside.file("new"))/") ?? false })
        for name in ["compass.yaml", "schools.yaml", "pipelines/video.yaml", "pipelines/fixtures/Größe\nund so.txt"]
            as [Path]
        {
            #expect(try Files.read(outside.file("new").appending(name), limit: 1 << 20) == sandbox.read(name))
        }
        // The new workspace works, and has every byte.
        let health = try await sandbox.compass("-w", outside.file("new"), "doctor", "--json")
        #expect(!health.text.contains("\"status\":\"problem\""), "\(health)")
        let bytes = try await sandbox.compass("-w", outside.file("new"), "documents", "download", "clip", "-o", "-")
        #expect(Array(bytes.text.utf8).count == Samples.mp4(2).count || bytes.status == 0)
        let released = try await sandbox.compass("-w", outside.file("new"), "quarantine", "list", "--json").lines
        #expect(released.count == 1)
        try await sandbox.compass("-w", outside.file("new"), "run", "video", "other.mp4", "-i", "title=clip", ending: 0)
    }

    @Test("a file that is there is not replaced, unless it is to be; nothing else is")
    func existing() async throws {
        let sandbox = try await Self.filled()
        try sandbox.write("b.tar", "mine")
        try await sandbox.compass("backup", "b.tar", ending: 2, errors: .starts("compass: b.tar exists"))
        #expect(try sandbox.read("b.tar") == Array("mine".utf8))
        #expect(try await sandbox.compass("backup", "b.tar", "--force").status == 0)
        #expect(try await sandbox.compass("restore", "b.tar", "--check").status == 0)
        try Files.createFolders(sandbox.folder.appending("a-folder"))
        let folder = try await sandbox.compass("backup", "a-folder", "--force", ending: 2)
        #expect(folder.errors.hasPrefix("compass: a-folder is not a file"), "\(folder)")
        let own = try await sandbox.compass("backup", ".compass/compass.db", "--force")
        #expect(own.status == 2 && own.errors.contains("which is a part of the workspace"), "\(own)")
        try await sandbox.compass("backup", "no/where.tar", ending: 1)
    }

    @Test(
        "a closed terminal ends a backup and a restoring as Ctrl-C does, and nothing is left",
        arguments: Nightly.isOn ? [SIGHUP, SIGTERM] : [SIGHUP])
    func hangUp(signal: Int32) async throws {
        let sandbox = try await Self.filled()
        let backup = try await sandbox.start(stoppingAt: "backup.written", ["backup", "b.tar"])
        backup.signal(signal)
        backup.signal(SIGCONT)
        // It may have come to its end before it heard.
        #expect([0, 128 + signal].contains(try await sandbox.end(of: backup)))
        // It was whole already, or is not there; what it was made in never is.
        #expect(try Files.list(sandbox.folder).allSatisfy { !$0.text.contains("backup-part") })
        try #require(try await sandbox.compass("backup", "b.tar", "--force").status == 0)
        let restoring = try await sandbox.start(stoppingAt: "restore.filled", ["restore", "b.tar", "new"])
        restoring.signal(signal)
        restoring.signal(SIGCONT)
        #expect([0, 128 + signal].contains(try await sandbox.end(of: restoring)))
        #expect(!Files.exists(sandbox.folder.appending("new/.compass-restoring")))
    }

    @Test("objects that are damaged or gone are told, and the rest is backed up")
    func lostObjects() async throws {
        let sandbox = try await Self.filled()
        let objects = try sandbox.objects()
        let (changed, gone) = (
            try #require(objects.first { $0.text.hasSuffix("clip.mp4") }), try #require(objects.last)
        )
        try sandbox.write(changed, try sandbox.read(changed).reversed())
        try Files.remove(sandbox.folder.appending(gone))
        let output = try await sandbox.compass("backup", "b.tar", "--json", ending: 1)
        #expect(try output.lines.first?["damage"]?.list?.count == 2)
        #expect(output.errors.contains("is damaged: its SHA-256 is"), "\(output)")
        #expect(output.errors.contains("is not there"), "\(output)")
        let restored = try await sandbox.compass("restore", "b.tar", "new")
        #expect(restored.status == 1, "what is not there cannot be restored")
        #expect(restored.errors.contains("has no bytes"), "\(restored)")
        let checked = try await sandbox.compass("restore", "b.tar", "--check")
        #expect(checked.status == 1 && checked.text.contains("with what was damaged or missing then"), "\(checked)")
        let lines = Set(restored.errors.split(separator: "\n").filter { $0.hasPrefix("compass: the ") })
        #expect(lines.count == 2 && lines.isSubset(of: checked.errors.split(separator: "\n")), "\(checked)")
        let record = try #require(try await sandbox.compass("restore", "b.tar", "--check", "--json").lines.first)
        #expect(record["damage"]?.list?.count == 2, "\(record.json)")
        #expect(try record["versions"] == output.lines.first?["versions"], "\(record.json)")
        #expect(try await sandbox.compass("-w", "new", "documents", "list", "--json").lines.count == 2)
    }

    @Test("a backup of a workspace that is at work is one of one moment: every version in it has its bytes")
    func atWork() async throws {
        let sandbox = try await Self.filled()
        // A run that has its intent on record and not yet its object.
        let busy = try await sandbox.start(
            stoppingAt: "engine.intent-recorded", ["run", "video", "other.mp4", "-i", "title=busy"])
        #expect(try await sandbox.compass("backup", "b.tar").status == 0)
        busy.signal(SIGCONT)
        #expect(try await sandbox.end(of: busy) == 0)
        let restored = try await sandbox.compass("restore", "b.tar", "new", "--json", ending: 0)
        #expect(try restored.lines.first?["unfinished-runs"]?.integer == 1)
        // It goes on there, from the file that is still where it was.
        try await sandbox.compass("-w", "new", "runs", "resume", ending: 0)
        #expect(
            try await sandbox.compass("-w", "new", "documents", "list", "--search", "busy", "--json").lines.count == 1)
    }

    @Test("killed in the middle of restoring, the folder says so, and is no workspace")
    func killedRestoring() async throws {
        let sandbox = try await Self.filled()
        try #require(try await sandbox.compass("backup", "b.tar").status == 0)
        let child = try await sandbox.start(stoppingAt: "restore.filled", ["restore", "b.tar", "new"])
        child.signal(SIGKILL)
        _ = try await sandbox.end(of: child)
        try await sandbox.compass("-w", "new", "documents", "list", ending: 2)
        let again = try await sandbox.compass("restore", "b.tar", "new", ending: 1)
        #expect(again.errors.contains("A backup is being restored into new, or was and did not end."), "\(again)")
    }

    @Test(
        "a backup or an export that the disk has no room for is named, and nothing of it is left",
        .enabled(if: geteuid() == 0, "only root can mount a small disk"),
        arguments: ([["backup", "small/b.tar"], ["export", "-o", "small/u1"]] as [[Path]])
            .prefix(Nightly.isOn ? 2 : 1))
    func noRoom(arguments: [Path]) async throws {
        let sandbox = try Sandbox(["large.mp4": Samples.mp4(1, payload: 6_000_000)])
        try #require(try await sandbox.compass("run", "video", "large.mp4").status == 0)
        // There is room for a copy of the database.
        let script = """
            mkdir small && mount -t tmpfs -o size=5m none small && "$0" "$@"; status=$?
            ls -A small; umount small; exit $status
            """
        let output = try await sandbox.run(
            "/usr/bin/unshare", ["--mount", "/bin/sh", "-c", Path(script), Sandbox.program] + arguments, ending: 1)
        let target = try #require(arguments.last)
        #expect(
            output.errors.contains(
                "compass: There is no room for \(target): No space left on device. Nothing of it is left. Make room on its "
                    + "disk, or choose another one.\n"), "\(output)")
        #expect(output.text == "", "\(output)")
    }
}
