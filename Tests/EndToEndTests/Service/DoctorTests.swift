import CompassTesting
import Glibc
import Platform
import Testing

@Suite struct DoctorTests {
    func findings(_ output: Sandbox.Output, _ check: Value) throws -> [Value] {
        try output.lines.filter { $0["check"] == check }
    }

    @Test("a sound workspace has no problem, and looking changes nothing")
    func sound() async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.compass("doctor", "--json", ending: 0)
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
        try await sandbox.compass("doctor", text: .has("\n0 problems, "))
    }

    @Test("--repair removes nothing that an `up` is storing meanwhile")
    func repairBesideUp() async throws {
        let sandbox = try Sandbox(texts: ["pipelines/video.yaml": Sandbox.watching("video", settle: "0s")])
        let files = Nightly.isOn ? 100 : 12
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
        try await sandbox.compass("run", "transcript", "t1.pdf", "t2.pdf", "t3.pdf", "--json", ending: 0)
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

        try await sandbox.compass(
            "doctor", "--repair", ending: 2,
            errors: .has(
                "nothing was removed, as there is no terminal to ask on; with `--yes` it would remove 1 object (3 B) that nothing "
                    + "needs"))
        #expect(Files.exists(lost), "nobody was asked")
        let repaired = try await sandbox.compass("doctor", "--repair", "--yes", "--json", ending: 0)
        #expect(try findings(repaired, "repair").first?["figures"]?["removed"] == 1, "\(repaired)")
        #expect(Set(try Files.list(folder)) == Set(kept + ["notes.txt"]))

        let victim = try #require(kept.first)
        #expect(folder.appending(victim).withCString { unlink($0) } == 0)
        let broken = try await sandbox.compass("doctor", "--json", "--repair", ending: 1)
        let versions = try #require(try findings(broken, "versions").first)
        #expect(versions["state"] == "problem" && versions["figures"]?["lost"] == 1, "\(versions)")
        #expect(try await sandbox.compass("documents", "list", "--json").lines.count == 3, "it is told, not removed")
    }

    @Test(
        "objects that the database does not know are kept while they are young, and where they are newer than all it knows"
    )
    func youngObjects() async throws {
        let sandbox = try Sandbox()
        for number in 1...3 { try sandbox.write(Path("t\(number).pdf"), Samples.pdf(number, padding: 0)) }
        try await sandbox.compass("run", "transcript", "t1.pdf", "t2.pdf", "t3.pdf", "--json", ending: 0)
        let object = sandbox.folder.appending(".compass/objects/u1/transcript/1700000000000_later.pdf")
        func write(age days: Int) throws {
            try Files.replace(object, with: [1, 2, 3])
            let now = Int(Timestamp.now().microseconds / 1_000_000)
            let time = timespec(tv_sec: now - days * 86_400, tv_nsec: 0)
            var times = [time, time]
            #expect(object.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
        }
        try write(age: 13)
        let kept = try await sandbox.compass("doctor", "--repair", "--yes", "--json", ending: 0)
        let repair = try #require(try findings(kept, "repair").first, "\(kept)")
        #expect(repair["message"] == "1 object that nothing needs but younger than 14 days was kept", "\(repair)")
        #expect(repair["figures"] == ["kept": 1] && Files.exists(object))
        try write(age: 15)
        try await sandbox.compass("doctor", "--repair", "--yes", "--json", ending: 0)
        #expect(!Files.exists(object))

        // As where a copy of the database of a month ago was put in its place.
        let script = """
            import sqlite3
            database = sqlite3.connect('.compass/compass.db')
            month = 30 * 86400 * 1000000
            database.execute('UPDATE runs SET started_at = started_at - ?, finished_at = finished_at - ?', (month, month))
            database.execute('UPDATE versions SET created_at = created_at - ?', (month,))
            database.execute('DELETE FROM audit')
            database.commit()
            """
        try await sandbox.run("/usr/bin/python3", ["-c", Path(script)], ending: 0)
        try write(age: 15)
        let refused = try await sandbox.compass("doctor", "--repair", "--yes", "--json", ending: 1)
        let refusal = try #require(try findings(refused, "repair").first?["message"]?.string, "\(refused)")
        let beginning =
            "nothing was removed: the database is older than its objects: u1/transcript/1700000000000_later.pdf is of "
        #expect(refusal.hasPrefix(beginning), "\(refusal)")
        #expect(try findings(refused, "objects").map { $0["state"] } == ["problem"], "\(refused)")
        #expect(Files.exists(object))
    }

    @Test("a database that was removed or emptied while its objects lie there is no new one", arguments: [false, true])
    func lostDatabase(isEmptied: Bool) async throws {
        let sandbox = try Sandbox()
        for number in 1...2 { try sandbox.write(Path("t\(number).pdf"), Samples.pdf(number, padding: 0)) }
        try await sandbox.compass("run", "transcript", "t1.pdf", "--json", ending: 0)
        let state = sandbox.folder.appending(".compass")
        for name in try Files.list(state) where name.text.hasPrefix("compass.db") {
            try Files.remove(state.appending(name))
        }
        if isEmptied { try sandbox.write(".compass/compass.db", "") }
        let told = try await sandbox.compass("doctor", "--json", ending: 1)
        let finding = try #require(try findings(told, "object-store").first, "\(told)")
        #expect(finding["state"] == "problem")
        #expect(
            finding["message"]
                == ".compass/objects has objects, although the catalog has no document: the database was lost, emptied or replaced"
        )
        try await sandbox.compass(
            "status", text: .has("problem: the object store has objects, although the catalog has no "))
        let all: [[Path]] = [
            ["run", "transcript", "t2.pdf"], ["up"], ["runs", "resume"], ["documents", "list"], ["runs", "list"],
            ["documents", "show", "t1"],
        ]
        for arguments in all {
            try await sandbox.compass(
                arguments, ending: 1,
                errors: .has("The object store .compass/objects has objects, although the catalog "))
        }
        try await sandbox.compass("backup", "b.tar", ending: 1)
        #expect(!Files.exists(sandbox.folder.appending("b.tar")))
        let refused = try await sandbox.compass("doctor", "--repair", "--yes", "--json", ending: 1)
        #expect(try findings(refused, "repair").map { $0["state"] } == ["problem"], "\(refused)")
        #expect(try sandbox.objects().count == 1)
        // Asked for: the objects are moved away.
        try systemCall("rename") {
            state.appending("objects").withCString { from in state.appending("former").withCString { rename(from, $0) }
            }
        }
        try await sandbox.compass("run", "transcript", "t2.pdf", ending: 0)
    }

    @Test("each of these is a problem, and there is advice")
    func problems() async throws {
        let sandbox = try Sandbox(texts: ["secrets/TOKEN": "hunter2"])
        let secret = sandbox.folder.appending("secrets/TOKEN")
        secret.withCString { _ = chmod($0, 0o644) }
        try sandbox.write("pipelines/broken.yaml", "version: 1\nname: broken\nstages: []\nwhat: x\n")
        try sandbox.write(".compass/compass.db", "this is a shopping list, not a database")
        let output = try await sandbox.compass("doctor", "--json", ending: 1)
        #expect(!output.text.contains("hunter2"))
        for check in ["secrets", "pipelines", "database"] {
            let finding = try #require(try findings(output, .string(check)).first, "\(output)")
            #expect(finding["state"] == "problem" && finding["advice"]?.string?.isEmpty == false, "\(finding)")
        }
    }

    @Test("what others could change, what no server would serve, and a program that stages need, are problems")
    func dangers() async throws {
        let media = "version: 1\nname: media\nstages:\n  - uses: probe-media\n"
        let sandbox = try Sandbox(texts: [
            "secrets/TOKEN": "x", "pipelines/media.yaml": media, "plugins/draft/program": "#!/bin/sh\n",
        ])
        func change(_ path: String, to mode: UInt32) {
            #expect(sandbox.folder.appending(Path(path)).withCString { chmod($0, mode_t(mode)) } == 0, "\(path)")
        }
        change("secrets/TOKEN", to: 0o600)
        func messages(_ check: Value, environment: [String] = []) async throws -> [String] {
            let output = try await sandbox.compass("doctor", "--json", environment: environment)
            let found = try findings(output, check).filter { $0["state"] == "problem" }
            #expect(found.isEmpty || output.status == 1, "\(output)")
            return found.compactMap { $0["message"]?.string }
        }
        let rows: [(path: String, mode: UInt32, check: Value, says: String)] = [
            ("pipelines", 0o777, "definitions", "everybody may write "),
            ("pipelines/media.yaml", 0o666, "definitions", "everybody may write "),
            ("compass.yaml", 0o646, "definitions", "everybody may write "),
            ("plugins/draft/program", 0o777, "definitions", "everybody may write "),
            ("secrets", 0o777, "secrets", "others may put their own secrets into "),
        ]
        for row in rows {
            let mode = try FileStatus.of(sandbox.folder.appending(Path(row.path))).mode
            #expect(try await messages(row.check) == [], "\(row)")
            change(row.path, to: row.mode)
            let told = try await messages(row.check)
            #expect(told.count == 1 && told[0].hasPrefix(row.says) && told[0].contains(row.path), "\(row): \(told)")
            change(row.path, to: mode)
        }
        #expect(
            try await messages("programs", environment: ["PATH=/nonexistent"]) == [
                "there is no program ffprobe, and probe-media of media fails without it"
            ])
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nserver: { listen: '0.0.0.0:0' }\n")
        #expect(
            try await messages("server") == [
                "0.0.0.0 can be reached from other machines, and no person has an account: the server does not start"
            ])
    }

    @Test("a watched folder that is missing is a warning; one that this user cannot use is a problem")
    func watchedFolders() async throws {
        let sandbox = try Sandbox(texts: ["pipelines/video.yaml": Sandbox.watching("video")])
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
        let refused = try await sandbox.unprivileged("doctor", "--json", ending: 1)
        #expect(try findings(refused, "watched-folder").map { $0["state"] } == ["problem"], "\(refused)")
    }
}
