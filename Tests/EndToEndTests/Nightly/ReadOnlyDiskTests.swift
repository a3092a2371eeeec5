import Platform
import Testing

/// A workspace on a disk that is mounted for reading only, or in folders that this user may not write: commands that only
/// look work, and leave nothing.
@Suite struct ReadOnlyDiskTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        try sandbox.write("clip.txt", "no video")
    }

    /// What looks, and a word that its output must have.
    private static let looks: [(command: String, word: String)] = [
        ("status", "not running"), ("status --json", "\"held\":1"), ("documents list", "clip"),
        ("documents list --search clip --json", "\"title\":\"clip\""), ("documents stats", "1"),
        ("runs list", "rejected"), ("runs list --json", "\"status\":\"succeeded\""), ("quarantine list", "clip.txt"),
        ("schools list", "Stanford University"), ("batches list --json", ""),
    ]

    @Test("commands that look work on a read-only disk, with a log that was not carried over")
    func log() async throws {
        let commands = Self.looks.enumerated().map { index, look in
            "\"$COMPASS\" \(look.command) >out\(index) 2>err\(index) || { cat err\(index) >&2; exit \(10 + index); }"
        }
        // Without closing, which may carry the log over. A row that stays the same is no write to SQLite.
        let write =
            "import os, sqlite3; c = sqlite3.connect(\".compass/compass.db\"); "
            + "c.execute(\"UPDATE schools SET created_at = created_at + 1\"); c.commit(); os._exit(0)"
        let script = """
            mkdir .compass && mount -t tmpfs -o mode=700 compass .compass || exit 9
            "$COMPASS" run video clip.mp4 -i schools=stanford >/dev/null || exit 8
            "$COMPASS" run video clip.txt >/dev/null 2>&1; [ $? = 3 ] || exit 7
            /usr/bin/python3 -c '\(write)' && [ -s .compass/compass.db-wal ] || { ls -l .compass >&2; exit 2; }
            mount -o remount,ro .compass || exit 6
            ! touch .compass/x 2>/dev/null || exit 5
            ls -lR --time-style=full-iso .compass >before
            \(commands.joined(separator: "\n"))
            ls -lR --time-style=full-iso .compass >after
            cmp before after >&2 || exit 4
            "$COMPASS" schools add x X >out 2>err && exit 3
            cat err >&2
            """
        let output = try await sandbox.run(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", Path(script)],
            environment: ["COMPASS=\(Sandbox.program)"], ending: 0)
        #expect(output.errors.contains("The database .compass/compass.db may not be written."), "\(output)")
        for (index, look) in Self.looks.enumerated() {
            let text = String(decoding: try sandbox.read(Path("out\(index)")), as: UTF8.self)
            #expect(text.contains(look.word), "\(look.command): \(text)")
            #expect(try sandbox.read(Path("err\(index)")).isEmpty, "\(look.command)")
        }
    }

    @Test("commands that look work without the right to write the folder of the state")
    func rights() async throws {
        try await sandbox.unprivileged("run", "video", "clip.mp4", "-i", "schools=stanford", ending: 0)
        try await sandbox.run("/bin/sh", ["-c", "chmod 444 .compass/compass.db* && chmod 555 .compass"], ending: 0)
        for arguments in [["status"], ["documents", "list"], ["runs", "list"], ["schools", "list"]] as [[Path]] {
            try await sandbox.unprivileged(arguments, ending: 0)
        }
        #expect(try await sandbox.unprivileged("documents", "list").text.contains("clip"))
    }
}
