import CompassTesting
import Platform
import Testing

/// What erases for good, and whom it asks.
@Suite struct ErasingTests {
    /// Runs a command on a terminal of its own and answers its question.
    private static let terminal = """
        import os, pty, sys
        pid, screen = pty.fork()
        if pid == 0:
            os.execv(sys.argv[2], sys.argv[2:])
        text = b""
        while True:
            try:
                some = os.read(screen, 65536)
            except OSError:
                break
            if not some:
                break
            if b"[y/N]" in some:
                os.write(screen, sys.argv[1].encode() + b"\\n")
            text += some
        sys.stdout.buffer.write(text.replace(b"\\r\\n", b"\\n"))
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """

    private let sandbox: Sandbox
    private let video: Path

    /// A video in two versions, shared with two schools.
    init() async throws {
        sandbox = try Sandbox()
        for seed in [1, 2] as [UInt8] {
            try sandbox.write("clip.mp4", Samples.mp4(seed))
            try await sandbox.compass("run", "video", "clip.mp4", "-i", "schools=ucla,stanford", ending: 0)
        }
        video = Path(try #require(try await sandbox.list("documents", "list").first?["id"]?.string))
    }

    private func onTerminal(_ answer: Path, _ arguments: Path...) async throws -> Sandbox.Output {
        try await sandbox.run("/usr/bin/python3", ["-c", Path(Self.terminal), answer, Sandbox.program] + arguments)
    }

    private func versions() async throws -> [Value?] {
        try await sandbox.list("documents", "versions", video).map { $0["version"] }
    }

    @Test("where there is no terminal nothing is erased without `--yes`, whatever standard input says")
    func withoutTerminal() async throws {
        try sandbox.write("answer", "y\n")
        try sandbox.write("grades.mp4", Samples.pdf())
        #expect(try await sandbox.compass("run", "video", "grades.mp4").status == 3)
        let held = try #require(try await sandbox.list("quarantine", "list").first?["id"]?.string)
        for input in ["</dev/null", "<answer", "<&-", "<clip.mp4 2>/dev/null"].prefix(Nightly.isOn ? 4 : 2) {
            for command in [
                "documents delete \(video)", "documents delete \(video) --version 1", "quarantine discard \(held)",
            ] {
                try await sandbox.run(
                    "/bin/sh", ["-c", Path("\(Sandbox.program) \(command) \(input)")], ending: 2, text: .equals(""))
            }
        }
        #expect(try await versions() == [2, 1])
        #expect(try sandbox.objects().count == 2)
        #expect(try await sandbox.list("quarantine", "list").count == 1)
    }

    @Test("the refusal says what `--yes` would erase")
    func refusal() async throws {
        let document = try await sandbox.compass("documents", "delete", video)
        #expect(
            document.errors.hasPrefix(
                """
                compass: nothing was deleted, as there is no terminal to ask on; with `--yes` it would delete the document \
                `clip` with versions 2 and 1, which is shared with ucla and stanford
                """), "\(document)")
        try await sandbox.compass(
            "documents", "delete", video, "--version", "2",
            errors: .has(
                "delete version 2 of `clip` (clip.mp4, ",
                "the document stays with version 1, and version 1 becomes the current one"))
    }

    @Test("on a terminal the question names all that goes, and only yes erases")
    func question() async throws {
        for answer in ["n", "", "y"] as [Path] {
            let output = try await onTerminal(answer, "documents", "delete", video)
            #expect(
                output.text.hasPrefix(
                    """
                    Are you sure you want to delete the document `clip` with versions 2 and 1, which is shared with ucla and \
                    stanford? This action cannot be undone. [y/N]
                    """), "\(output)")
            #expect(output.status == (answer == "y" ? 0 : 1), "\(output)")
            #expect(
                output.text.hasSuffix(answer == "y" ? "Deleted clip, 2 versions.\n" : "Nothing was deleted.\n"),
                "\(output)")
            #expect(try sandbox.objects().count == (answer == "y" ? 0 : 2))
        }
    }

    @Test("a version is deleted by its number, the current one too, and the document by the id of any version")
    func versionOrDocument() async throws {
        try sandbox.write("clip.mp4", Samples.mp4(3))
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        let first = try await sandbox.compass("documents", "delete", video, "--version", "3", "--yes")
        #expect(first.status == 0 && first.text == "Deleted version 3 of clip.\n", "\(first)")
        #expect(try await versions() == [2, 1])
        let shown = try #require(try await sandbox.list("documents", "list").first)
        #expect(shown["version"] == 2 && shown["shared-with"] == ["ucla", "stanford"], "\(shown)")
        try await sandbox.compass(
            "documents", "delete", video, "--version", "3", "--yes", ending: 2,
            errors: .equals("compass: `clip` has no version 3. It has versions 2 and 1.\n"))
        let trashed = try await sandbox.compass("documents", "trash", video, "--version", "2")
        #expect(trashed.text == "Version 2 of clip is in the trash.\n", "\(trashed)")
        let old = try #require(try await sandbox.list("documents", "list").first)
        #expect(old["version"] == 1)
        let only = try await sandbox.compass("documents", "delete", video, "--version", "1", "--yes")
        #expect(only.status == 1 && only.errors.contains("No other version of `clip` than 1 is left"), "\(only)")
        let former = Path(try #require(old["id"]?.string))
        try await sandbox.compass("documents", "delete", former, "--yes", text: .equals("Deleted clip, 2 versions.\n"))
        #expect(try sandbox.objects() == [])
    }

    @Test(
        "on a full disk documents can be deleted, down to the last free byte",
        arguments: [0, 4_096, 40_000, 400_000].prefix(Nightly.isOn ? 4 : 1))
    func fullDisk(free: Int) async throws {
        let sandbox = try Sandbox()
        for seed in [1, 2, 3] as [UInt8] {
            try sandbox.write(Path("clip\(seed).mp4"), Samples.mp4(seed, payload: 600_000))
        }
        let script = """
            mkdir .compass && mount -t tmpfs -o size=16m,mode=700 compass .compass || exit 9
            for clip in clip1 clip2 clip3; do "$COMPASS" run video $clip.mp4 >&2 || exit 8; done
            "$COMPASS" documents list --json >list
            cat /dev/zero >.compass/filler 2>/dev/null
            truncate -s -\(free) .compass/filler
            stat -f -c %a .compass
            for id in $(sed 's/.*"id":"\\([^"]*\\)".*/\\1/' list | head -2); do
                "$COMPASS" documents delete "$id" --yes || exit 7
            done
            rm .compass/filler
            "$COMPASS" documents list --json
            find .compass/objects -type f ! -name .compass-store | wc -l
            """
        let output = try await sandbox.run(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", Path(script)],
            environment: ["COMPASS=\(Sandbox.program)"], ending: 0)
        let lines = output.text.split(separator: "\n").map(String.init)
        try #require(lines.count == 5, "\(output)")
        #expect(try #require(Int(lines[0])) <= (free + 4_095) / 4_096, "\(output)")
        #expect(lines[1].hasPrefix("Deleted clip") && lines[2].hasPrefix("Deleted clip"), "\(output)")
        #expect(try Value(json: lines[3])["title"] == "clip1", "\(output)")
        #expect(lines[4].filter(\.isNumber) == "1", "\(output)")
    }
}
