import CompassTesting
import Glibc
import Platform
import Testing

/// Whose the state of a workspace is, and who may write there.
@Suite struct StateRightsTests {
    /// Whatever lies in the state folder, with its rights and its owner.
    private func state(of sandbox: Sandbox, _ below: Path = ".compass") throws -> [(path: Path, status: FileStatus)] {
        let folder = sandbox.folder.appending(below)
        let status = try FileStatus.of(folder, followingLinks: false)
        guard status.kind == .folder else { return [(below, status)] }
        return try [(below, status)] + Files.list(folder).flatMap { try state(of: sandbox, below.appending($0)) }
    }

    private func script(_ sandbox: Sandbox, _ text: String) async throws -> Sandbox.Output {
        try await sandbox.run("/bin/sh", ["-ec", Path(text)], environment: ["COMPASS=\(Sandbox.program)"])
    }

    @Test("whichever command makes the state, and whatever the umask, it is its owner's alone")
    func modes() async throws {
        for (number, database) in [".compass/compass.db", "data/state/c.db"].enumerated() {
            let commands = ["up", "run video clip.mp4 bad.txt", "watch video --once"]
            for first in Nightly.isOn ? commands[...] : commands[number...number] {
                let sandbox = try Sandbox(texts: ["compass.yaml": "version: 1\ndatabase: sqlite:\(database)\n"])
                try sandbox.write("pipelines/video.yaml", Sandbox.watching("video", settle: "0s"))
                for name in ["clip.mp4", "in/clip.mp4"] as [Path] { try sandbox.write(name, Samples.mp4()) }
                try sandbox.write("bad.txt", "no video")
                if first == "up" {
                    let process = try LongLived(
                        "/bin/sh",
                        ["-ec", "umask 0; exec \"$COMPASS\" up --log-format json --log-level debug"],
                        environment: Sandbox.environment + ["COMPASS=\(Sandbox.program)"], folder: sandbox.folder)
                    try await process.entry("watch-processed")
                    for (path, status) in try state(of: sandbox) where status.kind != .symbolicLink {
                        #expect(status.mode & 0o077 == 0, "\(first): \(path) \(String(status.mode, radix: 8))")
                    }
                    #expect(try await process.end(after: SIGTERM) == 0)
                } else {
                    let output = try await script(sandbox, "umask 0; \"$COMPASS\" \(first) || true")
                    #expect(output.errors.isEmpty || output.status == 0, "\(output)")
                }
                let made = try state(of: sandbox) + (database.hasPrefix("data") ? state(of: sandbox, "data") : [])
                #expect(made.contains { $0.path == Path(database) }, "\(first) \(made.map(\.path))")
                for (path, status) in made {
                    #expect(status.mode & 0o077 == 0, "\(first): \(path) \(String(status.mode, radix: 8))")
                }
            }
        }
    }

    @Test(
        "a state folder that others may write is refused also where the database lies elsewhere",
        arguments: ([["run", "video", "clip.mp4"], ["schools", "add", "x", "X"], ["runs", "resume"]] as [[Path]])
            .prefix(Nightly.isOn ? 3 : 1))
    func elsewhere(arguments: [Path]) async throws {
        let sandbox = try Sandbox(texts: ["compass.yaml": "version: 1\ndatabase: sqlite:data/c.db\n"])
        try sandbox.write("clip.mp4", Samples.mp4())
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        let state = sandbox.folder.appending(".compass")
        #expect(state.withCString { chmod($0, 0o777) } == 0)
        try await sandbox.compass(arguments, ending: 1, errors: .has("Others may write into .compass"))
        #expect(try await sandbox.compass("documents", "list").status == 0)
    }

    @Test(
        "a state folder that others may write is refused, with the command that closes it",
        arguments: [0o702, 0o770].prefix(Nightly.isOn ? 2 : 1))
    func writable(mode: Int) async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(sandbox.folder.appending(".compass").withCString { chmod($0, mode_t(mode)) } == 0)
        for arguments in [["run", "video", "clip.mp4"], ["up"], ["documents", "edit", "x", "--title", "y"]] as [[Path]]
        {
            try await sandbox.compass(arguments, ending: 1, errors: .has("chmod 700 .compass"))
        }
        #expect(try await sandbox.compass("status").status == 0)
    }

    @Test(
        "a state folder that is opened to others while it is used is closed again, and the log says so",
        .enabled(if: Nightly.isOn, "it is looked at every 5 s"))
    func opened() async throws {
        let sandbox = try Sandbox()
        let process = try await sandbox.up()
        let state = sandbox.folder.appending(".compass")
        #expect(state.withCString { chmod($0, 0o755) } == 0)
        let message = try await process.entry("state-closed")["message"]?.string ?? ""
        #expect(message.hasSuffix("(mode 755), where the workspace's state is; they are taken away again (mode 700)"))
        #expect(try FileStatus.of(state).mode == 0o700)
        #expect(try await process.end(after: SIGTERM) == 0)
    }

    @Test("what is appended to is never reached by a link")
    func links() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()], texts: ["victim": "mine\n"])
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        let log = sandbox.folder.appending(".compass/notifications.ndjson")
        for path in [log, sandbox.folder.appending(".compass/up.lock")] {
            try Files.remove(path)
            try systemCall("link") { path.withCString { symlink("../victim", $0) } }
        }
        try await sandbox.compass("run", "video", "clip.mp4", errors: .has("1 notification waits for another try"))
        let run = try #require(try await sandbox.list("runs", "list", "--limit", "1").first?["run"]?.string)
        let shown = try await sandbox.compass("runs", "show", Path(run)).text
        #expect(shown.contains("cannot be appended to .compass/notifications.ndjson"), "\(shown)")
        #expect(try await sandbox.compass("up").status == 1)
        #expect(String(decoding: try sandbox.read("victim"), as: UTF8.self) == "mine\n")
    }

    @Test(
        "root does not write into the state of another user, says as whom to run, and may look without leaving anything",
        .enabled(if: geteuid() == 0, "only root may act for others"))
    func root() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        try await sandbox.unprivileged("run", "video", "clip.mp4", ending: 0)
        let before = try state(of: sandbox)
        #expect(before.allSatisfy { $0.status.owner == 65_534 })
        for arguments in [["run", "video", "clip.mp4"], ["up"], ["watch", "video", "--once"], ["outbox", "deliver"]]
            as [[Path]]
        {
            let output = try await sandbox.compass(arguments)
            #expect(output.status != 0, "\(arguments) \(output)")
            if arguments[0] != "outbox" {
                #expect(output.errors.contains("sudo -u nobody compass"), "\(arguments) \(output)")
            }
        }
        for arguments in [["status"], ["documents", "list"], ["runs", "list"], ["lint"]] as [[Path]] {
            try await sandbox.compass(arguments, ending: 0)
        }
        #expect(try state(of: sandbox).map(\.path) == before.map(\.path))
        #expect(try await sandbox.unprivileged("run", "video", "clip.mp4").status == 0)
    }

    @Test(
        "root begins nothing in a folder of another user, whose pipelines would run as root, nor behind a link of theirs",
        .enabled(if: geteuid() == 0, "only root may give folders away"))
    func foreignFolder() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        let state = sandbox.folder.appending(".compass")
        func refused(_ subject: String) async throws {
            for arguments in [["run", "video", "clip.mp4"], ["up"], ["watch", "video", "--once"]] as [[Path]] {
                try await sandbox.compass(
                    arguments, ending: 1, errors: .has("\(subject) belongs to nobody, and this process runs as root"))
            }
        }
        try #require(sandbox.folder.withCString { chown($0, 65_534, 65_534) } == 0)
        try await refused("This folder")
        #expect(!Files.exists(state))
        // Nor where root has begun something before.
        try Files.createFolders(state, mode: 0o700)
        try await refused("This folder")
        try #require(sandbox.folder.withCString { chown($0, 0, 0) } == 0)
        let elsewhere = try TestFolder()
        try #require(state.withCString { rmdir($0) } == 0)
        try #require(state.withCString { symlink(elsewhere.path.text, $0) } == 0)
        try #require(state.withCString { lchown($0, 65_534, 65_534) } == 0)
        try await refused(".compass")
        #expect(try Files.list(elsewhere.path).isEmpty)
    }

    @Test(
        "a state folder that another user has planted is not used",
        .enabled(if: geteuid() == 0, "only root may give folders away"))
    func planted() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        let state = sandbox.folder.appending(".compass")
        try Files.createFolders(state, mode: 0o700)
        #expect(state.withCString { chown($0, 65_534, 65_534) } == 0)
        try await sandbox.compass("run", "video", "clip.mp4", ending: 1, errors: .has(".compass belongs to nobody"))
        #expect(try Files.list(state).isEmpty)
    }
}
