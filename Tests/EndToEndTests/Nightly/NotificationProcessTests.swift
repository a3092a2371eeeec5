import Glibc
import Platform
import Testing

/// Notifications that another process is delivering, and what a document tells of them.
@Suite struct NotificationProcessTests {
    @Test("what a process that died was delivering is waited for, and that is told")
    func deadProcess() async throws {
        let (sandbox, id) = try await NotificationCommandTests.announced()
        let dead = try await sandbox.start(stoppingAt: "outbox.claimed", ["notifications", "redeliver", Path(id)])
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

    @Test("a document tells since when which school may view it, who shared it, and who was told what and when")
    func documents() async throws {
        let (sandbox, id) = try await NotificationCommandTests.announced()
        _ = try await sandbox.compass("documents", "share", "clip", "stanford")
        _ = try await sandbox.compass("documents", "edit", "clip", "--title", "Reel")
        let record = try #require(try await sandbox.compass("documents", "show", "Reel", "--json").lines.first)
        let shares = try #require(record["shares"]?.list)
        #expect(shares.map { $0["school"] } == ["ucla", "stanford"])
        #expect(shares[0]["run"]?.string == String(id.prefix(26)) && shares[0]["by"] == .null)
        #expect(shares[1]["run"] == .null)
        let maker = try #require(shares[1]["by"]?.string)
        #expect(!maker.isEmpty && shares[1]["shared-at"]?.string?.hasSuffix("Z") == true)
        #expect(record["former-titles"]?.list?.map { $0["title"] } == ["clip"])
        #expect(record["notifications"]?.list?.map { $0["id"] } == [.string(id)])
        let shown = try await sandbox.compass("documents", "show", "Reel").text
        #expect(shown.contains(/stanford +20\S+Z +\S/), "\(shown)")
        #expect(shown.contains("run \(id.prefix(26))"), "\(shown)")
        #expect(shown.contains(/log +New: clip +delivered +20\d\d-/), "\(shown)")
        #expect(shown.contains(/Former titles +clip\n/), "\(shown)")
        let story = try await sandbox.compass("documents", "history", "Reel").text
        #expect(story.contains("shared with stanford by \(maker)"), "\(story)")
    }
}
