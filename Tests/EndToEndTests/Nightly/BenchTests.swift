import CompassTesting
import Platform
import Testing

/// The program that measures the other one.
@Suite(.enabled(if: Nightly.isOn)) struct BenchTests {
    /// Beside the program that is measured.
    private let bench = Sandbox.program.folder.appending("compass-bench")
    private let peersScript = Path(#filePath).folder.appending("../../../scripts/bench-peers")

    @Test("it measures what it is asked for with the program beside it, and leaves nothing behind")
    func figures() async throws {
        let sandbox = try Sandbox()
        try Files.createFolders(sandbox.folder.appending("work"))
        let output = try await sandbox.run(
            bench,
            [
                "--only", "startup", "--only", "lint", "--only=catalog", "--documents", "200", "--rounds=1", "--folder",
                "work", "--json",
            ], ending: 0)
        let figures = try output.lines
        for subject in ["start", "lint", "list"] {
            #expect(figures.contains { $0["name"]?.string?.contains(subject) == true }, "\(subject): \(output)")
        }
        for figure in figures {
            let value = try #require(figure["value"]?.number, "\(output)")
            // What is left without the start of a process is the difference of two times, of which either may be the longer one.
            let isDifference = figure["name"]?.string?.hasSuffix("without starting the program") == true
            #expect(value > 0 || isDifference && value == 0, "\(output)")
        }
        #expect(try Files.list(sandbox.folder.appending("work")).isEmpty)
    }

    @Test("of a batch it tells what each document costs")
    func batch() async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.run(
            bench, ["--only", "batch", "--pdfs", "20", "--rounds=1", "--folder", ".", "--json"], ending: 0)
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

    @Test("of the elements of a run and the items of a batch it tells what each takes, and memory")
    func items() async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.run(
            bench, ["--only", "items", "--items", "50", "--rounds=1", "--folder", ".", "--json"], ending: 0)
        let figures = try output.lines
        #expect(
            figures.compactMap { $0["name"]?.string }.filter { !$0.hasPrefix(" ") } == [
                "run with 1000 elements of for-each", "run with 10000 elements of for-each", "batch over 50 files",
            ])
        #expect(figures.count { $0["name"] == "  processor" } == 3)
        #expect(figures.count { $0["name"] == "  peak memory" } == 3)
        #expect(figures.allSatisfy { ($0["value"]?.number ?? 0) > 0 }, "\(output)")
    }

    @Test("beside plain Python it is told what a document costs with each, after a look at what each has left behind")
    func peers() async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.run(
            peersScript,
            [
                "--peers", "plain,plain-lax", "--docs", "5", "--size", "3", "--rounds", "2", "--folder", ".",
                "--compass", Sandbox.program, "--python", "/usr/bin/python3",
            ], ending: 0)
        let rows = output.text.split(separator: "\n").map { $0.split(separator: " ") }
        for name in ["compass", "plain", "plain-lax"] {
            let row = try #require(rows.first { $0.first == name[...] }, "\(output)")
            let numbers = row.compactMap { Double($0) }
            // Of a rival also the ratio's median; its ends are in brackets.
            try #require(numbers.count == (name == "compass" ? 5 : 6), "\(output)")
            // The kernel need not have counted any of the little time as its own, nor made anybody give up a processor.
            let (rate, user, waits) = (numbers[0], numbers[numbers.count - 4], numbers[numbers.count - 2])
            #expect(rate > 0 && user > 0 && waits > 0, "\(output)")
        }
        #expect(try !Files.list(sandbox.folder).contains { $0.description.hasPrefix("compass-peers") })
    }

    @Test("a rival that fails is told with what it said, and is out of the race")
    func failingPeer() async throws {
        let output = try await Sandbox().run(
            peersScript,
            [
                "--peers", "plain", "--docs", "2", "--size", "1", "--rounds", "1", "--folder", ".",
                "--compass", Sandbox.program, "--python", "/bin/false",
            ], ending: 1)
        #expect(output.errors.contains("bench-peers: plain ended with 1."), "\(output)")
        #expect(output.text.contains("\ncompass ") && !output.text.contains("\nplain "), "\(output)")
    }

    @Test("what it is not asked for as it should be is refused with its usage line")
    func usage() async throws {
        let output = try await Sandbox().run(bench, ["--rounds", "0"], ending: 2)
        #expect(output.errors.contains("usage: compass-bench [OPTIONS]"), "\(output)")
    }
}
