import Glibc
import Platform
import Testing

/// Notifications that another process is delivering.
@Suite struct NotificationProcessTests {
    @Test("what a process that died was delivering is waited for, and that is told")
    func deadProcess() async throws {
        let (sandbox, id) = try await NotificationCommandTests.announced()
        let dead = try await sandbox.start(
            stoppingAt: "outbox.claimed", ["notifications", "redeliver", Path(id)])
        dead.signal(SIGKILL)
        _ = try await sandbox.end(of: dead)
        let next = try sandbox.start(["notifications", "redeliver", Path(id)])
        let line = try #require(await next.text(beginning: "compass: another process is delivering"))
        #expect(line.contains(/waiting for it, \d\d? s at most/), "\(line)")
        _ = try await next.end(after: SIGKILL)
    }

    @Test("what another process is delivering is none that waits for another try")
    func underWay() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1), "other.mp4": Samples.mp4(2)])
        let delivering = try await sandbox.start(stoppingAt: "outbox.claimed", ["run", "video", "clip.mp4"])
        try await sandbox.compass("run", "video", "other.mp4", "-q", ending: 0, errors: .equals(""))
        delivering.signal(SIGKILL)
        _ = try await sandbox.end(of: delivering)
    }
}
