import Glibc
import Platform
import Testing

/// What the doctor finds in rare cases; `DoctorTests` and `DiagnosisTests` have the usual ones.
@Suite struct DoctorCornerTests {
    private let base = DoctorTests()

    @Test("files in .compass that another user has left are a problem with its mending")
    func foreignFiles() async throws {
        guard geteuid() == 0 else { return }
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        sandbox.folder.appending(".compass").withCString { _ = chmod($0, 0o777) }
        let output = try await sandbox.unprivileged("doctor", "--json")
        let finding = try #require(try base.findings(output, "state-folder").first, "\(output)")
        #expect(finding["state"] == "problem" && finding["advice"]?.string?.contains("chown") == true, "\(finding)")
    }

    @Test(
        "a state folder that others may write, and an object store that is not there, are problems with their mending")
    func doors() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        let fine = try await sandbox.compass("doctor", "--json")
        let stores = try base.findings(fine, "object-store")
        #expect(stores.map { $0["state"] } == ["ok"], "\(fine)")
        let state = sandbox.folder.appending(".compass")
        #expect(state.withCString { chmod($0, 0o770) } == 0)
        let objects = state.appending("objects")
        let elsewhere = sandbox.folder.appending("elsewhere")
        try systemCall("rename") { objects.withCString { from in elsewhere.withCString { rename(from, $0) } } }
        for makes in [false, true] {
            if makes { try Files.createFolders(objects) }
            let output = try await sandbox.compass("doctor", "--json")
            for check in ["state-folder", "object-store"] as [Value] {
                let finding = try #require(try base.findings(output, check).first, "\(output)")
                #expect(finding["state"] == "problem", "\(finding)")
            }
        }
    }

    @Test("time zones are looked for where schedules look, and one that does not load is a problem")
    func timeZones() async throws {
        let sandbox = try Sandbox()
        try Files.createFolders(sandbox.folder.appending("zones"))
        for folder in ["/nonexistent/zones", sandbox.folder.appending("zones").description] {
            let output = try await sandbox.compass("doctor", "--json", environment: ["TZDIR=\(folder)"])
            let finding = try #require(try base.findings(output, "time-zones").first, "\(output)")
            #expect(finding["state"] == "problem" && output.status == 1, "\(finding)")
            #expect(finding["message"]?.string?.contains("in \(folder)") == true, "\(finding)")
            #expect(finding["advice"]?.string?.contains("TZDIR") == true, "\(finding)")
        }
        try sandbox.write(
            "pipelines/tick.yaml",
            """
            version: 1
            name: tick
            on:
              schedule: { cron: "0 3 * * *", timezone: Europe/Atlantis }
            stages:
              - uses: notify
                with: { channel: log, subject: tick }

            """)
        let output = try await sandbox.compass("doctor", "--json")
        let states = try base.findings(output, "time-zones").map { $0["state"] }
        #expect(states == ["ok", "problem"], "\(output)")
    }

    @Test("who may not ask `compass up` is told so, and not that it does not answer")
    func foreignService() async throws {
        guard geteuid() == 0 else { return }
        let sandbox = try Sandbox()
        let process = try await sandbox.up()
        sandbox.folder.appending(".compass").withCString { _ = chmod($0, 0o755) }
        let output = try await sandbox.unprivileged("doctor", "--json")
        let finding = try #require(try base.findings(output, "running").first, "\(output)")
        #expect(finding["state"] == "warning", "\(finding)")
        #expect(finding["message"]?.string?.contains("cannot be seen without rights") == true, "\(finding)")
        #expect(finding["advice"]?.string?.contains("restart") == false, "\(finding)")
        #expect(try await process.end(after: SIGTERM) == 0)
    }

    @Test("a secret that is a link is told with its target, which a chmod would change")
    func linkedSecret() async throws {
        let sandbox = try Sandbox(texts: ["shared/token": "hunter2"])
        let target = sandbox.folder.appending("shared/token")
        target.withCString { _ = chmod($0, 0o644) }
        try Files.createFolders(sandbox.folder.appending("secrets"))
        let link = sandbox.folder.appending("secrets/TOKEN")
        #expect(target.withCString { old in link.withCString { symlink(old, $0) } } == 0)
        let output = try await sandbox.compass("doctor", "--json")
        let finding = try #require(try base.findings(output, "secrets").first, "\(output)")
        #expect(finding["message"]?.string?.contains("is a link to \(target), ") == true, "\(finding)")
        #expect(finding["advice"]?.string?.hasPrefix("chmod 600 \(target) if ") == true, "\(finding)")
    }

    @Test("the folders that a path with captures means are looked at: rights, files of others, and where files go")
    func capturedFolders() async throws {
        guard geteuid() == 0 else { return }
        let sandbox = try Sandbox()
        let pipeline = Sandbox.watching("video", more: "  user: { type: string, required: true }").replacing(
            "path: in,", with: "path: \"inbox/{user}/docs\", recursive: true, on-success: { move: done }, ")
        try sandbox.write("pipelines/video.yaml", pipeline)
        for name in ["al/docs/of-root.pdf", "jo/docs/sub/x.pdf", "secret/docs/x.pdf"] {
            try sandbox.write(Path("inbox/\(name)"), Samples.pdf(1))
        }
        let everything: [Path] = ["chmod", "-R", "a+rwX", "."]
        _ = try await sandbox.run("/usr/bin/env", everything)
        let usable = try await sandbox.unprivileged("doctor", "--json")
        let root = try Files.resolve(sandbox.folder)
        #expect(
            try base.findings(usable, "watched-folder").map { $0["message"]?.string } == [
                "video watches inbox/{user}/docs: \(root)/inbox is usable, and so are the 4 folders that it means now"
            ], "\(usable)")
        let leases = try base.findings(usable, "leases")
        #expect(leases.map { $0["state"] } == ["warning"], "\(usable)")
        #expect(leases.first?["message"]?.string?.hasPrefix("3 files in \(root)/inbox, such as ") == true, "\(leases)")
        let done = try base.findings(usable, "done-folder")
        #expect(done.map { $0["state"] } == ["ok"])
        #expect(
            done.first?["message"]?.string
                == "video watches inbox/{user}/docs, and \(root)/inbox/al/docs/done (and 2 more) is on the same file system"
        )

        for (path, mode) in [("inbox/jo/docs", 0o755), ("inbox/jo/docs/sub", 0), ("inbox/secret", 0o700)] {
            #expect(sandbox.folder.appending(Path(path)).withCString { chmod($0, mode_t(mode)) } == 0)
        }
        let refused = try await sandbox.unprivileged("doctor", "--json", ending: 1)
        let folders = try base.findings(refused, "watched-folder").map { $0["message"]?.string ?? "" }
        #expect(folders.count == 2 && folders.allSatisfy { $0.contains("cannot") }, "\(refused)")
        #expect(folders.first?.contains(" cannot read 2 folders, such as \(root)/inbox/secret: ") == true, "\(refused)")
        #expect(
            folders.last?.contains(" cannot move or delete files in 2 folders, such as \(root)/inbox/jo/docs: ")
                == true,
            "\(refused)")
        let targets = try base.findings(refused, "done-folder").map { $0["message"]?.string ?? "" }
        #expect(
            targets.count == 1 && targets[0].contains(" cannot move files to \(root)/inbox/jo/docs/done: "),
            "\(refused)")
    }

    @Test("a schools file that is not there, or a wrong compass.yaml, is a problem among the other checks")
    func workspaceFile() async throws {
        let sandbox = try Sandbox(texts: ["compass.yaml": "version: 1\nowner: { id: u1 }\nschools: nope.yaml\n"])
        let missing = try await sandbox.compass("doctor", "--json", ending: 1)
        let finding = try #require(try base.findings(missing, "workspace-file").first, "\(missing)")
        #expect(finding["state"] == "problem", "\(finding)")
        #expect(finding["message"]?.string?.contains("nope.yaml") == true, "\(finding)")
        #expect(try base.findings(missing, "database").count == 1)

        try sandbox.write("compass.yaml", "version: 1\nnonsense: 1\n")
        let wrong = try await sandbox.compass("doctor", "--json", ending: 1)
        let bad = try #require(try base.findings(wrong, "workspace-file").first, "\(wrong)")
        #expect(bad["state"] == "problem", "\(bad)")
        #expect(bad["message"]?.string?.contains("compass.yaml:2") == true, "\(bad)")
        for check in ["open-files", "workspace", "time-zones", "clock", "pipelines", "running"] {
            #expect(try base.findings(wrong, .string(check)).count == 1, "\(wrong)")
        }
        #expect(try base.findings(wrong, "database").isEmpty, "nobody knows where it is")
    }

    @Test("nothing is removed where most objects are unknown: then the database is the wrong one")
    func wrongDatabase() async throws {
        let sandbox = try Sandbox(["t1.pdf": Samples.pdf(1, padding: 0)])
        #expect(try await sandbox.compass("run", "transcript", "t1.pdf").status == 0)
        let folder = sandbox.folder.appending(".compass/objects/u1/transcript")
        var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
        for number in 0..<30 {
            let object = folder.appending(Path("17000000000\(10 + number)_other.pdf"))
            try Files.replace(object, with: [1])
            #expect(object.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
        }
        let output = try await sandbox.compass("doctor", "--repair", "--json", ending: 1)
        #expect(try base.findings(output, "repair").map { $0["state"] } == ["problem"], "\(output)")
        #expect(try Files.list(folder).count == 31)
    }
}
