import Glibc
import Platform
import Testing

/// One file that kills whoever reads it, among forty that are innocent.
@Suite struct KillerFileTests {
    /// The process dies when it has carried this file's run through its first stage, each time.
    static let place = "COMPASS_FAILPOINT=engine.stage-ended@killer.pdf"
    /// One death with others in flight, and three alone.
    static let maxDeaths = 4

    func sandbox() throws -> (sandbox: Sandbox, files: [Path]) {
        let sandbox = try Sandbox()
        try sandbox.write(
            "compass.yaml",
            "version: 1\nowner: { id: u1, name: Jordan Reyes }\nschools: schools.yaml\nworkers: 16\n")
        try sandbox.write(
            "pipelines/drop.yaml",
            """
            version: 1
            name: drop
            on:
              watch: { path: in, settle: 0s, rescan: 1h, on-success: { move: done }, on-failure: { move: failed } }
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
              - uses: upload
              - uses: create-version
                with: { title: "${{ document.stem }}" }

            """)
        // In the middle of the others, by its name as well as by its age.
        var files = (1...40).map { Path("in/good\($0).pdf") }
        files.insert("in/killer.pdf", at: 5)
        for (number, file) in files.enumerated() { try sandbox.write(file, Samples.pdf(number, padding: 0)) }
        return (sandbox, files)
    }

    func statuses(_ sandbox: Sandbox) async throws -> [String: [String]] {
        var statuses: [String: [String]] = [:]
        for run in try await sandbox.compass("runs", "list", "--limit", "100", "--json").lines {
            let name = Path(run["file"]?.string ?? "").name.description
            statuses[name, default: []].append("\(run["status"]?.text ?? "") \(run["error"]?["kind"]?.text ?? "")")
        }
        return statuses
    }

    /// Starts the program again and again, as a service manager does.
    ///
    /// - Returns: how often it died, and its last end.
    func deaths(_ body: () async throws -> Sandbox.Output) async throws -> (count: Int, last: Sandbox.Output) {
        for count in 0...20 {
            let output = try await body()
            if output.status != 137 { return (count, output) }
        }
        throw EndlessDeaths()
    }

    private struct EndlessDeaths: Error {}

    @Test("`compass run` and `runs resume`: forty succeed, the killer is given up, after four deaths")
    func byHand() async throws {
        let (sandbox, files) = try sandbox()
        try await sandbox.compass(["run", "drop"] + files, environment: [Self.place], ending: 137)
        let inFlight = try await statuses(sandbox)
        #expect(inFlight.count > 1 && inFlight["killer.pdf"] == ["running "], "\(inFlight)")
        let (deaths, last) = try await deaths {
            try await sandbox.compass(["runs", "resume"], environment: [Self.place])
        }
        #expect(deaths + 1 <= Self.maxDeaths, "\(deaths + 1) deaths")
        #expect(last.status == 1, "\(last)")
        let begun = try await statuses(sandbox)
        #expect(begun["killer.pdf"] == ["failed crashed-repeatedly"])
        #expect(begun.filter { $0.key != "killer.pdf" }.allSatisfy { $0.value == ["succeeded "] }, "\(begun)")
        let rest = files.filter { begun[$0.name.description] == nil }
        if !rest.isEmpty {
            try await sandbox.compass(["run", "drop"] + rest, environment: [Self.place], ending: 0)
        }
        let all = try await statuses(sandbox)
        #expect(all.count == 41 && all.values.count { $0 == ["succeeded "] } == 40, "\(all)")
        #expect(try sandbox.objects().count == 40)
    }

    @Test("`up`: forty are stored and moved, the killer is moved to its own place, after four deaths")
    func service() async throws {
        let (sandbox, files) = try sandbox()
        var deaths = 0
        while deaths <= Self.maxDeaths {
            let process = try sandbox.start(["up", "--log-format", "json"], environment: [Self.place])
            guard await process.entryOrEnd("watch-processed", { $0["file"] == "in/killer.pdf" }) != nil else {
                #expect(try await process.end() == 137)
                deaths += 1
                continue
            }
            let done = try Set(Files.list(sandbox.folder.appending("in/done")))
            for file in files where file != "in/killer.pdf" && !done.contains(file.name) {
                try await process.entry("watch-processed") { $0["file"]?.string == file.description }
            }
            #expect(try await process.end(after: SIGTERM) == 0)
            break
        }
        #expect(deaths <= Self.maxDeaths, "\(deaths) deaths")
        let all = try await statuses(sandbox)
        #expect(all.count == 41 && all.values.count { $0 == ["succeeded "] } == 40, "\(all)")
        #expect(all["killer.pdf"] == ["failed crashed-repeatedly"])
        #expect(try Files.list(sandbox.folder.appending("in/done")).count == 40)
        #expect(try Files.list(sandbox.folder.appending("in/failed")).contains("killer.pdf"))
    }

    @Test(
        "a duplicate waits for the run that its process died of, is skipped when that succeeds, and takes no other's place"
    )
    func abandonedDuplicate() async throws {
        let (sandbox, _) = try sandbox()
        let text = String(decoding: try sandbox.read("pipelines/drop.yaml"), as: UTF8.self)
        try sandbox.write(
            "pipelines/drop.yaml", text.replacing("stages:", with: "dedup: { on-duplicate: skip }\nstages:"))
        for name: Path in ["one.pdf", "two.pdf"] { try sandbox.write(name, Samples.pdf(99, padding: 0)) }
        try await sandbox.compass(
            ["run", "drop", "one.pdf"], environment: ["COMPASS_FAILPOINT=engine.stage-ended"], ending: 137)
        try await sandbox.compass("run", "drop", "two.pdf", "--json", ending: 0)
        let all = try await statuses(sandbox)
        #expect(all == ["one.pdf": ["succeeded "], "two.pdf": ["skipped duplicate"]])
        #expect(try sandbox.objects().count == 1)
    }
}
