import Glibc
import Platform
import Testing

/// `compass runs cancel`, `follow`, `resume`
@Suite(.timeLimit(.minutes(4))) struct CancelTests {
    /// A run that waits an hour for its second try, in a process of its own.
    func waiting(_ definition: String = Sandbox.waiting) async throws -> (Sandbox, ChildProcess, run: Path) {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/slow.yaml", definition)
        try sandbox.write("big.mp4", Samples.mp4())
        #expect(sandbox.folder.appending("big.mp4").withCString { truncate($0, 300 << 20) } == 0)
        let child = try await sandbox.start(stoppingAt: "engine.waiting", ["run", "slow", "big.mp4"], output: .pipe)
        let run = try #require(try await sandbox.list("runs", "list").first?["run"]?.string)
        child.signal(SIGCONT)
        return (sandbox, child, Path(run))
    }

    func wait(for child: ChildProcess) async throws -> Int32 {
        try await Sandbox.pool.run { try child.wait().status }
    }

    @Test("the process that works on a run ends it when another one cancels it")
    func graceful() async throws {
        let (sandbox, child, run) = try await waiting()
        try await sandbox.compass("runs", "cancel", run, ending: 0, text: .starts("Cancelled run \(run)"))
        #expect(try await wait(for: child) == 1)
        #expect(try await sandbox.list("runs", "show", run).first?["status"] == "cancelled")
        let again = try await sandbox.compass("runs", "cancel", run)
        #expect(again.status == 0 && again.errors == "Run \(run) has ended already: cancelled\n", "\(again)")
    }

    @Test("a run is taken away by force from a process that does not react, and that process writes nothing more")
    func forced() async throws {
        let (sandbox, child, run) = try await waiting()
        child.signal(SIGSTOP)
        let first = try await sandbox.compass("runs", "cancel", run, "--wait", "0", ending: 1)
        #expect(first.errors.contains("has not reacted for 0 seconds. It may still do so"), "\(first)")
        let second = try await sandbox.compass("runs", "cancel", run, "--wait", "0", "--force", "--json", ending: 0)
        #expect(try second.lines.first?["status"] == "cancelled")
        child.signal(SIGCONT)
        child.signal(SIGINT)
        _ = try await wait(for: child)
        let shown = try #require(try await sandbox.list("runs", "show", run).first)
        #expect(shown["status"] == "cancelled")
        #expect(shown["started-at"] == (try second.lines.first?["started-at"]))
        #expect(try sandbox.objects() == [])
    }

    @Test("a run whose process was killed is cancelled by the command itself")
    func abandoned() async throws {
        let (sandbox, child, run) = try await waiting()
        child.signal(SIGKILL)
        _ = try await wait(for: child)
        try await sandbox.compass("runs", "cancel", run, ending: 0, text: .starts("Cancelled run \(run)"))
        #expect(try await sandbox.list("runs", "list").map { $0["status"] } == ["cancelled"])
    }

    @Test("resume carries on what a killed process left and prints it as run does")
    func resumed() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        try await sandbox.compass(
            ["run", "video", "clip.mp4"], environment: ["COMPASS_FAILPOINT=engine.run-started"], ending: 128 + SIGKILL)
        let resumed = try await sandbox.compass("runs", "resume", "--json", ending: 0)
        let line = try #require(try resumed.lines.first)
        #expect(line["status"] == "succeeded" && line["crashes"] == 1 && line["file"] == "clip.mp4")
        #expect(try await sandbox.list("runs", "list").count == 1)
        #expect(try sandbox.announced().count == 1)
        try await sandbox.compass("runs", "resume", ending: 0, text: .equals(""))
    }
}
