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
                "disk-space", "database", "time-zones", "clock", "clock-synchronised", "pipelines", "channels",
                "systemd-unit", "running",
            ]))
        for line in try output.lines where line["state"] != "ok" { #expect(line["advice"]?.string != nil, "\(line)") }
        let text = try await sandbox.compass("doctor")
        #expect(text.text.contains("\n0 problems, "), "\(text)")
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
}
