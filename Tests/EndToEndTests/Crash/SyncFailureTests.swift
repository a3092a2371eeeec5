import CompassTesting
import Glibc
import Platform
import Testing

/// A disk that fails to sync the database's log once, and says nothing of it afterwards, as the kernel does.
@Suite struct SyncFailureTests {
    private let sandbox: Sandbox
    private let once: Path

    init() throws {
        sandbox = try Sandbox()
        once = sandbox.folder.appending("fail-once")
    }

    private func environment() async throws -> [String] {
        try await sandbox.faults(["FAULT_SYNC=-wal", "FAULT_SYNC_ONCE=\(once)"])
    }

    private static let reason =
        "The log of the database .compass/compass.db could not be synced to the disk, so it is unknown what of the last "
        + "changes would survive a loss of power, and this process writes no more. Look at the disk (`dmesg`, `smartctl`) "
        + "and start again: what was not done goes on from what is there."

    /// Every file has exactly one run that succeeded, one document and one object, and was announced once.
    private func audit(_ names: [String]) async throws {
        let titles = names.map { String($0.prefix { $0 != "." }) }.sorted()
        let runs = try await sandbox.list("runs", "list", "--limit", "1000").filter { $0["status"] == "succeeded" }
        let files: [String] = runs.compactMap { $0["file"]?.string }
        #expect(files.map { String($0.split(separator: "/").last ?? "") }.sorted() == names.sorted())
        let documents = try await sandbox.list("documents", "list", "--limit", "1000")
        let stored: [String] = documents.compactMap { $0["title"]?.string }
        #expect(stored.sorted() == titles)
        #expect(documents.allSatisfy { $0["version"] == 1 })
        let keys: [String] = documents.compactMap { $0["object-key"]?.string.map { ".compass/objects/\($0)" } }.sorted()
        #expect(try sandbox.objects().map(\.text).sorted() == keys)
        let subjects: [String] = try sandbox.announced().compactMap { $0["subject"]?.string }
        #expect(subjects.sorted() == titles.map { "New: \($0)" })
    }

    @Test(
        "a service whose log cannot be synced says why and ends with an error; the next one does every file once",
        arguments: [3, 0, 9].prefix(Nightly.isOn ? 3 : 1))
    func service(after passed: Int) async throws {
        try sandbox.write("pipelines/video.yaml", Sandbox.watching("video"))
        try Files.createFolders(sandbox.folder.appending("in"))
        let names = (0..<12).map { "clip\($0).mp4" }
        let process = try await sandbox.up(environment: try await environment())
        for (number, name) in names.enumerated() {
            // Those before are done when the disk begins to fail.
            if number == passed { try sandbox.write("fail-once", "") }
            try sandbox.drop(Path("in/\(name)"), Samples.mp4(UInt8(number)))
            if number < passed { try await process.entry("watch-processed") { $0["file"]?.string == "in/\(name)" } }
        }
        let failed = try await process.entry("service-failed")
        #expect(failed["message"]?.string?.contains(Self.reason) == true, "\(failed)")
        #expect(try await process.end() == 1, "\(process.text)")
        let ended = try await process.entry("ended")
        #expect(ended["level"] == "error" && ended["message"]?.string?.contains(Self.reason) == true, "\(ended)")
        #expect(!process.text.contains("UNIQUE constraint"), "\(process.text)")
        #expect(!Files.exists(once))
        #expect(try await sandbox.compass("status", "--require-running").status == 1)

        let next = try await sandbox.up()
        // Each question is a process, so this is no busy loop.
        var (done, asked) = (0, 0)
        while done < names.count, asked < 300 {
            done = try await sandbox.list("documents", "list", "--limit", "100").count
            asked += 1
        }
        #expect(try await next.end(after: SIGTERM) == 0)
        #expect(!Files.exists(sandbox.folder.appending(".compass/compass.db-unsynced")))
        try await audit(names)
    }

    @Test(
        "a run whose log cannot be synced ends with an error that says why; after `runs resume` every file is done once",
        arguments: [1, 0, 2, 4].prefix(Nightly.isOn ? 4 : 1))
    func run(after passed: Int) async throws {
        let names = (0..<6).map { "clip\($0).mp4" }
        for (number, name) in names.enumerated() { try sandbox.write(Path(name), Samples.mp4(UInt8(number))) }
        try sandbox.write("fail-once", "")
        let output = try await sandbox.compass(
            ["run", "video"] + names.map { Path($0) },
            environment: try await environment() + ["FAULT_SYNC_AFTER=\(passed)"])
        try #require(!Files.exists(once), "\(output)")
        #expect(output.status == 1, "\(output)")
        #expect(output.errors.contains(Self.reason), "\(output)")
        #expect(!(output.text + output.errors).contains("UNIQUE constraint"), "\(output)")
        _ = try await sandbox.compass("runs", "resume")
        #expect(!Files.exists(sandbox.folder.appending(".compass/compass.db-unsynced")))
        let done = Set(try await sandbox.list("documents", "list").compactMap { $0["title"]?.string })
        let left = names.filter { !done.contains(String($0.prefix { $0 != "." })) }
        if !left.isEmpty {
            try await sandbox.compass(["run", "video"] + left.map { Path($0) }, ending: 0)
        }
        try await audit(names)
    }
}
