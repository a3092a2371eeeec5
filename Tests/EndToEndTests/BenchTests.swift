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

    @Test("of a batch it tells what each document costs", .timeLimit(.minutes(5)))
    func batch() async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.run(
            bench, ["--only", "batch", "--pdfs", "20", "--rounds=1", "--folder", ".", "--json"])
        #expect(output.status == 0, "\(output)")
        var figures: [String: Double] = [:]
        for line in try output.lines {
            figures[try #require(line["name"]?.string)] = try #require(line["value"]?.number)
        }
        func each(_ name: String) throws -> Double { try #require(figures["  \(name)"], "\(output)") }
        #expect(try each("processor, user") > 0)
        #expect(try each("processor, kernel") >= 0)
        #expect(try each("context switches, voluntary") > 0)
        #expect(try each("context switches, involuntary") >= 0)
        // Concurrent runs may share commits and syncs of the log, but nobody shares the object and its folder.
        #expect(try each("commits") > 0)
        #expect(try each("written to the database's log") > 0)
        let logSyncs = try each("syncs of the log")
        #expect(try logSyncs > 0 && logSyncs <= each("commits"))
        #expect(try each("syncs of files and folders") >= 1)
        #expect(figures["20 × 64 KiB PDFs, all seven stages"] ?? 0 > 0)
    }

    @Test("what it is not asked for as it should be is refused with its usage line")
    func usage() async throws {
        let output = try await Sandbox().run(bench, ["--rounds", "0"])
        #expect(output.status == 2)
        #expect(output.errors.contains("usage: compass-bench [OPTIONS]"), "\(output)")
    }
}
