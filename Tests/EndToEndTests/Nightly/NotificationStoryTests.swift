import Glibc
import Platform
import Testing

/// What a document tells of who was told.
@Suite struct NotificationStoryTests {
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
