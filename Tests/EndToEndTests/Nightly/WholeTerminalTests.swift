import CompassTesting
import Glibc
import Platform
import Testing

/// Every list and outcome on terminals of two widths; `TerminalOutputTests` has those of one.
@Suite struct WholeTerminalTests {
    private static let columns = [80, 40]

    /// A workspace with batches, slots, sessions, people, tokens, uploads and a plugin.
    private static func kept() async throws -> Sandbox {
        let sandbox = try await Sandbox.films(1)
        try sandbox.ship(["nightly-sweep"])
        try sandbox.write("inbox/u1/highlight_video/The whole season of 2026.mp4", Samples.mp4(9))
        try await sandbox.compass("run", "nightly-sweep", ending: 0)
        try sandbox.write("pipelines/tick.yaml", UpTests.everySecond)
        let service = try await sandbox.up()
        try await service.entry("run-finished") { $0["pipeline"] == "tick" }
        try #require(try await service.end(after: SIGTERM) == 0)
        let server = try await sandbox.serveAnywhere()
        let served = String(decoding: try sandbox.read("served"), as: UTF8.self)
        let link = try #require(served.split(whereSeparator: \.isWhitespace).first { $0.contains("/open/") })
        let site = try #require(link.split(separator: "/open/").first)
        try await sandbox.run(
            "/usr/bin/curl", ["-sf", "-X", "POST", "-H", Path("Origin: \(site)"), Path(String(link))], ending: 0)
        try #require(try await server.end(after: SIGTERM) == 0)
        try sandbox.write("password", Array("correct horse\n".utf8))
        for (id, name) in [("ana", "Ana Maria Lopez of the north campus"), ("mia", "Mia")] {
            try await sandbox.run(
                "/bin/sh",
                [
                    "-c", "exec \"$0\" users add \"$1\" --name \"$2\" --password-stdin <password", Sandbox.program,
                    Path(id), Path(name),
                ], ending: 0)
        }
        try await sandbox.compass(
            "tokens", "create", "the nightly copy of the school", "--person", "mia", "--scope", "documents:write",
            ending: 0)
        try sandbox.write("fall grades.pdf", Samples.pdf())
        try await sandbox.compass("uploads", "add", "fall grades.pdf", "--type", "transcript", ending: 0)
        try #require(try await sandbox.compass("new", "plugin", "min-words").status == 0)
        return sandbox
    }

    @Test("lists of what a workspace keeps fit the terminal, with short ids and whole names", arguments: columns)
    func keeping(columns: Int) async throws {
        let sandbox = try await Self.kept()
        for (command, whole, id) in [
            ("batches list", "nightly-sweep", "batch"), ("sessions list", "u1", "id"), ("users list", "mia", nil),
            ("tokens list", "the nightly copy of the school", "id"), ("uploads list", "fall grades.pdf", "id"),
            ("schedule history", "tick", nil), ("notifications list", "New: fall grades", "id"),
            ("plugins list", "min-words", nil), ("audit list", "tokens.create", nil), ("stages", "min-words", nil),
            ("documents list", "The whole season of 2026", "id"), ("runs list", "", "run"), ("status", "tick", nil),
            ("schedule next", "tick", nil), ("schools list", "Stanford University", nil),
        ] as [(String, String, String?)] {
            let screen = try await sandbox.screen(command, columns: columns)
            let words = command.split(separator: " ").map { Path(String($0)) }
            if columns == 80 { #expect(screen.contains(whole), "\(command): \(screen)") }
            TerminalOutputTests.expectFit(screen, columns: columns, command)
            guard let id else { continue }
            for record in try await sandbox.compass(words + ["--json"]).lines {
                let id = try #require(record[id]?.string)
                #expect(screen.contains(id.prefix(8)) && !screen.contains(id), "\(command): \(screen)")
            }
        }
    }

    @Test("what commands say of what they did has short ids on a terminal")
    func outcomes() async throws {
        let sandbox = try await Sandbox.films(1)
        try sandbox.ship(["nightly-sweep"])
        try sandbox.write("inbox/u1/highlight_video/season.mp4", Samples.mp4(9))
        let batch = try await sandbox.screen("run nightly-sweep", columns: 200)
        #expect(batch.contains(/version 1 of `season`, a new Highlight Video, id [0-9a-f-]{13,35}\s/), "\(batch)")
        #expect(batch.contains(/batch [0-9A-Z]{8,25}: succeeded, 1 file/), "\(batch)")
        try sandbox.write("grades.pdf", Samples.pdf())
        let upload = try await sandbox.screen("uploads add grades.pdf --type transcript", columns: 200)
        #expect(upload.contains(/upload [0-9A-Z]{8,25}\n/), "\(upload)")
        #expect(upload.contains(/version 1 of `grades`, a new Transcript, id [0-9a-f-]{13,35}\s/), "\(upload)")
        try sandbox.write("pipelines/video.yaml", Sandbox.watching("video"))
        try Files.createFolders(sandbox.folder.appending("in"))
        try sandbox.drop("in/reel.mp4", Samples.mp4(7))
        let watched = try await sandbox.screen("watch video --once", columns: 200)
        #expect(watched.contains(/version 1 of `reel`, a new Highlight Video, id [0-9a-f-]{13,35}\s/), "\(watched)")
        let run = try #require(try await sandbox.list("runs", "list").first?["run"]?.string)
        let followed = try await sandbox.screen("runs follow \(run)", columns: 200)
        #expect(followed.contains(/run [0-9A-Z]{8,25} succeeded/), "\(followed)")
        try await sandbox.compass("runs", "follow", Path(run), text: .has("run \(run) succeeded"))
    }

    @Test("the reasons of files in quarantine stand below them on a terminal, broken at words", arguments: columns)
    func reasons(columns: Int) async throws {
        let sandbox = try Sandbox(["film of the whole season.mp4": Samples.mp4(1, payload: 5_000)])
        for limit in ["1kB", "2kB"] {
            try sandbox.write("pipelines/video.yaml", Sandbox.pipeline("video", type: "highlight_video", max: limit))
            try await sandbox.compass("run", "video", "film of the whole season.mp4", ending: 3)
        }
        let screen = try await sandbox.screen("quarantine", columns: columns)
        TerminalOutputTests.expectFit(screen, columns: columns, "quarantine")
        let words = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for limit in ["1kB", "2kB"] {
            let reason = "File exceeds \(limit) limit. Please compress or choose a smaller file."
            #expect(words.contains(reason), "\(screen)")
        }
        #expect(!screen.contains("REASON") && screen.contains("film of the whole"), "\(screen)")
    }

    @Test("what is no table is broken at words on a terminal, and stays on its line elsewhere", arguments: columns)
    func sentences(columns: Int) async throws {
        let sandbox = try await Sandbox.films(3)
        try sandbox.write("film3.mp4", Samples.mp4(3))
        try #require(try await sandbox.compass("documents", "share", "film0", "ucla", "stanford").status == 0)
        let digest = try #require(try await sandbox.list("documents", "show", "film0").first?["sha256"]?.string)
        let run = try #require(try await sandbox.list("runs", "list").first?["run"]?.string)
        for (command, whole) in [
            ("documents history film0", "version 1"), ("plan video film3.mp4 -i schools=ucla,stanford", "share"),
            ("doctor", "0 problems"), ("status", "not running"), ("documents show film0", digest),
            ("documents list -n 1", "next:"), ("runs list -n 1", "next:"),
            ("documents history film0 -n 1", "version 1"),
            ("runs show \(run)", "Stages"), ("documents versions film0", "v1"), ("documents stats", ""),
        ] {
            let screen = try await sandbox.screen(command, columns: columns)
            #expect(screen.contains(whole), "\(command): \(screen)")
            TerminalOutputTests.expectFit(screen, columns: columns, command)
        }
        let doctor = try await sandbox.compass("doctor")
        #expect(doctor.text.split(separator: "\n").contains { $0.count > 80 }, "\(doctor)")
        let page = try await sandbox.compass("documents", "list", "-n", "1")
        #expect(page.errors.split(separator: "\n").last?.hasPrefix("next: ") == true, "\(page)")
        let screen = try await sandbox.screen("documents list -n 1", columns: columns)
        let cursor = try #require(screen.split(whereSeparator: \.isWhitespace).last)
        #expect(page.errors.hasSuffix("next: \(cursor)\n"), "\(page)")
    }

    @Test("a run that is told of while it goes on, or that another does nothing for, has a short id on a terminal")
    func shortRuns() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/once.yaml",
            Sandbox.pipeline("once", type: "highlight_video").replacing(
                "stages:\n", with: "dedup: { on-duplicate: attach }\nstages:\n"))
        try sandbox.write("clip.mp4", Samples.mp4(1))
        try #require(try await sandbox.compass("run", "once", "clip.mp4", "-i", "schools=ucla").status == 0)
        let run = try #require(try await sandbox.list("runs", "list").first?["run"]?.string)
        let again = try await sandbox.screen("run once clip.mp4", columns: 200)
        #expect(again.contains(/the same document as in run [0-9A-Z]{8,25};/) && !again.contains(run), "\(again)")
        let plan = try await sandbox.screen("plan once clip.mp4", columns: 200)
        #expect(plan.contains(/run [0-9A-Z]{8,25} has processed the same document/), "\(plan)")
        try #require(try await sandbox.compass("links", "create", "clip").status == 0)
        let link = try #require(try await sandbox.list("links", "list").first?["id"]?.string)
        let story = try await sandbox.screen("documents history clip", columns: 200)
        #expect(story.contains(/shared with ucla by run [0-9A-Z]{8,25}\n/) && !story.contains(run), "\(story)")
        #expect(story.contains(/link [0-9A-Z]{8,25} made by/) && !story.contains(link), "\(story)")
        let shown = try await sandbox.screen("documents show clip", columns: 200)
        #expect(shown.contains(/ucla  .*run [0-9A-Z]{8,25}\n/) && !shown.contains("\(run).notify"), "\(shown)")
        try await sandbox.compass("run", "once", "clip.mp4", text: .has("the same document as in run \(run);"))
    }
}
