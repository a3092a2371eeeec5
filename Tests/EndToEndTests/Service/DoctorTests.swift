import Glibc
import Platform
import Testing

@Suite struct DoctorTests {
    private func findings(_ output: Sandbox.Output, _ check: Value) throws -> [Value] {
        try output.lines.filter { $0["check"] == check }
    }

    @Test("a sound workspace has no problem, and looking changes nothing")
    func sound() async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.compass("doctor", "--json")
        #expect(output.status == 0, "\(output)")
        #expect(!Files.exists(sandbox.folder.appending(".compass")))
        let checks = Set(try output.lines.compactMap { $0["check"]?.string })
        #expect(
            checks.isSuperset(of: [
                "inotify-watches", "inotify-instances", "inotify-queue", "open-files", "workspace", "state-folder",
                "secrets",
                "disk-space", "large-files", "database", "time-zones", "clock", "clock-synchronised", "workspace-file",
                "pipelines",
                "channels",
                "systemd-unit", "running",
            ]))
        for line in try output.lines where line["state"] != "ok" { #expect(line["advice"]?.string != nil, "\(line)") }
        let text = try await sandbox.compass("doctor")
        #expect(text.text.contains("\n0 problems, "), "\(text)")
    }

    @Test("--repair removes nothing that an `up` is storing meanwhile")
    func repairBesideUp() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/video.yaml", Sandbox.watching("video", settle: "0s"))
        let files = 100
        for number in 0..<files {
            try sandbox.write(Path("in/\(number).mp4"), Samples.mp4(UInt8(number), payload: 200_000))
        }
        let process = try await sandbox.up()
        var repairs = 0
        repeat {
            let output = try await sandbox.compass("doctor", "--repair", "--json")
            // There is no such finding where nothing is to be repaired.
            #expect(try output.status == 0 && findings(output, "repair").isEmpty, "\(output)")
            repairs += 1
        } while process.count("watch-processed") < files && repairs < 1_000
        #expect(try await process.end(after: SIGTERM) == 0)
        #expect(try sandbox.objects().count == files)
        let ids = try await sandbox.list("documents", "list", "--limit", "1000").compactMap { $0["id"]?.string }
        #expect(ids.count == files)
        for id in ids.prefix(20) {
            #expect(try await sandbox.compass("documents", "download", Path(id), "-o", "-").status == 0)
        }
    }

    @Test(
        "objects that nothing needs are told, and removed by --repair; versions without bytes are told; all else stays")
    func objects() async throws {
        let sandbox = try Sandbox()
        for number in 1...3 { try sandbox.write(Path("t\(number).pdf"), Samples.pdf(number, padding: 0)) }
        let stored = try await sandbox.compass("run", "transcript", "t1.pdf", "t2.pdf", "t3.pdf", "--json")
        #expect(stored.status == 0, "\(stored)")
        let sound = try await sandbox.compass("doctor", "--json")
        #expect(try findings(sound, "objects").map { $0["state"] } == ["ok"], "\(sound)")
        #expect(try findings(sound, "versions").map { $0["state"] } == ["ok"])

        // What a process that died between a disk and its database might leave, and what is none of our business.
        let folder = sandbox.folder.appending(".compass/objects/u1/transcript")
        let kept = try Files.list(folder)
        for name: Path in ["1700000000000_lost.pdf", "notes.txt"] {
            try Files.replace(folder.appending(name), with: [1, 2, 3])
        }
        var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
        let lost = folder.appending("1700000000000_lost.pdf")
        #expect(lost.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
        let told = try await sandbox.compass("doctor", "--json")
        let finding = try #require(try findings(told, "objects").first)
        #expect(finding["state"] == "warning" && finding["figures"]?["unneeded"] == 1, "\(finding)")
        #expect(finding["figures"]?["keys"] == ["u1/transcript/1700000000000_lost.pdf"])
        #expect(Files.exists(lost), "looking changes nothing")

        let repaired = try await sandbox.compass("doctor", "--repair", "--json")
        #expect(repaired.status == 0, "\(repaired)")
        #expect(try findings(repaired, "repair").first?["figures"]?["removed"] == 1, "\(repaired)")
        #expect(Set(try Files.list(folder)) == Set(kept + ["notes.txt"]))

        let victim = try #require(kept.first)
        #expect(folder.appending(victim).withCString { unlink($0) } == 0)
        let broken = try await sandbox.compass("doctor", "--json", "--repair")
        #expect(broken.status == 1, "\(broken)")
        let versions = try #require(try findings(broken, "versions").first)
        #expect(versions["state"] == "problem" && versions["figures"]?["lost"] == 1, "\(versions)")
        #expect(try await sandbox.compass("documents", "list", "--json").lines.count == 3, "it is told, not removed")
    }

    @Test("nothing is removed where most objects are unknown: then the database is the wrong one")
    func wrongDatabase() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("t1.pdf", Samples.pdf(1, padding: 0))
        #expect(try await sandbox.compass("run", "transcript", "t1.pdf").status == 0)
        let folder = sandbox.folder.appending(".compass/objects/u1/transcript")
        var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
        for number in 0..<30 {
            let object = folder.appending(Path("17000000000\(10 + number)_other.pdf"))
            try Files.replace(object, with: [1])
            #expect(object.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
        }
        let output = try await sandbox.compass("doctor", "--repair", "--json")
        #expect(output.status == 1, "\(output)")
        #expect(try findings(output, "repair").map { $0["state"] } == ["problem"], "\(output)")
        #expect(try Files.list(folder).count == 31)
    }

    @Test("each of these is a problem, and there is advice")
    func problems() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("secrets/TOKEN", "hunter2")
        let secret = sandbox.folder.appending("secrets/TOKEN")
        secret.withCString { _ = chmod($0, 0o644) }
        try sandbox.write("pipelines/broken.yaml", "version: 1\nname: broken\nstages: []\nwhat: x\n")
        try sandbox.write(".compass/compass.db", "this is a shopping list, not a database")
        let output = try await sandbox.compass("doctor", "--json")
        #expect(output.status == 1, "\(output)")
        #expect(!output.text.contains("hunter2"))
        for check in ["secrets", "pipelines", "database"] {
            let finding = try #require(try findings(output, .string(check)).first, "\(output)")
            #expect(finding["state"] == "problem" && finding["advice"]?.string?.isEmpty == false, "\(finding)")
        }
    }

    @Test("a watched folder that is missing is a warning; one that this user cannot use is a problem")
    func watchedFolders() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/video.yaml", Sandbox.watching("video"))
        let missing = try findings(try await sandbox.compass("doctor", "--json"), "watched-folder")
        #expect(missing.map { $0["state"] } == ["warning"])
        let folder = sandbox.folder.appending("in")
        try Files.createFolders(folder)
        let usable = try await sandbox.compass("doctor", "--json")
        #expect(try findings(usable, "watched-folder").map { $0["state"] } == ["ok"], "\(usable)")
        #expect(try findings(usable, "leases").count == 1)
        #expect(try findings(usable, "file-system").count == 1)
        folder.withCString { _ = chmod($0, 0o700) }
        guard geteuid() == 0 else { return }
        let refused = try await sandbox.unprivileged("doctor", "--json")
        #expect(refused.status == 1, "\(refused)")
        #expect(try findings(refused, "watched-folder").map { $0["state"] } == ["problem"], "\(refused)")
    }

    @Test("files in .compass that another user has left are a problem with its mending")
    func foreignFiles() async throws {
        guard geteuid() == 0 else { return }
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        sandbox.folder.appending(".compass").withCString { _ = chmod($0, 0o777) }
        let output = try await sandbox.unprivileged("doctor", "--json")
        let finding = try #require(try findings(output, "state-folder").first, "\(output)")
        #expect(finding["state"] == "problem" && finding["advice"]?.string?.contains("chown") == true, "\(finding)")
    }

    @Test(
        "a state folder that others may write, and an object store that is not there, are problems with their mending")
    func doors() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        let fine = try await sandbox.compass("doctor", "--json")
        let stores = try findings(fine, "object-store")
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
                let finding = try #require(try findings(output, check).first, "\(output)")
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
            let finding = try #require(try findings(output, "time-zones").first, "\(output)")
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
        let states = try findings(output, "time-zones").map { $0["state"] }
        #expect(states == ["ok", "problem"], "\(output)")
    }

    @Test("a schools file that is not there, or a wrong compass.yaml, is a problem among the other checks")
    func workspaceFile() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nschools: nope.yaml\n")
        let missing = try await sandbox.compass("doctor", "--json")
        #expect(missing.status == 1, "\(missing)")
        let finding = try #require(try findings(missing, "workspace-file").first, "\(missing)")
        #expect(finding["state"] == "problem", "\(finding)")
        #expect(finding["message"]?.string?.contains("nope.yaml") == true, "\(finding)")
        #expect(try findings(missing, "database").count == 1)

        try sandbox.write("compass.yaml", "version: 1\nnonsense: 1\n")
        let wrong = try await sandbox.compass("doctor", "--json")
        #expect(wrong.status == 1, "\(wrong)")
        let bad = try #require(try findings(wrong, "workspace-file").first, "\(wrong)")
        #expect(bad["state"] == "problem", "\(bad)")
        #expect(bad["message"]?.string?.contains("compass.yaml:2") == true, "\(bad)")
        for check in ["open-files", "workspace", "time-zones", "clock", "pipelines", "running"] {
            #expect(try findings(wrong, .string(check)).count == 1, "\(wrong)")
        }
        #expect(try findings(wrong, "database").isEmpty, "nobody knows where it is")
    }

    @Test("who may not ask `compass up` is told so, and not that it does not answer")
    func foreignService() async throws {
        guard geteuid() == 0 else { return }
        let sandbox = try Sandbox()
        let process = try await sandbox.up()
        sandbox.folder.appending(".compass").withCString { _ = chmod($0, 0o755) }
        let output = try await sandbox.unprivileged("doctor", "--json")
        let finding = try #require(try findings(output, "running").first, "\(output)")
        #expect(finding["state"] == "warning", "\(finding)")
        #expect(finding["message"]?.string?.contains("cannot be seen without rights") == true, "\(finding)")
        #expect(finding["advice"]?.string?.contains("restart") == false, "\(finding)")
        #expect(try await process.end(after: SIGTERM) == 0)
    }

    @Test("a secret that is a link is told with its target, which a chmod would change")
    func linkedSecret() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("shared/token", "hunter2")
        let target = sandbox.folder.appending("shared/token")
        target.withCString { _ = chmod($0, 0o644) }
        try Files.createFolders(sandbox.folder.appending("secrets"))
        let link = sandbox.folder.appending("secrets/TOKEN")
        #expect(target.withCString { old in link.withCString { symlink(old, $0) } } == 0)
        let output = try await sandbox.compass("doctor", "--json")
        let finding = try #require(try findings(output, "secrets").first, "\(output)")
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
            try findings(usable, "watched-folder").map { $0["message"]?.string } == [
                "video watches inbox/{user}/docs: \(root)/inbox is usable, and so are the 4 folders that it means now"
            ], "\(usable)")
        let leases = try findings(usable, "leases")
        #expect(leases.map { $0["state"] } == ["warning"], "\(usable)")
        #expect(leases.first?["message"]?.string?.hasPrefix("3 files in \(root)/inbox, such as ") == true, "\(leases)")
        let done = try findings(usable, "done-folder")
        #expect(done.map { $0["state"] } == ["ok"])
        #expect(
            done.first?["message"]?.string
                == "video watches inbox/{user}/docs, and \(root)/inbox/al/docs/done (and 2 more) is on the same file system"
        )

        for (path, mode) in [("inbox/jo/docs", 0o755), ("inbox/jo/docs/sub", 0), ("inbox/secret", 0o700)] {
            #expect(sandbox.folder.appending(Path(path)).withCString { chmod($0, mode_t(mode)) } == 0)
        }
        let refused = try await sandbox.unprivileged("doctor", "--json")
        #expect(refused.status == 1)
        let folders = try findings(refused, "watched-folder").map { $0["message"]?.string ?? "" }
        #expect(folders.count == 2 && folders.allSatisfy { $0.contains("cannot") }, "\(refused)")
        #expect(folders.first?.contains(" cannot read 2 folders, such as \(root)/inbox/secret: ") == true, "\(refused)")
        #expect(
            folders.last?.contains(" cannot move or delete files in 2 folders, such as \(root)/inbox/jo/docs: ")
                == true,
            "\(refused)")
        let targets = try findings(refused, "done-folder").map { $0["message"]?.string ?? "" }
        #expect(
            targets.count == 1 && targets[0].contains(" cannot move files to \(root)/inbox/jo/docs/done: "),
            "\(refused)")
    }
}
