import Glibc
import Platform
import Testing

/// `compass up` in rare cases; `UpTests` has the usual ones.
@Suite(.timeLimit(.minutes(4))) struct UpCornerTests {
    /// How many threads of each name, but for its number, a process has after each of its folders has had a file. Those of
    /// Swift's runtime, which come and go as they are needed and are at most one for each processor, are left out.
    private static func threads(watching folders: Int) async throws -> [String: Int] {
        let sandbox = try Sandbox()
        for number in 0..<folders {
            try Files.createFolders(sandbox.folder.appending(Path("in/\(number)")))
            try sandbox.write(
                Path("pipelines/p\(number).yaml"),
                """
                version: 1
                name: p\(number)
                on:
                  watch: { path: in/\(number), settle: 0s, patience: 200ms, rescan: 1h }
                stages:
                  - uses: detect-mime

                """)
        }
        let process = try await sandbox.up()
        for number in 0..<folders { try sandbox.drop(Path("in/\(number)/a.pdf"), Samples.pdf(number)) }
        for number in 0..<folders {
            try await process.entry("run-finished") { $0["pipeline"]?.string == "p\(number)" }
        }
        let tasks = Path("/proc/\(process.id)/task")
        let names = try Files.list(tasks).map { task in
            let name = try Files.read(tasks.appending(task).appending("comm"), limit: 64)
            return String(decoding: name.dropLast(), as: UTF8.self)
        }
        #expect(try await process.end(after: SIGTERM) == 0)
        return names.filter { !$0.contains("-qos") }.reduce(into: [:]) { counts, name in
            let end = name.lastIndex(of: "-")
            let isNumbered = end.map { Int(name[name.index(after: $0)...]) != nil } ?? false
            counts[isNumbered ? String(name[..<(end ?? name.endIndex)]) : name, default: 0] += 1
        }
    }

    @Test("a second signal ends the process at once, with its status")
    func force() async throws {
        let sandbox = try UpTests.watching()
        let process = try await sandbox.up()
        // Larger than what is stored before the signals come; sparse.
        let file = sandbox.folder.appending("in/.long.mp4")
        try Files.replace(file, with: Samples.mp4())
        #expect(file.withCString { truncate($0, 6 << 30) } == 0)
        #expect(
            file.withCString { old in sandbox.folder.appending("in/long.mp4").withCString { rename(old, $0) } } == 0)
        try await process.entry("run-started")
        process.signal(SIGTERM)
        try await process.entry("stopping")
        #expect(try await process.end(after: SIGTERM) == 128 + SIGTERM, "\(process.text)")
    }

    @Test("a slot of a pipeline with watched folders looks through them: the log and the slot's record say so")
    func lookThrough() async throws {
        let sandbox = try Sandbox()
        try Files.createFolders(sandbox.folder.appending("in"))
        try sandbox.write(
            "pipelines/video.yaml",
            Sandbox.watching("video").split(separator: "inputs:")
                .joined(separator: "  schedule: { cron: \"* * * * * *\" }\ninputs:"))
        let process = try await sandbox.up()
        let entry = try await process.entry("scheduled-time-rescan")
        #expect(entry["pipeline"] == "video" && entry["folders"]?.text == "1", "\(entry)")
        #expect(try await process.end(after: SIGTERM) == 0)
        let slots = try await sandbox.list("schedule", "history", "--limit", "100")
        let ended = slots.filter { $0["state"] == "succeeded" }
        #expect(!ended.isEmpty, "\(slots)")
        #expect(
            ended.allSatisfy { $0["reason"] == "looked through 1 watched folder" && $0["run"] == .null }, "\(slots)")
    }

    @Test("state that is removed under a running process ends it with an error, and the next start works")
    func stateRemoved() async throws {
        let sandbox = try Sandbox(texts: ["pipelines/video.yaml": Sandbox.watching("video")])
        try Files.createFolders(sandbox.folder.appending("in"))
        let process = try await sandbox.up()
        _ = try await sandbox.run("/usr/bin/env", ["rm", "-rf", ".compass"])
        let failure = try await process.entry("service-failed")
        #expect(failure["service"] == "state" && failure["level"] == "error", "\(failure)")
        #expect(failure["message"]?.string?.contains(" was removed or replaced while") == true, "\(failure)")
        #expect(try await process.end() == 1)
        let next = try await sandbox.up()
        let path = sandbox.folder.appending(".compass/compass.db")
        try Files.replace(path, with: try Files.read(path, limit: 1 << 26))
        let other = try await next.entry("service-failed")
        #expect(other["message"]?.string?.contains("compass.db was removed or replaced while") == true, "\(other)")
        #expect(try await next.end() == 1)
    }

    @Test("threads do not grow with the number of watched folders")
    func threads() async throws {
        let one = try await Self.threads(watching: 1)
        let twenty = try await Self.threads(watching: 20)
        #expect(Set(twenty.keys) == Set(one.keys))
        let watching = twenty.filter { $0.key.hasPrefix("watch-") }
        #expect(watching.count == 5 && watching.values.allSatisfy { 1...4 ~= $0 }, "\(twenty)")
        // The others are one of a kind or as many as there is work for at a time.
        for (name, count) in twenty where !["uploads", "worker", "sqlite-read", "service"].contains(name) {
            #expect(watching[name] != nil || count == one[name], "\(name)")
        }
    }
}
