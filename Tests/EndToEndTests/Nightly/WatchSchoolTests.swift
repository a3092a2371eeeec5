import CompassTesting
import Glibc
import Platform
import Testing

/// Schools that runs of a watched folder name and that there are not.
@Suite struct WatchSchoolTests {
    private let base = WatchTests()

    @Test("runs that would share with a school that there is not: refused before any file is taken")
    func unknownSchool() async throws {
        let sandbox = try base.sandbox(files: 1)
        try sandbox.write(
            "pipelines/clips.yaml",
            WatchTests.pipeline.replacing(
                "inputs:\n", with: "inputs:\n  schools: { type: list, of: string, default: [uclaa] }\n"
            )
            .replacing(
                "  - uses: notify",
                with: "  - uses: share\n    with: { schools: '${{ inputs.schools }}' }\n  - uses: notify"))
        let refused = try await sandbox.compass("watch", "clips", "--once", ending: 2)
        #expect(refused.errors.hasPrefix("compass: There is no school `uclaa`. Did you mean `ucla`?"), "\(refused)")
        #expect(try await sandbox.compass("runs", "list", "--json").lines.isEmpty)
        #expect(Files.exists(sandbox.folder.appending("inbox/u0/f0.pdf")))
    }
}
