import Platform
import Testing

/// The program that measures the other one.
@Suite struct BenchTests {
    /// Beside the program that is measured.
    private let bench = Sandbox.program.folder.appending("compass-bench")

    @Test(
        "it measures what it is asked for with the program beside it, and leaves nothing behind",
        .timeLimit(.minutes(5)))
    func figures() async throws {
        let sandbox = try Sandbox()
        try Files.createFolders(sandbox.folder.appending("work"))
        let output = try await sandbox.run(
            bench,
            [
                "--only", "startup", "--only", "lint", "--only=catalog", "--documents", "200", "--rounds=1", "--folder",
                "work",
                "--json",
            ])
        #expect(output.status == 0, "\(output)")
        let figures = try output.lines
        for subject in ["start", "lint", "list"] {
            #expect(figures.contains { $0["name"]?.string?.contains(subject) == true }, "\(subject): \(output)")
        }
        #expect(figures.allSatisfy { ($0["value"]?.number ?? 0) > 0 }, "\(output)")
        #expect(try Files.list(sandbox.folder.appending("work")).isEmpty)
    }

    @Test("what it is not asked for as it should be is refused with its usage line")
    func usage() async throws {
        let output = try await Sandbox().run(bench, ["--rounds", "0"])
        #expect(output.status == 2)
        #expect(output.errors.contains("usage: compass-bench [OPTIONS]"), "\(output)")
    }
}
