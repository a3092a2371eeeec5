import Glibc
import Platform
import Testing

/// Runs that are followed.
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
}
