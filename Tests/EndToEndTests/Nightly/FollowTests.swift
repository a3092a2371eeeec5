import Glibc
import Platform
import Testing

/// Runs that are followed, and a pipeline in another encoding.
@Suite(.timeLimit(.minutes(4))) struct FollowTests {
    private let base = CancelTests()

    @Test("follow shows what is there, then the end, and takes the run's exit status")
    func follow() async throws {
        let (sandbox, child, run) = try await base.waiting()
        let folder = sandbox.folder
        async let following = Sandbox.pool.run {
            let follower = try ChildProcess(
                Sandbox.program, ["runs", "follow", run], environment: Sandbox.environment, folder: folder,
                errors: .null)
            let output = try #require(follower.output)
            var text: [UInt8] = []
            while !String(decoding: text, as: UTF8.self).contains("is due at ") {
                text += try output.readSome(limit: 4_096)
            }
            // What it showed so far came while the run went on.
            child.signal(SIGINT)
            text += try output.readToEnd(limit: 1 << 20)
            return (try follower.wait().status, String(decoding: text, as: UTF8.self))
        }
        let (status, text) = try await following
        #expect(status == 1)
        #expect(text.contains("validate-extension: succeeded in "), "\(text)")
        #expect(text.contains("upload: attempt 1 of 5 did not succeed; the next one is due at "), "\(text)")
        #expect(text.contains("\nrun \(run) cancelled in "), "\(text)")
        #expect(try await base.wait(for: child) == 130)
    }

    @Test("a run of a pipeline that is written in UTF-16 goes on after its process was killed")
    func otherEncoding() async throws {
        let sandbox = try Sandbox()
        let text = "version: 1\nname: wide\nstages:\n  - uses: notify\n    with: { subject: Ünïcode }\n"
        try sandbox.write(
            "pipelines/wide.yaml", [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let killed = try await sandbox.compass("run", "wide", environment: ["COMPASS_FAILPOINT=engine.run-started"])
        #expect(killed.status == 128 + SIGKILL, "\(killed)")
        let resumed = try await sandbox.compass("runs", "resume")
        #expect(resumed.status == 0, "\(resumed)")
        #expect(try await sandbox.list("runs", "list").map { $0["status"] } == ["succeeded"])
        #expect(try sandbox.announced().map { $0["subject"] } == ["Ünïcode"])
    }
}
