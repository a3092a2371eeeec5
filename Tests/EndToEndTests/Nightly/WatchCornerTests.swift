import CompassTesting
import Glibc
import Platform
import Testing

/// Watched folders without an inotify instance, without rights, and without a school that their runs name.
@Suite struct WatchCornerTests {
    @Test("W15: without an inotify instance folders are looked through, visibly, until there is one, which serves all")
    func noInstance() async throws {
        let sandbox = try Sandbox()
        for name in ["a", "b", "c"] { try sandbox.write(Path("pipelines/\(name).yaml"), Self.pipeline(name)) }
        try Files.createFolders(sandbox.folder.appending("in"))
        let script = """
            limit=/proc/sys/user/max_inotify_instances
            mkfifo raise
            (head -c 1 raise; echo 64 > $limit) &
            echo 0 > $limit
            exec "$COMPASS" up --log-format json --log-level debug
            """
        let process = try LongLived(
            "/usr/bin/unshare", ["--user", "--map-root-user", "/bin/sh", "-ec", Path(script)],
            environment: Sandbox.environment + ["COMPASS=\(Sandbox.program)"], folder: sandbox.folder)
        for name in ["a", "b", "c"] {
            let line = try await process.entry("watch-polling") { $0["pipeline"]?.string == name }
            let message = line["message"]?.string ?? ""
            #expect(message.contains("raise `fs.inotify.max_user_instances` (sysctl), which is "), "\(message)")
        }
        try await process.entry("definitions-unwatched")
        try await process.entry("ready")
        let status = try await sandbox.compass("status", "--json").text
        #expect(status.contains("`fs.inotify.max_user_instances`"), "\(status)")
        #expect(try Self.instances(of: process.id) == 0)
        try sandbox.drop("in/first.pdf", Samples.pdf(1))
        for name in ["a", "b", "c"] { try await Self.processed("first.pdf", name, by: process) }
        let raise = try FileDescriptor.open(sandbox.folder.appending("raise"), flags: O_WRONLY)
        try raise.write([1])
        for name in ["a", "b", "c"] { try await process.entry("watch-events") { $0["pipeline"]?.string == name } }
        #expect(try Self.instances(of: process.id) == 1)
        #expect(process.count("watch-polling") == 3)
        // `rescan` is an hour, so this one is told by an event.
        try sandbox.drop("in/second.pdf", Samples.pdf(2))
        for name in ["a", "b", "c"] { try await Self.processed("second.pdf", name, by: process) }
        #expect(try await process.end(after: SIGTERM) == 0)
    }

    private static func processed(_ file: String, _ pipeline: String, by process: LongLived) async throws {
        try await process.entry("watch-processed") {
            $0["pipeline"]?.string == pipeline && $0["file"]?.string == "in/\(file)"
                && $0["status"]?.string == "succeeded"
        }
    }

    /// How many inotify instances a process has.
    private static func instances(of process: Int32) throws -> Int {
        let folder = Path("/proc/\(process)/fd")
        return try Files.list(folder).count { name in
            var buffer = [CChar](repeating: 0, count: 64)
            let count = folder.appending(name).withCString { readlink($0, &buffer, buffer.count) }
            let target = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
            return String(decoding: target, as: UTF8.self).contains("inotify")
        }
    }

    private static func pipeline(_ name: String) -> String {
        """
        version: 1
        name: \(name)
        on:
          watch: { path: in, settle: 0s, patience: 200ms, rescan: 1h }
        stages:
          - uses: detect-mime

        """
    }

    @Test("files and folders without the right to read them are told, shown and taken once they may be read")
    func withoutRights() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/clips.yaml", WatchTests.pipeline.replacing("settle: 0s", with: "settle: 0s\n    patience: 200ms")
        )
        for user in ["open", "listed", "shut", "file"] {
            try sandbox.write(Path("inbox/\(user)/\(user).pdf"), Samples.pdf(user.utf8.count))
        }
        let everything: [Path] = ["chmod", "-R", "a+rwX", "inbox", "pipelines", "compass.yaml", "schools.yaml"]
        _ = try await sandbox.run("/usr/bin/env", everything)
        for (path, mode) in [("inbox/listed", 0o444), ("inbox/shut", 0), ("inbox/file/file.pdf", 0)] {
            #expect(sandbox.folder.appending(Path(path)).withCString { chmod($0, mode_t(mode)) } == 0)
        }
        let refused = try await sandbox.unprivileged("watch", "clips", "--once", ending: 1)
        #expect(refused.text.contains("inbox/open/open.pdf: succeeded"))
        for text in [
            "inbox/listed cannot be read to its end: ", "inbox/shut cannot be looked into: ",
            "file.pdf is not taken yet: Permission denied (EACCES)", "3 files and folders could not be read; ",
        ] {
            #expect(refused.errors.contains(text), "\(refused.errors)")
        }
        _ = try await sandbox.run("/usr/bin/env", everything)
        try await sandbox.unprivileged("watch", "clips", "--once", ending: 0)
        let runs = try await sandbox.compass("runs", "list", "--json").lines
        #expect(runs.count { $0["status"] == "succeeded" } == 4)
    }

    @Test("runs that would share with a school that there is not: refused before any file is taken")
    func unknownSchool() async throws {
        let sandbox = try WatchTests().sandbox(files: 1)
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
