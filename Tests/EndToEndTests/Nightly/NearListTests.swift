import CompassTesting
import Glibc
import Platform
import Testing

/// Words that are almost those of a list.
@Suite struct NearListTests {
    @Test("a kind of reason that is almost one of quarantine's is refused, and who has changed something is known")
    func near() async throws {
        let sandbox = try await Sandbox.films(1)
        try sandbox.write("bad.mp4", "no film")
        try #require(try await sandbox.compass("run", "video", "bad.mp4").status == 3)
        let kind = try #require(try await sandbox.list("quarantine", "list").first?["kind"]?.string)
        #expect(try await sandbox.list("quarantine", "list", "--kind", Path(kind)).count == 1)
        try await sandbox.compass(
            "quarantine", "list", "--kind", Path(kind + "s"), ending: 2, errors: .ends("Did you mean `\(kind)`?\n"),
            text: .equals(""))
        try #require(try await sandbox.compass("links", "create", "film0").status == 0)
        let actor = try #require(try await sandbox.list("audit", "list").first?["actor"]?.string)
        #expect(try await sandbox.list("audit", "list", "--actor", Path(actor)).count == 1)
        let nobody = try await sandbox.compass("audit", "list", "--actor", Path(actor + "x"))
        #expect(nobody.status == 2 && nobody.errors.contains("Did you mean `\(actor)`?"), "\(nobody)")
    }
}
