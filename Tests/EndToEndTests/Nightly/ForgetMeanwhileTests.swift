import CompassTesting
import Glibc
import Platform
import Testing

/// Erasing a person while an export has a copy of theirs, and while more of theirs comes.
@Suite struct ForgetMeanwhileTests {
    private let base: ForgetTests

    init() async throws { base = try await ForgetTests() }

    @Test("a copy that an export is making just now is told, and the command fails")
    func busyCopy() async throws {
        let busy: Path = ".compass/.01M8E1SEE7V3SKD4NYC1T0WSNZ.77.archive-part"
        try Files.createFolders(base.sandbox.folder.appending(busy))
        // Held as by the process that makes the export.
        let held = try FileDescriptor.open(base.sandbox.folder.appending(busy), flags: O_RDONLY)
        try systemCall("lock") { flock(held.number, LOCK_EX | LOCK_NB) }
        let output = try await base.sandbox.compass("forget", Path(ForgetTests.person), "--yes", ending: 1)
        #expect(output.errors.contains("an export has a copy of documents in "), "\(output)")
        #expect(Files.exists(base.sandbox.folder.appending(busy)))
        withExtendedLifetime(held) {}
    }

    @Test(
        "what comes for them while they are erased goes, too: documents, announcements, what was refused",
        arguments: [
            "forget.account-removed", "forget.runs-erased", "forget.document-erased", "forget.records-erased",
            "forget.index-merged",
        ])
    func meanwhile(place: String) async throws {
        let child = try await base.sandbox.start(stoppingAt: place, ["forget", Path(ForgetTests.person), "--yes"])
        try await base.run(ForgetTests.person, "Okapi", "quokka-late.mp4", Samples.mp4(7))
        try await base.run(ForgetTests.person, "Numbat", "numbat-late.mp4", Samples.pdf(), status: 3)
        #expect(kill(child.id, SIGCONT) == 0)
        #expect(try await base.sandbox.end(of: child) == 0)
        try await base.expectNothingIsLeft()
    }
}
